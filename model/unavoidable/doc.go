// Package unavoidable finds the unavoidable sets of a solution: sets of variables, of which a puzzle with this one solution must give at
// least one. If none is given, the values of the set can be exchanged for others, and there is another solution.
//
//	sets, err := unavoidable.Find(ctx, sudoku.Order(3).Model(), solution, unavoidable.Options{Size: 10})
//
// finds all minimal ones up to a size. There is no list of patterns behind it; it is a search for the other solutions themselves, and complete
// by the argument at [Find]. It works for any model without an objective, and is fast where the constraints are AllDifferent, as in a Sudoku of
// any size.
//
// [Bound] says how many clues a puzzle with this solution needs, as far as the sets show.
//
// # Sources
//
// G. McGuire, B. Tugemann, G. Civario, There is no 16-Clue Sudoku: Solving the Sudoku Minimum Number of Clues Problem via Hitting Set
// Enumeration, Experimental Mathematics 23(2), 2014, for the notion and its use. They match patterns that were collected before; E.
// Russell's list of those that lie in up to 10 or 12 cells is what their program uses.
package unavoidable
