// Package split divides a model into cubes: partial assignments such that every solution of the model lies in exactly
// one cube. A hard instance becomes many smaller ones, which many workers can search in any order. The model has a
// solution if one of the pieces has, and its number of solutions is the sum over the pieces.
//
// [Split] computes cubes for any model. It grows a tree: it repeatedly takes the leaf with the largest estimate of work
// and branches on one of its variables. [Covers] checks that cubes have the property above, by an independent
// algorithm.
//
//	cubes, err := split.Split(ctx, m, 64)
//	err = split.Covers(ctx, m, cubes)
//	for _, c := range cubes {
//		n, _, err := model.Count(ctx, solver, m.WithGivens(c), 0)
//		total.Add(total, n)
//	}
//
// [Parallel] makes a solver of this, with several goroutines.
//
// # When it pays
//
// The pieces share nothing. What one search learns does not help the others, and a method that computes something
// common to many solutions repeats that computation for each piece. Counting the 28,200,960 grids of 6×6 cells by
// column sets takes a hundredth of the time that its 66 pieces take together. For methods that enumerate the solutions
// one by one, the pieces together take as long as the whole, within a tenth.
//
// # Source
//
// M. Heule, O. Kullmann, S. Wieringa, A. Biere, Cube and Conquer: Guiding CDCL SAT Solvers by Lookaheads, HVC 2011: the
// leaf that looks hardest is split, and lookahead selects the variable.
package split
