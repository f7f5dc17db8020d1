package rules

import (
	"context"

	"nonet/backends"
	"nonet/model"
	"nonet/model/human"
)

// A Solver applies a ladder of rules until none applies, guesses, and backtracks from wrong guesses. The zero value
// uses the ladder of Berggren and Nilsson.
type Solver struct {
	// Ladder is the ladder of rules; nil means human.Berggren(). Rules that assume a single solution are omitted.
	Ladder *human.Ladder
}

var _ model.Preparer = Solver{}

// Solve implements model.Solver. It returns an error, besides ctx.Err(), if m is invalid, and a *human.LimitError if it
// is too large for the rules.
//
// In Effort, Propagations are steps of a rule; Decisions the cells with a guess; Nodes the positions that the ladder
// was applied to, one per guessed value and one for the puzzle; Failures the nodes that were refuted or did not improve
// the objective.
func (s Solver) Solve(ctx context.Context, m *model.Model, yield func(model.Assignment) bool) (model.Result, error) {
	return backends.Compiler(s.newSearch).Solve(ctx, m, yield)
}

// Prepare implements model.Preparer: it analyses base once. SolveGiven allocates only when a search is deeper than all
// before. It returns an error if a given mentions a variable that does not exist.
func (s Solver) Prepare(ctx context.Context, base *model.Model) (model.Prepared, error) {
	return backends.Compiler(s.newSearch).Prepare(ctx, base)
}
