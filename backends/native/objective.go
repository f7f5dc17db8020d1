package native

import "nonet/model"

// An objectiveBound propagates that the objective is better than in the last solution.
type objectiveBound struct {
	*linear  // unbounded until there is a solution
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

// tighten requires an objective better than in the current solution, in which all variables are fixed. The search must
// schedule the propagator when it backtracks.
func (g *objectiveBound) tighten(e *engine) {
	value := g.minSum(e, 1)
	if g.maximize {
		g.lo = value + 1
	} else {
		g.hi = value - 1
	}
}
