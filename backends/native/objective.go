package native

import (
	"slices"

	"nonet/model"
)

// An objectiveBound propagates that the objective is better than in the last solution.
type objectiveBound struct {
	*linear  // unbounded until there is a solution
	id       int32
	maximize bool

	relaxation *relaxation // nil if there is none
}

func (e *engine) postObjective(o *model.Objective) (*objectiveBound, error) {
	terms, err := e.mergeTerms(o.Terms)
	if err != nil {
		return nil, err
	}
	p := &linear{terms: terms}
	g := &objectiveBound{linear: p, id: e.addLinear(p), maximize: o.Maximize}
	g.reset()
	e.postRelaxation(g)
	return g, nil
}

// reset removes the bounds.
func (g *objectiveBound) reset() {
	g.lo, g.hi = -unbounded, unbounded
	if r := g.relaxation; r != nil {
		r.runs, r.hits = 0, 0
	}
}

// tighten requires an objective better than in the current solution, in which all variables are fixed. The search must
// schedule the propagator when it backtracks.
func (g *objectiveBound) tighten(e *engine) { g.setLimit(minSum(e, g.terms, 1)) }

// setLimit requires an objective better than value.
func (g *objectiveBound) setLimit(value int) {
	if g.maximize {
		g.lo = value + 1
	} else {
		g.hi = value - 1
	}
}

// limit returns the value that solutions must be better than, after setLimit.
func (g *objectiveBound) limit() int {
	if g.maximize {
		return g.lo - 1
	}
	return g.hi + 1
}

// reachesBound reports whether no solution has a better objective than a, since a constraint bounds the same sum.
func reachesBound(m *model.Model, a model.Assignment) bool {
	o := m.Objective
	return o != nil && slices.ContainsFunc(m.Constraints, func(c model.Constraint) bool {
		l, ok := c.(model.Linear)
		return ok && slices.Equal(l.Terms, o.Terms) && l.Bound == o.Value(a)-o.Constant &&
			(l.Relation == model.Equal || (l.Relation == model.AtMost) == o.Maximize)
	})
}
