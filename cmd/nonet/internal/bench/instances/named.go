package instances

// named has single puzzles with a name, by set.
var named = map[string][]struct{ name, puzzle string }{
	// S. Maire, C. Prissette, A Restarted Estimation of Distribution Algorithm for Solving Sudoku Puzzles, 2011: the first three. The fourth is
	// A. Inkala's AI Escargot.
	"reseda-easy":   {{"easy", "..867.4.24.23...9.37..2.......4...5.89.251.67.1...3.......9..73.3...52.17.5.329.."}},
	"reseda-medium": {{"medium", ".24..7...6..........368.415431..5...5......3279.....6.2.971.8...4..93...31...475."}},
	"reseda-hard":   {{"hard", ".1.7.89..38.........9..56...9..7.....31....2....45..8..5..6249.673.49.51.4......3"}},
	"escargot":      {{"AI Escargot", "1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3.."}},

	// M. Thein, An in depth analysis of Sudoku with focus in integer and constraint programming, 2014, appendix C.
	"thein-appendix": {{"appendix C", "4.......1.8..7.2.3...9...6.59.7....6....2....6....1.42.5...9...3.6.4..2.2.......8"}},

	// R. Lewis, On the combination of constraint programming and stochastic search: the Sudoku case, 2007, Fig. 1.
	"lewis-figure1": {{"Fig. 1", "........818...23...6..57..1.7.96.....9.7.4.1.....81.4.6..24..8...45...935........"}},

	// Hard puzzles that have a name: those of testdata/puzzles/named.txt.
	"hardest": {
		{"AI Escargot", "1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3.."},
		{"Golden Nugget", ".......39.....1..5..3.5.8....8.9...6.7...2...1..4.......9.8..5..2....6..4..7....."},
		{"Easter Monster", "1.......2.9.4...5...6...7...5.9.3.......7.......85..4.7.....6...3...9.8...2.....1"},
		{"Platinum Blonde", ".......12........3..23..4....18....5.6..7.8.......9.....85.....9...4.5..47...6..."},
		{"Red Dwarf", "12.3....435....1....4........54..2..6...7.........8.9...31..5.......9.7.....6...8"},
		{"coloin 013", "....9..5..1.....3...23..7....45...7.8.....2.......64...9..1.....8..6......54....7"},
		{"tarek 0134", "........8..3...4...9..2..6.....79.......612...6.5.2.7...8...5...1.....2.4.5.....3"},
	},

	// The 4x4 puzzles with one solution of testdata/puzzles/4x4.txt.
	"order2": {
		{"", "2.1..3..3....1.."},
		{"", ".....3.1..4.2..."},
		{"", "..21.......41..."},
		{"", "..3.1....2..4..."},
		{"", ".2..3.....41...2"},
		{"", "..3..1....43...."},
		{"", ".....2.4....2.1."},
		{"", ".1..2....41....."},
	},
}
