package deduce

import (
	"math/bits"
	"slices"

	"nonet/model"
	"nonet/model/internal/network"
)

// A result turns candidates into models, and keeps the memory from one to the next.
type result struct {
	reduced model.Model
	stated  int                // number of constraints of the base model
	values  []int              // the values of all changed domains, one after another
	fixings []model.Constraint // fixings[first[v]+k] is Given{v, k-th value of its domain in the base model}; nil until needed
	offset  []int
	isGiven []bool // variables that a given of the puzzle or of the base fixes
}

func newResult(n *network.Network) *result {
	r := &result{reduced: *n.Base, stated: len(n.Base.Constraints)}
	r.reduced.Vars = make([]model.Variable, len(n.Base.Vars))
	copy(r.reduced.Vars, n.Base.Vars)
	r.reduced.Constraints = append([]model.Constraint(nil), n.Base.Constraints...)
	r.offset = make([]int, len(n.Base.Vars))
	atoms := 0
	for v := range n.Base.Vars {
		r.offset[v] = atoms
		atoms += len(n.Base.Vars[v].Domain)
	}
	r.fixings = make([]model.Constraint, atoms)
	r.isGiven = make([]bool, len(n.Base.Vars))
	r.values = make([]int, 0, 64)
	return r
}

// model returns the base model with the candidates as domains, the givens, and a Given for each further variable that the rules have
// fixed, in the order of the variables.
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

// writeDomains writes the domains of the variables. Unchanged ones are shared with the base model.
func (r *result) writeDomains(c *candidates) {
	total := 0
	for _, n := range c.sizes {
		total += int(n)
	}
	if cap(r.values) < total {
		r.values = make([]int, 0, total+total/2)
	}
	values := r.values[:0]
	for v := range r.reduced.Vars {
		if c.sizes[v] == c.Sizes[v] {
			r.reduced.Vars[v].Domain = c.Base.Vars[v].Domain
			continue
		}
		start := len(values)
		for w := 0; w*len(c.sizes) < len(c.domains); w++ {
			for d := c.plane(w)[v]; d != 0; d &= d - 1 {
				values = append(values, c.Values[w<<6|bits.TrailingZeros64(d)])
			}
		}
		r.reduced.Vars[v].Domain = values[start:len(values):len(values)]
	}
	r.values = values
}

// givenConstraint returns g as a constraint. That of a value in the variable's domain is made once: converting it to an interface allocates.
func (r *result) givenConstraint(c *candidates, g model.Given) model.Constraint {
	k, found := slices.BinarySearch(c.Base.Vars[g.Var].Domain, g.Value)
	if !found {
		return g
	}
	at := &r.fixings[r.offset[g.Var]+k]
	if *at == nil {
		*at = g
	}
	return *at
}
