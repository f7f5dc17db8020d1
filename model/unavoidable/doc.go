// Package unavoidable finds the unavoidable sets of a solution. A set of variables is unavoidable if some other
// solution agrees with this one outside the set. So a puzzle whose only solution is this one must give at least one
// variable of the set.
//
//	sets, err := unavoidable.Find(ctx, sudoku.Order(3).Model(), solution, unavoidable.Options{Size: 10})
//
// returns all minimal unavoidable sets up to a size. It uses no list of patterns; it searches for the other solutions
// themselves, and is complete by the argument at [Find]. It works for any model without an objective, and is fast where
// the constraints are AllDifferent, as in a Sudoku of any size.
//
// [Bound] derives a lower bound on the number of clues of a puzzle with this solution.
//
// # Sources
//
// G. McGuire, B. Tugemann, G. Civario, There is no 16-Clue Sudoku: Solving the Sudoku Minimum Number of Clues Problem
// via Hitting Set Enumeration, Experimental Mathematics 23(2), 2014, for the notion and its use. They match patterns
// that were collected before: their program uses E. Russell's list of the sets in up to 10 or 12 cells.
package unavoidable
