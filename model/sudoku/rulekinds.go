package sudoku

import "nonet/model"

// stated is a rule that is a core constraint.
func stated(kind string, c model.Constraint) Rule { return Rule{Kind: kind, Stated: c} }

var ruleKinds = []RuleKind{
	{
		Name: "regions", Summary: "a jigsaw: regions instead of boxes, each with different values",
		Example: Rule{Kind: "regions", Cells: []Cell{0, 1, 2, 4, 3, 6, 7, 11, 5, 8, 9, 12, 10, 13, 14, 15}},
		fewest:  1, valid: validRegions, constraints: regions, broken: regionsBroken,
	},
	{
		Name: "diagonals", Summary: "each of the two long diagonals has different values",
		Example: Rule{Kind: "diagonals"}, constraints: diagonals, broken: diagonalsBroken,
	},
	{
		Name: "windoku", Summary: "so have the windows: areas as large as boxes, with a line of cells around each",
		Example: Rule{Kind: "windoku"}, valid: needsBoxes, constraints: windoku, broken: windokuBroken,
	},
	{
		Name: "disjoint-groups", Summary: "cells at the same place in their boxes have different values",
		Example: Rule{Kind: "disjoint-groups"}, valid: needsBoxes, constraints: disjointGroups, broken: disjointGroupsBroken,
	},
	{
		Name: "knight", Summary: "cells a knight's move apart have different values",
		Example: Rule{Kind: "knight"}, constraints: apart(knightMoves), broken: apartBroken(isKnightMove),
	},
	{
		Name: "king", Summary: "cells a king's move apart have different values",
		Example: Rule{Kind: "king"}, constraints: apart(kingMoves), broken: apartBroken(isKingMove),
	},
	{
		Name: "non-consecutive", Summary: "cells that share a side do not have values that follow each other",
		Example: Rule{Kind: "non-consecutive"}, constraints: nonConsecutive, broken: nonConsecutiveBroken,
	},
	{
		Name: "cage", Number: "sum", Summary: "a killer cage: the cells have different values with that sum",
		Example: Rule{Kind: "cage", Number: 5, Cells: []Cell{0, 1}}, fewest: 1, constraints: cage, broken: cageBroken,
	},
	{
		Name: "sum", Number: "sum", Summary: "the values have that sum, and may repeat; a little killer's diagonal, or X and V for 10 and 5",
		Example: Rule{Kind: "sum", Number: 7, Cells: []Cell{3, 6, 9}}, fewest: 1, constraints: sumOf, broken: sumBroken,
	},
	{
		Name: "product", Number: "product", Summary: "the values have that product, and may repeat, as in KenKen",
		Example: Rule{Kind: "product", Number: 6, Cells: []Cell{0, 1, 4}}, fewest: 1, valid: validProduct, constraints: product, broken: productBroken,
	},
	{
		Name: "difference", Number: "difference", Summary: "the larger minus the smaller of two values; 1 is a white Kropki dot",
		Example: Rule{Kind: "difference", Number: 1, Cells: []Cell{0, 1}}, fewest: 2, most: 2, constraints: difference, broken: differenceBroken,
	},
	{
		Name: "ratio", Number: "ratio", Summary: "the larger of two values through the smaller; 2 is a black Kropki dot",
		Example: Rule{Kind: "ratio", Number: 2, Cells: []Cell{0, 1}}, fewest: 2, most: 2, constraints: ratio, broken: ratioBroken,
	},
	{
		Name: "even", Summary: "the cells have even values",
		Example: Rule{Kind: "even", Cells: []Cell{0, 5}}, fewest: 1, constraints: parity(0), broken: parityBroken(0),
	},
	{
		Name: "odd", Summary: "the cells have odd values",
		Example: Rule{Kind: "odd", Cells: []Cell{0, 5}}, fewest: 1, constraints: parity(1), broken: parityBroken(1),
	},
	{
		Name: "thermometer", Summary: "the values increase from cell to cell, from the bulb on",
		Example: Rule{Kind: "thermometer", Cells: []Cell{0, 1, 2}}, fewest: 2, constraints: thermometer(1), broken: thermometerBroken,
	},
	{
		Name: "slow-thermometer", Summary: "the values increase or stay the same from cell to cell",
		Example: Rule{Kind: "slow-thermometer", Cells: []Cell{0, 5, 6}}, fewest: 2, constraints: thermometer(0), broken: slowThermometerBroken,
	},
	{
		Name: "arrow", Summary: "the value of the first cell is the sum of the others",
		Example: Rule{Kind: "arrow", Cells: []Cell{0, 1, 2}}, fewest: 2, constraints: arrow, broken: arrowBroken,
	},
	{
		Name: "palindrome", Summary: "the values are the same read from either end",
		Example: Rule{Kind: "palindrome", Cells: []Cell{0, 5, 2, 7}}, fewest: 2, constraints: palindrome, broken: palindromeBroken,
	},
	{
		Name: "whisper", Number: "difference", Summary: "values of cells that follow each other differ by that or more; 5 is a German whisper",
		Example: Rule{Kind: "whisper", Number: 2, Cells: []Cell{0, 1, 5}}, fewest: 2, constraints: whisper, broken: whisperBroken,
	},
	{
		Name: "renban", Summary: "the values follow each other without a gap, in any order",
		Example: Rule{Kind: "renban", Cells: []Cell{0, 1, 6}}, fewest: 2, constraints: renban, broken: renbanBroken,
	},
	{
		Name: "all-different", Summary: "the cells have different values; an extra region",
		Example: Rule{Kind: "all-different", Cells: []Cell{0, 5, 10, 15}}, fewest: 1, constraints: allDifferent, broken: allDifferentBroken,
	},
	{
		Name: "linear", Summary: "a linear equation or inequality of values",
		Example: stated("linear", model.Linear{Terms: []model.Term{{Coef: 2, Var: 0}, {Coef: -1, Var: 1}}, Relation: model.AtMost, Bound: 3}),
		core:    true, constraints: asStated, broken: statedBroken,
	},
	{
		Name: "not-equal", Summary: "a value is not another one, plus a number",
		Example: stated("not-equal", model.NotEqual{A: 0, B: 1, Offset: 1}),
		core:    true, constraints: asStated, broken: statedBroken,
	},
	{
		Name: "table", Summary: "the values of the cells, in order, are one of the rows of the table",
		Example: stated("table", model.Table{Vars: []model.Var{0, 1}, Rows: [][]int{{1, 2}, {3, 4}}}),
		core:    true, constraints: asStated, broken: statedBroken,
	},
}
