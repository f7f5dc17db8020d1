// Package sudoku states Sudoku puzzles as models. A [Shape] is a grid of N×N cells cut into boxes of any size; a [Puzzle] is a shape
// with clues; [Puzzle.Model] turns it into AllDifferent and Given constraints over one variable per cell. [Rows], [Columns] and [Boxes]
// return core constraints; a variant has a [Rule] or more beside them, as data, of the kinds that [RuleKinds] lists. A new kind is one
// entry there, with its constraints, and a check of complete grids that is written apart from them; package notation reads and writes it. A
// [Checker] checks complete grids without models, and [Puzzle.Contradiction] names what a person sees at once in a puzzle without solution.
//
// Cells are numbered row by row from the top left, starting at 0; rows, columns and boxes likewise. Names of cells, as in messages, in
// files and in the names of variables, count from 1: r1c1 is cell 0. The value of a cell is 1 to N, and 0 if it is blank.
//
// A [Symmetry] rearranges grids and renames their values so that solutions stay solutions, and [Canonical] chooses one
// puzzle among all that are the same but for that. [Lewis] and [RandomGrid] draw instances and
// complete grids; all randomness comes from the *rand.Rand that is passed in, so that a seed repeats it.
//
// The package solves no puzzles and reads no files; packages backends and notation do.
//
// # Example
//
// A 6×6 grid with boxes of two rows and three columns, and one clue:
//
//	p := sudoku.Puzzle{Shape: sudoku.Shape{Height: 2, Width: 3}, Clues: make(sudoku.Grid, 36)}
//	p.Clues[p.Shape.Cell(0, 4)] = 5 // r1c5
//	solution, result, err := model.First(ctx, solver, p.Model())
package sudoku
