// Package deduce makes models smaller without search: it removes values that a variable cannot take, and fixes
// variables with one value left. The rest is left to an encoder or a solver.
//
// A [Reduction] takes a model and returns one with the same variables and the same solutions, smaller domains and
// further givens. [Givens], [Singles] and [Locked] are the fast ones, each including the one before it. Every method of
// package human is a reduction, too, among them the procedures of papers (lewis, thein, berggren) and the ladder of all
// rules. Names, help and tests are derived from the table [All].
//
// The rules use AllDifferent, NotEqual and Given constraints and ignore the others. This is sound: a removed value
// violates the constraints that the rules use. The rules apply to any variant of Sudoku and any other problem stated
// with AllDifferents.
//
// A variable that a reduction fixes has one value left in its domain and a Given constraint, so that encoders treat it
// as a constant. If the rules find that there is no solution, some domain of the result is empty.
//
// Preprocess analyses the structure of the model at each call. Prepare does it once and returns a function for puzzles
// that differ only in their givens. After the first calls the function does not allocate, and it takes less than ten
// microseconds for a 9x9 Sudoku:
//
//	reduce := deduce.Singles.Prepare(sudoku.Order(3).Model())
//	for _, puzzle := range puzzles {
//		small := reduce(ctx, puzzle.Given(nil)) // valid until the next call
//	}
//
// Givens, Singles and Locked keep candidates of their own instead of a human.Position: they accept any number of
// values, and keep none of the indices that only patterns need.
package deduce
