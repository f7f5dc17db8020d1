// Package backtrack solves by depth-first search as the papers state it: plain, with nothing or little between one assignment and the
// next, and with counters that say how much work each way of searching is. For answers that are wanted fast there is package native.
//
//   - [Solver] is plain backtracking in four orders: a variable with the fewest candidates next, the variables row by row, in a random
//     order, or those of nearly complete houses first.
//   - [ForwardChecking] is the solver of python-constraint, as Thein's thesis uses it, with the slip of the thesis or without.
//
// Both work on every model, go on after a solution, so that they count and prove uniqueness, honour an objective, and check each solution
// against the model by code that shares nothing with the search.
//
//	s := backtrack.Solver{Order: backtrack.RowMajor, Nodes: 10_000_000}
//	verdict, solutions, r, err := model.Unique(ctx, s, puzzle.Model())
//
// Orders that do not look at candidates can take any time: the random one gets nowhere with most puzzles of 30 clues.
//
// # Sources
//
// P. Berggren, D. Nilsson, A study of Sudoku solving algorithms, bachelor's thesis, KTH Stockholm, 2012, for the four orders. M. Thein, An
// In Depth Analysis of Sudoku with Focus in Integer and Constraint Programming, M.S. thesis, Pennsylvania State University, 2014, for
// forward checking.
package backtrack
