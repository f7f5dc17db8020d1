package dsatur

import (
	"context"
	"fmt"
	"math/big"
	"sync"

	"nonet/backends"
	"nonet/encode"
	"nonet/encode/coloring"
	"nonet/model"
)

// MaxColours is the greatest number of colours.
const MaxColours = 64

// Engine colours graphs.
type Engine struct {
	Plain bool // leave the known cliques out: what Brélaz describes
}

var (
	_ backends.Engine[*coloring.Graph, coloring.Colouring] = Engine{}
	_ backends.Counter[*coloring.Graph]                    = Engine{}
)

// searches keeps the memory of searches that are over.
var searches = sync.Pool{New: func() any { return new(search) }}

// Solve implements backends.Engine. It returns an *encode.UnsupportedError if there are more than MaxColours colours. Effort holds Nodes (the
// root and each colour tried where there was a choice), Failures, and Propagations: how often a colour was struck from those that a vertex
// may have.
func (e Engine) Solve(ctx context.Context, g *coloring.Graph, yield func(coloring.Colouring) bool) (model.Result, error) {
	var r model.Result
	err := e.run(ctx, g, &r, func(s *search) (bool, error) {
		for s.names.first(s); ; {
			r.Solutions++
			if !yield(s.colouring()) {
				return false, nil
			}
			if r.Solutions%lookUp == 0 && ctx.Err() != nil {
				return false, ctx.Err()
			}
			if !s.names.next() {
				return true, nil
			}
		}
	})
	return r, err
}

// CountSolutions implements backends.Counter. What it returns may be greater than limit.
func (e Engine) CountSolutions(ctx context.Context, g *coloring.Graph, limit int64) (*big.Int, model.Result, error) {
	var r model.Result
	total, most := new(big.Int), big.NewInt(limit)
	err := e.run(ctx, g, &r, func(s *search) (bool, error) {
		total.Add(total, s.weight())
		return limit <= 0 || total.Cmp(most) < 0, nil
	})
	return total, r, err
}

// lookUp is the number of steps after which the context is looked at. A step colours a vertex or looks at a clique.
const lookUp = 1024

// run calls visit at each solution, up to the names of the colours, until it returns false, and fills in whether the search was complete and
// what it cost.
func (e Engine) run(ctx context.Context, g *coloring.Graph, r *model.Result, visit func(*search) (bool, error)) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	if g.Colours > MaxColours {
		return &encode.UnsupportedError{Encoding: "dsatur", Part: fmt.Sprintf("%d colours: there may be %d", g.Colours, MaxColours)}
	}
	s := searches.Get().(*search)
	defer searches.Put(s)
	s.load(g, e.Plain)
	defer func() { r.Stats.Effort = s.effort }()
	for {
		switch s.advance(lookUp) {
		case found:
			if more, err := visit(s); !more {
				return err
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
