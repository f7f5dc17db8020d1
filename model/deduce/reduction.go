package deduce

import (
	"context"
	"math/bits"
	"slices"

	"nonet/internal/slice"
	"nonet/model"
	"nonet/model/human"
	"nonet/model/internal/network"
)

// A Reduction makes models smaller. It has no state and may be used by many goroutines.
type Reduction struct {
	name, summary, source string
	prepare               func(base *model.Model) reducer
}

// A reducer is what Reduction.Prepare returns.
type reducer = func(context.Context, []model.Given) *model.Model

// Name returns the name as users write it: "singles".
func (r *Reduction) Name() string { return r.name }

// Summary describes the reduction in one line.
func (r *Reduction) Summary() string { return r.summary }

// Source names the publication that describes it.
func (r *Reduction) Source() string { return r.source }

// Preprocess returns a model with the same variables and solutions as m and smaller domains. It does not modify m; the
// result shares its unchanged parts with m. If ctx ends, it returns the model as reduced so far and ctx.Err(). There
// are no other errors.
func (r *Reduction) Preprocess(ctx context.Context, m *model.Model) (*model.Model, error) {
	return r.Prepare(m)(ctx, nil), ctx.Err()
}

// Prepare analyses base once. The function it returns reduces base.WithGivens(givens), as Preprocess would. The
// function must not be called by two goroutines at once, and its result is valid until the next call.
func (r *Reduction) Prepare(base *model.Model) func(context.Context, []model.Given) *model.Model {
	return r.prepare(base)
}

// All returns the reductions: Givens, Singles and Locked, weakest first, and then the methods of package human.
func All() []*Reduction {
	return append([]*Reduction{Givens, Singles, Locked}, slice.Map(human.Methods(), byHuman)...)
}

// Names returns the names of the reductions, in the order of All.
func Names() []string {
	return slice.Map(All(), (*Reduction).Name)
}

// ByName returns the reduction with the given name, and whether there is one.
func ByName(name string) (*Reduction, bool) {
	return slice.Find(All(), func(r *Reduction) bool { return r.Name() == name })
}

// prepare returns Reduction.prepare for deductions on the candidates that take microseconds and so do not check the
// context. In a model of more than model.MaxValues values it only restricts the variables of the givens.
func prepare(deduce func(*candidates)) func(*model.Model) reducer {
	return func(base *model.Model) reducer {
		if base.CheckValues(nil) != nil {
			return func(_ context.Context, givens []model.Given) *model.Model {
				m := *base.WithGivens(givens)
				m.Vars = slices.Clone(m.Vars)
				for _, g := range givens {
					d := &m.Vars[g.Var].Domain
					*d = d.Intersect(model.Values(g.Value))
				}
				return &m
			}
		}
		c := newCandidates(network.New(base))
		out := newResult(c.Network)
		return func(_ context.Context, givens []model.Given) *model.Model {
			c.reset()
			for _, g := range c.Givens {
				c.applyGiven(g)
			}
			for _, g := range givens {
				c.applyGiven(g)
			}
			deduce(c)
			return out.model(c, givens)
		}
	}
}

// byHuman makes a method of package human a reduction. For models that are too large for a human.Board it falls back to
// Singles.
func byHuman(m human.Method) *Reduction {
	return &Reduction{m.Name(), m.Summary(), m.Source(), func(base *model.Model) reducer {
		board, err := human.NewBoard(base)
		if err != nil {
			return Singles.Prepare(base)
		}
		p := board.NewPosition(nil)
		c := newCandidates(network.New(base))
		out := newResult(c.Network)
		return func(ctx context.Context, givens []model.Given) *model.Model {
			p.Reset(givens)
			m.Deduce(ctx, p)
			c.readPosition(p)
			return out.model(c, givens)
		}
	}}
}

// readPosition copies the candidates of p. A cell that p has filled becomes a given. If p is broken, some domain
// becomes empty.
func (c *candidates) readPosition(p *human.Position) {
	for v := range c.sizes {
		c.domains[v], c.given[v] = p.Remaining(model.Var(v))
		c.sizes[v] = int32(bits.OnesCount64(c.domains[v]))
	}
	if c.failed = p.Broken(); c.failed && len(c.sizes) > 0 {
		c.fail(0)
	}
}
