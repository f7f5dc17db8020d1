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

// MaxColors is the largest number of colours.
const MaxColors = 64

// Engine colours graphs.
type Engine struct {
	IgnoreCliques bool // do not propagate over cliques, as in Brélaz's paper
}

var (
	_ backends.Engine[*coloring.Graph, coloring.Coloring] = Engine{}
	_ backends.Counter[*coloring.Graph]                   = Engine{}
)

// searches pools the memory of finished searches.
var searches = sync.Pool{New: func() any { return new(search) }}

// Solve implements backends.Engine. It returns an *encode.UnsupportedError for more than MaxColors colours. Effort
// holds Nodes (the root and each colour tried at a branching), Failures, and Propagations: the number of removals of a
// colour from the allowed colours of a vertex.
func (e Engine) Solve(
	ctx context.Context, g *coloring.Graph, yield func(coloring.Coloring) bool,
) (model.Result, error) {
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

// CountSolutions implements backends.Counter. The result may exceed limit.
func (e Engine) CountSolutions(ctx context.Context, g *coloring.Graph, limit int64) (*big.Int, model.Result, error) {
	var r model.Result
	total, most := new(big.Int), big.NewInt(limit)
	err := e.run(ctx, g, &r, func(s *search) (bool, error) {
		total.Add(total, s.countNamings())
		return limit <= 0 || total.Cmp(most) < 0, nil
	})
	return total, r, err
}

// checkInterval is the number of steps between two checks of the context. A step colours a vertex or propagates a
// clique.
const checkInterval = 1024

// bytesPerChange is the memory for an entry of the trail and its share of a level, doubled since slices grow by
// copying.
const bytesPerChange = 2 * (16 + 40)

// run calls visit at each solution, up to renaming of colours, until visit returns false, and sets r.Complete and
// r.Stats.Effort.
func (e Engine) run(ctx context.Context, g *coloring.Graph, r *model.Result, visit func(*search) (bool, error)) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	if g.Colors > MaxColors {
		part := fmt.Sprintf("%d colours (maximum %d)", g.Colors, MaxColors)
		return &encode.UnsupportedError{Encoding: "dsatur", Part: part}
	}
	s := searches.Get().(*search)
	defer searches.Put(s)
	s.load(g, e.IgnoreCliques)
	s.maxTrail = int(min(backends.MemoryLimit(ctx)/bytesPerChange, 1<<31))
	defer func() { r.Stats.Effort = s.effort }()
	for {
		switch s.advance(checkInterval) {
		case tooDeep:
			part := fmt.Sprintf("a search of depth %d over %d vertices: it would take more memory than the limit",
				len(s.levels), s.n)
			s.trail, s.levels = nil, nil
			return &encode.UnsupportedError{Encoding: "dsatur", Part: part}
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
