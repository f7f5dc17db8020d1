package dlx

import (
	"context"
	"math"
	"math/big"
	"sync"

	"nonet/backends"
	"nonet/encode/cover"
	"nonet/model"
)

// Engine solves exact cover problems.
type Engine struct{}

var (
	_ backends.Engine[*cover.Problem, cover.Solution] = Engine{}
	_ backends.Counter[*cover.Problem]                = Engine{}
)

// searches pools the memory of finished searches.
var searches = sync.Pool{New: func() any { return new(search) }}

// Solve implements backends.Engine. Effort holds Nodes (the root and each option tried at a branching), Failures, and
// Propagations: the number of removals of an option from the set of an item, which Knuth calls updates.
func (Engine) Solve(ctx context.Context, p *cover.Problem, yield func(cover.Solution) bool) (model.Result, error) {
	var r model.Result
	err := run(ctx, p, &r, func(s *search) bool {
		r.Solutions++
		return yield(s.solution())
	})
	return r, err
}

// CountSolutions implements backends.Counter.
func (Engine) CountSolutions(ctx context.Context, p *cover.Problem, limit int64) (*big.Int, model.Result, error) {
	var r model.Result
	n := int64(0)
	if limit <= 0 {
		limit = math.MaxInt64
	}
	err := run(ctx, p, &r, func(*search) bool {
		n++
		return n < limit
	})
	return big.NewInt(n), r, err
}

// checkInterval returns the number of steps between two checks of the context for a problem of n items. A step selects
// an option. Its time grows with the items, from microseconds to a fraction of a millisecond for the 40,000 items of a
// grid of 100 rows.
func checkInterval(n int) int { return min(1024, 16+1<<19/(n+1)) }

// run calls visit at each solution until visit returns false, and sets r.Complete and r.Stats.Effort.
func run(ctx context.Context, p *cover.Problem, r *model.Result, visit func(*search) bool) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	s := searches.Get().(*search)
	defer searches.Put(s)
	s.load(p)
	defer func() { r.Stats.Effort = s.effort }()
	for {
		switch s.advance(checkInterval(p.Items)) {
		case found:
			if !visit(s) {
				return nil
			}
		case exhausted:
			r.Complete = true
			return nil
		}
		if err := ctx.Err(); err != nil {
			return err
		}
	}
}
