// Package iss reads and writes the texts of Interactive Sudoku Solver, and links to it. A text is a list of items: a
// dot, the type of a constraint, and its arguments, each after a tilde. An item without a type restricts the values of
// cells:
//
//	.Shape~4x4.Diagonal~-1.Cage~5~R1C1~R2C1.Thermo~R4C4~R3C4~R3C3.WhiteDot~R1C2~R1C3.~R4C1_3
//
// White space and lines that begin with # have no meaning. Cells are counted from 1, with the digits a to g for 10 to
// 16. A link has the text in its parameter q.
//
// A [kind] is one type of item: which rules it states, and how such rules are written. The table of kinds is in
// kinds.go. A text with another type is refused. Extra variables (Var), and the numbers of regions to find, are
// cells beside the grid. Regular expressions and automata are the rule automaton, and so are alternatives (Or) about
// more than three cells, if each of them has few enough combinations of values; otherwise they are the rule any-of.
//
// # Files
//
//   - scan.go: items and their places in the text
//   - kinds.go: the table; pairs.go: relations of two cells
//   - forms.go, formscells.go, formslines.go: the forms of arguments
//   - machine.go: automata; key.go: their keys in texts; alternatives.go: items that contain others
//   - areas.go: areas, regions to find, ranks
//   - read.go, write.go: texts as puzzles and puzzles as texts
//
// # Source
//
// S. Bradley (sigh), Interactive Sudoku Solver: sudoku_parser, sudoku_builder and sudoku_constraint.
package iss
