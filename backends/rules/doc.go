// Package rules solves with the rules of human solvers and backtracking: it applies a ladder of rules of package human
// until none applies, guesses a value for a cell with the fewest candidates, continues, and backtracks on a
// contradiction. With the default ladder, [human.Berggren], this is the rule-based solver of Berggren and Nilsson. It
// enumerates all solutions, and so counts and proves uniqueness.
//
// The cell is the first with the fewest candidates, and its values are tried in increasing order. The thesis leaves
// both open.
//
// Rules use AllDifferent, NotEqual and Given constraints. The solver checks all other constraints on filled cells: a
// position that violates one is a dead end. It propagates nothing from them, so puzzles that rely on sums are out of
// reach. Each solution is checked against the model with code that is independent of the rules.
//
//	p, err := rules.Solver{}.Prepare(ctx, sudoku.Order(3).Model())
//	...
//	r, err := p.SolveGiven(ctx, puzzle.Given(nil), func(a model.Assignment) bool { ... })
//
// On one core of a machine of 2026 the 49,151 puzzles with 17 clues take 15 microseconds each on average to be solved
// and proved unique, and none takes more than 2 milliseconds (best of five runs each). A quarter of them needs a guess.
//
// Source: P. Berggren, D. Nilsson, A study of Sudoku solving algorithms, bachelor's thesis, KTH Stockholm, 2012.
package rules
