package deduce

import (
	"context"
	"math/bits"

	"nonet/model"
	"nonet/model/human"
	"nonet/model/internal/network"
)

// byHand is a method of package human as a reduction. It leaves models that are too large for a human.Board to Singles.
type byHand struct{ human.Method }

func (r byHand) Preprocess(ctx context.Context, m *model.Model) (*model.Model, error) {
	return preprocess(ctx, r, m)
}

func (r byHand) Prepare(base *model.Model) func(context.Context, []model.Given) *model.Model {
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
		c.read(p)
		return out.model(c, givens)
	}
}

// read takes over what p leaves for each variable. Filled cells have a given, and if p is broken, some domain is empty.
func (c *candidates) read(p *human.Position) {
	for v := range c.left {
		c.now[v], c.given[v] = p.Remaining(model.Var(v))
		c.left[v] = int32(bits.OnesCount64(c.now[v]))
	}
	if c.failed = p.Broken(); c.failed && len(c.left) > 0 {
		c.fail(0)
	}
}
