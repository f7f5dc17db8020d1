// Package sudoku states Sudoku puzzles as models. A [Shape] is a grid of N×N cells cut into boxes of any size; a [Puzzle] is a shape
// with clues; [Puzzle.Model] turns it into AllDifferent and Given constraints over one variable per cell. Rules are functions that
// return core constraints ([Rows], [Columns], [Boxes]); a variant is one more of them.
//
// Cells are numbered row by row from the top left, starting at 0; rows, columns and boxes likewise. Names of cells, as in messages, in
// files and in the names of variables, count from 1: r1c1 is cell 0. The value of a cell is 1 to N, and 0 if it is blank.
//
// The package solves nothing and reads no files; package notation does the latter.
//
// # Example
//
// A 6×6 grid with boxes of two rows and three columns, and one clue:
//
//	p := sudoku.Puzzle{Shape: sudoku.Shape{Height: 2, Width: 3}, Clues: make(sudoku.Grid, 36)}
//	p.Clues[p.Shape.Cell(0, 4)] = 5 // r1c5
//	solution, result, err := model.First(ctx, solver, p.Model())
//
// # Files
//
//   - sudoku.go: Shape, Cell, Grid, Puzzle, and a puzzle as a model
//   - rules.go: Rows, Columns, Boxes
package sudoku
