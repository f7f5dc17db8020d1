// Package analyze measures which cells make a puzzle hard for a method. [Critical] reveals each blank cell alone, with
// its value in the solution, and measures how much effort that saves: the critical cells of section 5.2 of Thein's
// thesis, "one or more squares that are critical to solving the puzzle".
//
//	m, err := methods.Parse("backtrack:cp-thesis")
//	found, err := analyze.Critical(ctx, puzzle, analyze.Options{Method: m})
//	best := found.Cells[0]
//
// Source: M. Thein, An In Depth Analysis of Sudoku with Focus in Integer and Constraint Programming, M.S. thesis,
// Pennsylvania State University, 2014.
package analyze
