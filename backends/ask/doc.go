// Package ask puts questions about puzzles to a method: is there a solution, is it the only one, how many are there. An [Asker] is the one
// place where a puzzle meets a solver. It states the puzzle, limits the time, turns a panic of the solver into an error, checks every solution
// with code that shares nothing with the solver ([sudoku.Checker]), and notices a solution that is passed twice.
//
//	m, err := methods.Parse("gini")
//	a := ask.New(m, time.Second).Ask(ctx, ask.Question{Kind: ask.Unique}, puzzle)
//	if a.Verdict == model.One {
//		fmt.Println(a.Solution)
//	}
//
// An Asker keeps what the solver prepares for a shape of grid, so that a list of puzzles builds no model for each of them. For lists of
// millions there is a [Fast], which answers most classic puzzles in a microsecond and leaves the rest to an Asker.
//
// Further questions are [Asker.Audit], which entries of a half-filled grid are wrong, and [Certificate], a proof of a verdict that anybody can check.
//
// The package also holds the policies that need several methods: which second method checks a count ([Second]), and which methods help to
// explain a contradiction ([Explainers]) or to find the true candidates ([NewFinder]).
package ask
