package native

import "nonet/model"

// A objectiveBound is an objective as a constraint whose bound moves.
type objectiveBound struct {
	*linear  // without bounds until a solution is found
	id       int32
	maximize bool
}

func (e *engine) postObjective(o *model.Objective) (*objectiveBound, error) {
	terms, err := e.mergeTerms(o.Terms)
	if err != nil {
		return nil, err
	}
	p := &linear{terms: terms}
	g := &objectiveBound{p, e.addLinear(p), o.Maximize}
	g.reset()
	return g, nil
}

// reset removes the bounds.
func (g *objectiveBound) reset() { g.lo, g.hi = -unbounded, unbounded }

// tighten demands that from now on the objective is better than where all variables are fixed now. It takes effect where the search
// goes on.
func (g *objectiveBound) tighten(e *engine) {
	value := g.minSum(e, 1)
	if g.maximize {
		g.lo = value + 1
	} else {
		g.hi = value - 1
	}
}
