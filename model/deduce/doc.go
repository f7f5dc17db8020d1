// Package deduce makes models smaller without guessing: it finds values that a variable cannot take, and variables that are decided. What is
// left goes to an encoder or a solver.
//
// A [Reduction] takes a model and returns one with the same variables and the same solutions, smaller domains and further givens. [Givens],
// [Singles] and [Locked] are the fast ones, each including the one before it; every method of package human is a reduction, too, among them
// the procedures of papers (lewis, thein, berggren) and the ladder of all rules. [All] is the table that names, help and tests are derived from.
//
// The rules look at AllDifferent, NotEqual and Given constraints and ignore the others, which is sound: whatever they strike violates
// the constraints they do look at. They serve any variant of Sudoku and any other problem stated with AllDifferents.
//
// A variable that a reduction fixes has one value left in its domain and a Given constraint that says so: encoders treat it as a
// constant. If the rules find that there is no solution, some domain of the result is empty.
//
// Preprocess analyses the structure of the model at each call. Prepare does it once and returns a function for puzzles that differ in
// their givens only. It allocates nothing in the long run, and takes less than ten microseconds for a 9x9 Sudoku:
//
//	reduce := deduce.Singles{}.Prepare(sudoku.Order(3).Model())
//	for _, puzzle := range puzzles {
//		small := reduce(ctx, puzzle.Given(nil)) // valid until the next call
//	}
//
// Givens, Singles and Locked work on candidates of their own and not on a human.Position: they take models with any number of values, and
// keep no indices that only patterns need.
package deduce
