// Package rules solves as a person does who follows rules until they lead no further and then tries: it climbs a ladder of package
// deduce, guesses a value for a cell with the fewest candidates, climbs on, and goes back when there is a contradiction. With the ladder
// [human.Berggren], which is the default, this is the rule-based solver of Berggren and Nilsson. It goes on after a solution, so it
// counts and proves uniqueness, too.
//
// The cell is the first of those with the fewest candidates, and its values are tried in increasing order. The thesis leaves both open.
//
// Rules know AllDifferent, NotEqual and Given constraints. Of the others the solver makes sure itself: a position whose filled cells
// violate one is a dead end. It draws no conclusions from them, so a puzzle that rests on sums is no task for it. Each solution is checked
// against the model by code that shares nothing with the rules.
//
//	p, err := rules.Solver{}.Prepare(sudoku.Order(3).Model())
//	...
//	r, err := p.SolveGiven(ctx, puzzle.Given(nil), func(a model.Assignment) bool { ... })
//
// On one core of a machine of 2026 the 49,151 puzzles with 17 clues take 15 microseconds each on the mean to be solved and proved unique,
// and none of them more than 2 milliseconds, the best of five runs each; a quarter of them needs a guess.
//
// Source: P. Berggren, D. Nilsson, A study of Sudoku solving algorithms, bachelor's thesis, KTH Stockholm, 2012.
package rules
