package construct

import (
	"context"

	"nonet/internal/parse"
)

// A Guard ends the construction of a formula when its context ends. Constructions are nested and have nothing to undo,
// so a guard panics in the depth, and Run returns the error. A nil Guard does nothing.
type Guard struct {
	ctx   context.Context
	polls int
}

// interval is the number of polls between two looks at the context.
const interval = 64

// Run calls f with a Guard of ctx. If ctx ends, f ends in the middle of a Poll, and Run returns ctx.Err().
func Run(ctx context.Context, f func(*Guard) error) (err error) {
	if ctx.Done() == nil {
		return f(nil)
	}
	defer parse.Catch(&err)
	return f(&Guard{ctx: ctx})
}

// Poll looks at the context once in 64 calls. A call stands for some microseconds of work.
func (g *Guard) Poll() {
	if g == nil {
		return
	}
	if g.polls++; g.polls%interval == 0 {
		g.Check()
	}
}

// Check looks at the context.
func (g *Guard) Check() {
	if g != nil {
		parse.Raise(g.ctx.Err())
	}
}
