package deduce

// Givens is given-elimination: each given fixes its variable, and its value is removed from the variables that must
// differ from it. It makes one pass. It neither propagates a variable that has one value left as a result, nor adds a
// Given for it; the published sizes of reduced formulas count such variables.
//
// Source: G. Kwon, H. Jain, Optimized CNF Encoding for Sudoku Puzzles, LPAR 2006 (short papers).
var Givens = &Reduction{"givens", "given-elimination: remove each clue from its peers, once", "Kwon & Jain 2006",
	prepare(eliminateGivens)}

func eliminateGivens(c *candidates) {
	for v, given := range c.given {
		if given && !c.failed {
			c.propagate(int32(v))
		}
	}
}
