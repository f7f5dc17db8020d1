package human

// The constraint programming of Lewis (2007): the candidates of a blank cell are the values that no filled cell of its row, column and
// box has; a cell with one candidate is filled, and so is a cell that alone in its row, column or box has some candidate; after each,
// the procedure starts again. Since filling a cell only takes candidates away, the order of the steps does not matter for the result.
//
// Lewis reports a proportion of 0.30 filled cells for puzzles with 17 clues, which is not what the procedure as he states it fills, but
// what it fills if it looks for hidden singles in rows only. So each part of the procedure can be had by itself. In a model without
// rows and columns every AllDifferent is a box, and only the full procedure finds hidden singles.
//
// Source: R. Lewis, On the Combination of Constraint Programming and Stochastic Search: The Sudoku Case, Hybrid Metaheuristics, LNCS
// 4771, 2007, pp. 96-107.
var (
	lewisNaked = NewLadder("lewis-naked", "the first step of lewis: naked singles", "Lewis 2007",
		[]*Rule{nakedSingle})
	lewisRows = NewLadder("lewis-rows", "the first two steps of lewis: naked singles, hidden singles in rows", "Lewis 2007",
		[]*Rule{nakedSingle, hiddenSingleInRow})
	lewisLines = NewLadder("lewis-lines", "lewis without its last step: naked singles, hidden singles in rows and columns", "Lewis 2007",
		[]*Rule{nakedSingle, hiddenSingleInLine})
	lewis = NewLadder("lewis", "Lewis's constraint programming: naked singles, hidden singles in rows, columns and boxes", "Lewis 2007",
		[]*Rule{nakedSingle, hiddenSingleInLine, hiddenSingle})
)

// hiddenSingleInRow is the half of hiddenSingleInLine that looks at rows.
var hiddenSingleInRow = &Rule{
	Name:       "hidden-single-in-row",
	Title:      "hidden single in a row",
	Definition: "a value has one place left in a row: it goes there",
	Source:     hiddenSingleInLine.Source,
	Explainer:  hiddenSingleInLine.Explainer, Score: hiddenSingleInLine.Score, Level: hiddenSingleInLine.Level,
	find: func(p *Position, yield func(*Step) bool) bool {
		return p.eachHidden(func(h, _ int) bool { return p.houses[h].kind == Row }, yield)
	},
	explain: explainHidden,
}
