// Package ask answers questions about puzzles with a method: is there a solution, is it the only one, how many are
// there. All solving goes through an [Asker]. It states the puzzle as a model, enforces the time limit, turns a panic
// of the solver into an error, checks every solution with code that is independent of the solver ([sudoku.Checker]),
// and detects a solution that the solver returns twice.
//
//	m, err := methods.Parse("gini")
//	a := ask.New(m, time.Second).Ask(ctx, ask.Question{Kind: ask.Unique}, puzzle)
//	if a.Verdict == model.One {
//		fmt.Println(a.Solution)
//	}
//
// An Asker keeps what the solver prepares for a shape of grid, so that a list of puzzles needs no model per puzzle. For
// lists of millions, a [FastAsker] answers most classic puzzles in a microsecond and leaves the rest to an Asker.
//
// [Asker.Audit] finds the wrong entries of a half-filled grid. [Certificate] returns a proof of a verdict that an
// independent checker can verify. A [Verifier] verifies the answers of any method: by the proof of an external
// program about the puzzle, a certificate, or a second method.
//
// The package also holds the policies that combine several methods: which method cross-checks a count
// ([CrossCheckMethod]), and which methods help to explain a contradiction ([Explainers]) or to find the true candidates
// ([NewFinder]).
package ask
