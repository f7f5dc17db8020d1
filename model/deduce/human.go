package deduce

import (
	"context"
	"math/bits"

	"nonet/model"
	"nonet/model/human"
	"nonet/model/internal/network"
)

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
