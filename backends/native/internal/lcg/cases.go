package lcg

import (
	"slices"

	"nonet/internal/slice"
	"nonet/model/bounds"
)

// oneOf bounds a variable: one of some choices is made, each implies a sum with the variable, and the weakest of their
// bounds holds (constructive disjunction). Minima, and elements of arrays of variables, are such cases.
type oneOf struct {
	bound atom // the number is not used
	cases []implied
}

// An implied sum holds if a choice is made.
type implied struct {
	by  choice
	sum linear
	at  int // of the variable of oneOf in the terms
}

// limit returns the bound that the sum implies for its variable.
func (c *implied) limit(s *state) int {
	t := c.sum.terms[c.at]
	spare := c.sum.bound - c.sum.least(s) + t.least(s)
	if t.Coef > 0 {
		return bounds.FloorDiv(spare, t.Coef)
	}
	return -bounds.FloorDiv(spare, -t.Coef)
}

func (o *oneOf) propagate(s *Search, id int32) bool {
	weakest, isOpen := o.bound, false
	for i := range o.cases {
		c := &o.cases[i]
		if s.holds(s.otherwise(c.by)) {
			continue
		}
		if k := c.limit(&s.state); !isOpen || (k < weakest.k) == (weakest.op == atLeast) {
			weakest.k, isOpen = k, true
		}
		if s.holds(weakest) {
			return true
		}
	}
	return !isOpen || s.make(weakest, reason{byPropagator, id})
}

// explain gives for each case why it is no case, or otherwise why the sum implies the bound.
func (o *oneOf) explain(s *Search, at int32, a atom) {
	for i := range o.cases {
		c := &o.cases[i]
		if other := s.otherwise(c.by); s.holds(other) {
			if since, _ := s.since(other); since < at {
				s.because(other)
				continue
			}
		}
		c.sum.explain(s, at, a)
	}
}

// otherwise returns the atom that a choice is not made.
func (s *state) otherwise(c choice) atom {
	if c.high {
		return atom{s.domains[c.v].Min(), c.v, atMost}
	}
	return atom{s.domains[c.v].Max(), c.v, atLeast}
}

// Limits of AddCases: the terms of a sum, and the terms of all sums in cases.
const (
	maxImplied = 8
	maxCases   = 1 << 18
)

// AddCases looks for choices, of which one is made, that all imply sums with the same variable, and adds what follows.
// Call it at most once, after all constraints.
func (p *Problem) AddCases() {
	sums, left := map[choice][]linear{}, maxCases
	for _, c := range p.propagators {
		if l, ok := c.(*linear); ok && l != p.objective {
			if by, sum := p.implication(l); len(sum.terms) > 0 {
				sums[by] = append(sums[by], sum)
			}
		}
	}
	oneOf := func(choices ...choice) {
		for _, sum := range sums[choices[0]] {
			for at, t := range sum.terms {
				cases := []implied{{choices[0], sum, at}}
				for _, c := range choices[1:] {
					cases = appendCase(cases, c, sums[c], t)
				}
				if left -= len(cases); len(cases) == len(choices) && left > 0 {
					p.addCases(cases, t)
				}
			}
		}
	}
	for _, c := range p.clauses {
		if len(c) > 1 {
			oneOf(slice.Map(c, func(a atom) choice { return choice{a.v, a.op == atMost} })...)
		}
	}
	for v := range p.initial {
		oneOf(choice{int32(v), true}, choice{int32(v), false})
	}
}

// appendCase appends a sum that bounds the variable of t as t does.
func appendCase(cases []implied, by choice, sums []linear, t Term) []implied {
	for _, sum := range sums {
		for at, u := range sum.terms {
			if u.Var == t.Var && (u.Coef > 0) == (t.Coef > 0) {
				return append(cases, implied{by, sum, at})
			}
		}
	}
	return cases
}

// implication returns a choice without which l holds in any case, and what l says if it is made.
func (p *Problem) implication(l *linear) (by choice, sum linear) {
	if len(l.terms) > maxImplied || p.areBinary(l.terms) {
		return by, sum
	}
	most := 0
	for _, t := range l.terms {
		_, high := p.ends(t)
		most += high
	}
	for i, t := range l.terms {
		if low, high := p.ends(t); p.initial[t.Var].Size() == 2 && most-high+low <= l.bound {
			others := slices.Delete(slices.Clone(l.terms), i, i+1)
			return choice{t.Var, t.Coef > 0}, linear{others, l.bound - high}
		}
	}
	return by, sum
}

func (p *Problem) addCases(cases []implied, t Term) {
	o := &oneOf{atom{v: t.Var, op: atLeast}, cases}
	if t.Coef > 0 {
		o.bound.op = atMost
	}
	id := p.add(o, 1)
	for _, c := range cases {
		p.onAny[c.by.v] = append(p.onAny[c.by.v], id)
		for _, u := range c.sum.terms {
			switch {
			case u.Var == t.Var:
			case u.Coef > 0:
				p.onLo[u.Var] = append(p.onLo[u.Var], id)
			default:
				p.onHi[u.Var] = append(p.onHi[u.Var], id)
			}
		}
	}
}
