package rules

import (
	"context"

	"nonet/backends"
	"nonet/model"
	"nonet/model/human"
)

// A Solver climbs a ladder of rules as far as it leads, guesses, and goes back when a guess turns out wrong. The zero value has the
// ladder of Berggren and Nilsson.
type Solver struct {
	// Ladder is what it climbs; nil means human.Berggren(). Rules that assume a single solution are left out.
	Ladder *human.Ladder
}

var _ model.Preparer = Solver{}

// Solve implements model.Solver. It returns an error, besides that of ctx, if m is ill-formed, and a *human.LimitError if it is too
// large for the rules.
//
// Effort holds Propagations: steps by a rule; Decisions: cells in which it guessed; Nodes: positions from which it climbed, one for each
// value guessed and one for the puzzle itself; Failures: those of them in which there was no solution to be found.
func (s Solver) Solve(ctx context.Context, m *model.Model, yield func(model.Assignment) bool) (model.Result, error) {
	return backends.Compiler(s.newSearch).Solve(ctx, m, yield)
}

// Prepare implements model.Preparer: it analyses base once. SolveGiven allocates nothing in the long run. It returns an error if a given
// mentions a variable that does not exist.
func (s Solver) Prepare(base *model.Model) (model.Prepared, error) {
	return backends.Compiler(s.newSearch).Prepare(base)
}
