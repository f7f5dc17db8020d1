// Package split divides a model into cubes: partial assignments that no solution shares and that together leave no solution out. So a
// hard instance becomes many, which can be searched one by one, by many workers, in any order: the model has a solution if one of the pieces has, and
// as many as the pieces have together.
//
// [Split] makes cubes, for any model. It grows a tree: again and again it takes the leaf that promises the most work, and branches on one of
// its variables. [Covers] shows, by other means and without trusting it, that cubes do what they should.
//
//	cubes, err := split.Split(ctx, m, 64)
//	err = split.Covers(ctx, m, cubes)
//	for _, c := range cubes {
//		n, _, err := model.Count(ctx, solver, c.With(m), 0)
//		total.Add(total, n)
//	}
//
// [Parallel] is the same as a solver, with several goroutines.
//
// # What it is good for
//
// Pieces share nothing, so what one search learns does not help the others, and a method that sums up what many solutions have in common
// does that for each piece anew. Counting the 28,200,960 grids of 6×6 cells by column sets takes a hundredth of the time that its 66 pieces take
// together. Where all solutions are found one by one anyhow, the pieces together take as long as the whole, within a tenth.
//
// # Source
//
// M. Heule, O. Kullmann, S. Wieringa, A. Biere, Cube and Conquer: Guiding CDCL SAT Solvers by Lookaheads, HVC 2011, where the leaf that looks
// hardest is split and the variable is found by looking ahead.
package split
