package rules

import (
	"context"
	"time"

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
	if err := ctx.Err(); err != nil {
		return model.Result{}, err
	}
	begin := time.Now()
	c, err := s.newClimb(m)
	if err != nil {
		return model.Result{}, err
	}
	compiled := time.Now()
	r, err := c.run(ctx, nil, yield)
	r.Stats.Encode, r.Stats.Solve = compiled.Sub(begin), time.Since(compiled)
	return r, err
}

// Prepare implements model.Preparer: it analyses base once. SolveGiven allocates nothing in the long run.
func (s Solver) Prepare(base *model.Model) (model.Prepared, error) {
	c, err := s.newClimb(base)
	if err != nil {
		return nil, err
	}
	return c, nil
}

// SolveGiven implements model.Prepared. It returns an error if a given mentions a variable that does not exist.
func (c *climb) SolveGiven(ctx context.Context, givens []model.Given, yield func(model.Assignment) bool) (model.Result, error) {
	if err := ctx.Err(); err != nil {
		return model.Result{}, err
	}
	begin := time.Now()
	r, err := c.run(ctx, givens, yield)
	r.Stats.Solve = time.Since(begin)
	return r, err
}
