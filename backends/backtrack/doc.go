// Package backtrack solves by depth-first search as two papers state it, with little or no propagation, and with
// counters that measure the work of each search. For speed, use package native.
//
//   - [Solver] is plain backtracking in four variable orders: fewest candidates, row by row, random, nearly complete
//     houses first.
//   - [ForwardChecking] is the solver of python-constraint, as Thein's thesis uses it, with or without the error of the
//     thesis.
//
// Both accept every model, enumerate all solutions, and so count and prove uniqueness, optimize an objective, and check
// each solution against the model with code that is independent of the search.
//
//	s := backtrack.Solver{Order: backtrack.RowMajor, Nodes: 10_000_000}
//	verdict, solutions, r, err := model.Unique(ctx, s, puzzle.Model())
//
// Orders that ignore candidates can take any time: the random order does not finish on most puzzles with 30 clues.
//
// # Sources
//
// P. Berggren, D. Nilsson, A study of Sudoku solving algorithms, bachelor's thesis, KTH Stockholm, 2012, for the four
// orders. M. Thein, An In Depth Analysis of Sudoku with Focus in Integer and Constraint Programming, M.S. thesis,
// Pennsylvania State University, 2014, for forward checking.
package backtrack
