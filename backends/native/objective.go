package native

import "nonet/model"

// A goal is an objective as a constraint whose bound moves.
type goal struct {
	*linear  // without bounds until a solution is found
	id       int32
	maximize bool
}

func (e *engine) postGoal(o *model.Objective) (*goal, error) {
	terms, err := e.join(o.Terms)
	if err != nil {
		return nil, err
	}
	p := &linear{terms: terms}
	g := &goal{p, e.addLinear(p), o.Maximize}
	g.forget()
	return g, nil
}

// forget removes the bounds.
func (g *goal) forget() { g.lo, g.hi = -unbounded, unbounded }

// improve demands that from now on the objective is better than where all variables are fixed now. It takes effect where the search
// goes on.
func (g *goal) improve(e *engine) {
	value := g.least(e, 1)
	if g.maximize {
		g.lo = value + 1
	} else {
		g.hi = value - 1
	}
}
