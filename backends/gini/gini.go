package gini

import (
	"context"

	"github.com/go-air/gini"
	"github.com/go-air/gini/z"

	"nonet/backends"
	"nonet/encode/cnf"
	"nonet/model"
)

// Engine solves CNF formulas with gini.
type Engine struct{}

var _ backends.Engine[*cnf.Formula, cnf.Valuation] = Engine{}

// Answers of gini's Solve.
const (
	sat   = 1
	unsat = -1
)

// Solve implements backends.Engine.
func (Engine) Solve(ctx context.Context, f *cnf.Formula, yield func(cnf.Valuation) bool) (model.Result, error) {
	var r model.Result
	if err := ctx.Err(); err != nil {
		return r, err
	}
	g := gini.NewVc(f.Vars, f.Clauses)
	defer stopWith(ctx, g)()
	for i, l := range f.Body {
		if i%(1<<16) == 0 && ctx.Err() != nil {
			return r, ctx.Err()
		}
		g.Add(literal(l)) // the 0 after each clause ends it for gini, too
	}
	valuation := make(cnf.Valuation, f.Vars+1)
	var exclude []cnf.Lit
	for ctx.Err() == nil {
		switch g.Solve() {
		case unsat:
			r.Complete = true
			return r, nil
		case sat:
			for x := range valuation[1:] {
				valuation[x+1] = g.Value(z.Var(x + 1).Pos())
			}
			r.Solutions++
			if !yield(valuation) {
				return r, nil
			}
			exclude = f.Exclude(exclude[:0], valuation)
			add(g, exclude)
		}
	}
	return r, ctx.Err()
}

func add(g *gini.Gini, clause []cnf.Lit) {
	for _, l := range clause {
		g.Add(literal(l))
	}
	g.Add(z.LitNull)
}

// literal returns l in gini's notation. 0 stays 0.
func literal(l cnf.Lit) z.Lit {
	if l < 0 {
		return z.Lit(-l<<1 | 1)
	}
	return z.Lit(l << 1)
}
