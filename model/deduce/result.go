package deduce

import (
	"math/bits"
	"slices"

	"nonet/model"
	"nonet/model/internal/network"
)

// A result turns candidates into models, and keeps the memory from one to the next.
type result struct {
	small   model.Model
	stated  int                // number of constraints of the base model
	values  []int              // the values of all changed domains, one after another
	fixings []model.Constraint // fixings[first[v]+k] is Given{v, k-th value of its domain in the base model}; nil until needed
	first   []int
	is      []bool // variables that a given of the puzzle or of the base fixes
}

func newResult(n *network.Network) *result {
	r := &result{small: *n.Base, stated: len(n.Base.Constraints)}
	r.small.Vars = make([]model.Variable, len(n.Base.Vars))
	copy(r.small.Vars, n.Base.Vars)
	r.small.Constraints = append([]model.Constraint(nil), n.Base.Constraints...)
	r.first = make([]int, len(n.Base.Vars))
	atoms := 0
	for v := range n.Base.Vars {
		r.first[v] = atoms
		atoms += len(n.Base.Vars[v].Domain)
	}
	r.fixings = make([]model.Constraint, atoms)
	r.is = make([]bool, len(n.Base.Vars))
	r.values = make([]int, 0, 64)
	return r
}

// model returns the base model with the candidates as domains, the givens, and a Given for each further variable that the rules have
// fixed, in the order of the variables.
func (r *result) model(c *candidates, givens []model.Given) *model.Model {
	r.domains(c)
	out := r.small.Constraints[:r.stated]
	clear(r.is)
	for _, g := range c.Givens {
		r.is[g.Var] = true
	}
	for _, g := range givens {
		r.is[g.Var] = true
		out = append(out, r.given(c, g))
	}
	for v, given := range c.given {
		if given && !r.is[v] && c.left[v] == 1 {
			out = append(out, r.given(c, model.Given{Var: model.Var(v), Value: c.Values[c.value(int32(v))]}))
		}
	}
	r.small.Constraints = out
	return &r.small
}

// domains writes the domains of the variables. Unchanged ones are shared with the base model.
func (r *result) domains(c *candidates) {
	total := 0
	for _, n := range c.left {
		total += int(n)
	}
	if cap(r.values) < total {
		r.values = make([]int, 0, total+total/2)
	}
	values := r.values[:0]
	for v := range r.small.Vars {
		if c.left[v] == c.Sizes[v] {
			r.small.Vars[v].Domain = c.Base.Vars[v].Domain
			continue
		}
		start := len(values)
		for w := 0; w*len(c.left) < len(c.now); w++ {
			for d := c.plane(w)[v]; d != 0; d &= d - 1 {
				values = append(values, c.Values[w<<6|bits.TrailingZeros64(d)])
			}
		}
		r.small.Vars[v].Domain = values[start:len(values):len(values)]
	}
	r.values = values
}

// given returns g as a constraint. That of a value in the variable's domain is made once: converting it to an interface allocates.
func (r *result) given(c *candidates, g model.Given) model.Constraint {
	k, found := slices.BinarySearch(c.Base.Vars[g.Var].Domain, g.Value)
	if !found {
		return g
	}
	at := &r.fixings[r.first[g.Var]+k]
	if *at == nil {
		*at = g
	}
	return *at
}
