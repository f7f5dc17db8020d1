package deduce

import (
	"context"
	"math/bits"

	"nonet/model"
	"nonet/model/human"
	"nonet/model/internal/network"
)

// humanMethod is a method of package human as a reduction. It leaves models that are too large for a human.Board to Singles.
type humanMethod struct{ human.Method }

func (r humanMethod) Preprocess(ctx context.Context, m *model.Model) (*model.Model, error) {
	return preprocess(ctx, r, m)
}

func (r humanMethod) Prepare(base *model.Model) func(context.Context, []model.Given) *model.Model {
	board, err := human.NewBoard(base)
	if err != nil {
		return Singles{}.Prepare(base)
	}
	p := board.NewPosition(nil)
	c := newCandidates(network.New(base))
	out := newResult(c.Network)
	return func(ctx context.Context, givens []model.Given) *model.Model {
		p.Reset(givens)
		r.Deduce(ctx, p)
		c.readPosition(p)
		return out.model(c, givens)
	}
}

// readPosition takes over what p leaves for each variable. Filled cells have a given, and if p is broken, some domain is empty.
func (c *candidates) readPosition(p *human.Position) {
	for v := range c.sizes {
		c.domains[v], c.given[v] = p.Remaining(model.Var(v))
		c.sizes[v] = int32(bits.OnesCount64(c.domains[v]))
	}
	if c.failed = p.Broken(); c.failed && len(c.sizes) > 0 {
		c.fail(0)
	}
}
