package deduce

import (
	"math/bits"
	"slices"

	"nonet/model"
	"nonet/model/internal/network"
)

// A result converts candidates to models, and reuses its memory from one model to the next.
type result struct {
	reduced model.Model
	stated  int                 // number of constraints of the base model
	domains model.DomainBuilder // of the changed domains
	// fixings[offset[v]+k] is Given{v, k-th value of its domain in the base model}; nil until needed.
	fixings []model.Constraint
	offset  []int
	isGiven []bool // by variable: a given of the puzzle or of the base model fixes it
}

func newResult(n *network.Network) *result {
	r := &result{reduced: *n.Base, stated: len(n.Base.Constraints)}
	r.reduced.Vars, r.reduced.Constraints = slices.Clone(n.Base.Vars), slices.Clone(n.Base.Constraints)
	r.offset = make([]int, len(n.Base.Vars))
	atoms := 0
	for v := range n.Base.Vars {
		r.offset[v] = atoms
		atoms += n.Base.Vars[v].Domain.Size()
	}
	r.fixings = make([]model.Constraint, atoms)
	r.isGiven = make([]bool, len(n.Base.Vars))
	return r
}

// model returns the base model with the candidates as domains. Its further constraints are the givens and, in the order
// of the variables, a Given for each other variable that the deductions have fixed.
func (r *result) model(c *candidates, givens []model.Given) *model.Model {
	r.writeDomains(c)
	out := r.reduced.Constraints[:r.stated]
	clear(r.isGiven)
	for _, g := range c.Givens {
		r.isGiven[g.Var] = true
	}
	for _, g := range givens {
		r.isGiven[g.Var] = true
		out = append(out, r.givenConstraint(c, g))
	}
	for v, given := range c.given {
		if given && !r.isGiven[v] && c.sizes[v] == 1 {
			out = append(out, r.givenConstraint(c, model.Given{Var: model.Var(v), Value: c.Values[c.value(int32(v))]}))
		}
	}
	r.reduced.Constraints = out
	return &r.reduced
}

// writeDomains sets the domains of the variables. Unchanged domains are shared with the base model.
func (r *result) writeDomains(c *candidates) {
	r.domains.Reset()
	for v := range r.reduced.Vars {
		if c.sizes[v] == c.Sizes[v] {
			r.reduced.Vars[v].Domain = c.Base.Vars[v].Domain
			continue
		}
		for w := 0; w*len(c.sizes) < len(c.domains); w++ {
			for d := c.plane(w)[v]; d != 0; d &= d - 1 {
				value := c.Values[w<<6|bits.TrailingZeros64(d)]
				r.domains.Add(value, value)
			}
		}
		r.reduced.Vars[v].Domain = r.domains.Domain()
	}
}

// givenConstraint returns g as a constraint. If its value is in the domain, the constraint is created once and reused,
// since the conversion to an interface allocates.
func (r *result) givenConstraint(n *candidates, g model.Given) model.Constraint {
	k, found := n.Base.Vars[g.Var].Domain.Index(g.Value)
	if !found {
		return g
	}
	c := &r.fixings[r.offset[g.Var]+k]
	if *c == nil {
		*c = g
	}
	return *c
}
