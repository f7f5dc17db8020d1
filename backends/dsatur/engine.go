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

// MaxColors is the greatest number of colours.
const MaxColors = 64

// Engine colours graphs.
type Engine struct {
	IgnoreCliques bool // leave the known cliques out: what Brélaz describes
}

var (
	_ backends.Engine[*coloring.Graph, coloring.Coloring] = Engine{}
	_ backends.Counter[*coloring.Graph]                   = Engine{}
)

// searches keeps the memory of searches that are over.
var searches = sync.Pool{New: func() any { return new(search) }}

// Solve implements backends.Engine. It returns an *encode.UnsupportedError if there are more than MaxColors colours. Effort holds Nodes (the
// root and each colour tried where there was a choice), Failures, and Propagations: how often a colour was struck from those that a vertex
// may have.
func (e Engine) Solve(ctx context.Context, g *coloring.Graph, yield func(coloring.Coloring) bool) (model.Result, error) {
	var r model.Result
	err := e.run(ctx, g, &r, func(s *search) (bool, error) {
		for s.naming.first(s); ; {
			r.Solutions++
			if !yield(s.coloring()) {
				return false, nil
			}
			if r.Solutions%checkInterval == 0 && ctx.Err() != nil {
				return false, ctx.Err()
			}
			if !s.naming.next() {
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
		total.Add(total, s.countNamings())
		return limit <= 0 || total.Cmp(most) < 0, nil
	})
	return total, r, err
}

// checkInterval is the number of steps after which the context is looked at. A step colours a vertex or looks at a clique.
const checkInterval = 1024

// run calls visit at each solution, up to the names of the colours, until it returns false, and fills in whether the search was complete and
// what it cost.
func (e Engine) run(ctx context.Context, g *coloring.Graph, r *model.Result, visit func(*search) (bool, error)) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	if g.Colors > MaxColors {
		return &encode.UnsupportedError{Encoding: "dsatur", Part: fmt.Sprintf("%d colours: there may be %d", g.Colors, MaxColors)}
	}
	s := searches.Get().(*search)
	defer searches.Put(s)
	s.load(g, e.IgnoreCliques)
	defer func() { r.Stats.Effort = s.effort }()
	for {
		switch s.advance(checkInterval) {
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
