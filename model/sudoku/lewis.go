package sudoku

import "math/rand/v2"

// Root returns the root solution: row i, counted from 0, is 1 2 ... N, rotated to the left by Width·(i mod Height) + i div Height.
//
// Source: R. Lewis, Metaheuristics can solve sudoku puzzles, Journal of Heuristics 13(4), 2007, pp. 387-401, for square boxes.
func (s Shape) Root() Grid {
	n := s.N()
	g := make(Grid, s.Cells())
	for c := range g {
		row, column := c/n, c%n
		g[c] = (s.Width*(row%s.Height)+row/s.Height+column)%n + 1
	}
	return g
}

// Lewis draws an instance as Lewis does: the root solution is shuffled, and each cell is then kept with probability p, independently of
// the others. The instance has the solution that is returned with it, and often more. A shuffled root solution is a special grid, more
// regular than most: RandomGrid draws others.
//
// Source: R. Lewis, On the combination of constraint programming and stochastic search: the Sudoku case, Hybrid Metaheuristics, LNCS
// 4771, 2007, pp. 96-107. The paper permutes the rows "within columns of boxes", which is read as within bands.
func Lewis(s Shape, p float64, r *rand.Rand) (Puzzle, Grid) {
	solution := Shuffle(s, r).Grid(s.Root())
	return Puzzle{Shape: s, Clues: KeepEach(solution, p, r)}, solution
}

// KeepEach returns a copy of g in which each cell keeps its value with probability p, and is blank otherwise.
func KeepEach(g Grid, p float64, r *rand.Rand) Grid {
	kept := make(Grid, len(g))
	for c, v := range g {
		if r.Float64() < p {
			kept[c] = v
		}
	}
	return kept
}

// KeepExactly returns a copy of g in which n of the cells with a value keep it, each set of n cells with the same probability. If there
// are fewer than n, all do.
func KeepExactly(g Grid, n int, r *rand.Rand) Grid {
	kept := make(Grid, len(g))
	left := n // to choose
	for _, c := range r.Perm(len(g)) {
		if left > 0 && g[c] != 0 {
			kept[c] = g[c]
			left--
		}
	}
	return kept
}

// Givens returns the number of clues when percent per cent of the cells have one: ⌈percent·N²/100⌉, as in the instances of Lewis (2007)
// that are published with their numbers.
func (s Shape) Givens(percent int) int { return (percent*s.Cells() + 99) / 100 }
