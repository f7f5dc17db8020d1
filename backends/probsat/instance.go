package probsat

import (
	"slices"

	"nonet/backends/cdcl"
	"nonet/encode/cnf"
)

// A lit is a literal: 2v for the variable v, 2v+1 for its negation.
type lit uint32

func litOf(l cnf.Lit) lit {
	if l < 0 {
		return lit(-l)<<1 | 1
	}
	return lit(l) << 1
}

func (l lit) not() lit { return l ^ 1 }

// An instance is what unit propagation leaves of a formula, prepared for walking. It is not modified, so walks may share it.
type instance struct {
	fixed    cnf.Valuation  // of the formula: what propagation found; the variables in back are false
	back     []cnf.Var      // by variable of the instance, from 0: that of the formula
	settled  bool           // no shown variable is left
	clauses  lists[lit]     // each of two literals or more
	partners lists[partner] // by literal: the clauses of two literals in which it is
	longer   lists[int32]   // by literal: the clauses of three and more
	most     int            // most clauses that a literal is in
}

// A partner is the other literal of a clause of two.
type partner struct {
	other  lit
	clause int32
}

// newInstance returns the instance of f, or nil if propagation refutes f.
func newInstance(f *cnf.Formula) *instance {
	implied, consistent := cdcl.Propagate(f)
	if !consistent {
		return nil
	}
	holds := make([]uint8, 2*(f.Vars+1)) // by literal: 1 if it is true
	for _, l := range implied {
		holds[litOf(l)] = 1
	}
	p := &instance{fixed: make(cnf.Valuation, f.Vars+1), settled: true, clauses: lists[lit]{start: make([]int32, 1)}}
	number := make([]lit, len(holds)) // by literal of the formula: that of the instance
	for v := 1; v <= f.Vars; v++ {
		l := lit(v) << 1
		p.fixed[v] = holds[l] == 1
		if holds[l] == 0 && holds[l.not()] == 0 {
			number[l], number[l.not()] = lit(len(p.back))<<1, lit(len(p.back))<<1|1
			p.back = append(p.back, cnf.Var(v))
			p.settled = p.settled && v > f.Shown
		}
	}
	p.take(f, holds, number)
	p.index()
	return p
}

// take takes over what propagation leaves of the clauses of f, without repeated literals; clauses that are true, tautologies among them, it
// drops. Both holds and number are by literal of the formula.
func (p *instance) take(f *cnf.Formula, holds []uint8, number []lit) {
	last := make([]int32, len(holds)) // by literal: the last clause it was seen in, from 1
	i := int32(0)
clauses:
	for clause := range f.All() {
		i++
		for _, x := range clause {
			switch l := litOf(x); {
			case holds[l] == 1 || last[l.not()] == i:
				p.clauses.items = p.clauses.items[:p.clauses.start[p.clauses.len()]]
				continue clauses
			case holds[l.not()] == 0 && last[l] != i:
				last[l] = i
				p.clauses.items = append(p.clauses.items, number[l])
			}
		}
		p.clauses.close()
	}
}

// index makes the lists of the clauses of each literal.
func (p *instance) index() {
	n := 2 * len(p.back)
	p.partners = group(n, func(add func(lit, partner)) {
		for i := range p.clauses.len() {
			if c := p.clauses.at(int32(i)); len(c) == 2 {
				add(c[0], partner{c[1], int32(i)})
				add(c[1], partner{c[0], int32(i)})
			}
		}
	})
	p.longer = group(n, func(add func(lit, int32)) {
		for i := range p.clauses.len() {
			if c := p.clauses.at(int32(i)); len(c) > 2 {
				for _, l := range c {
					add(l, int32(i))
				}
			}
		}
	})
	for l := range int32(n) {
		p.most = max(p.most, len(p.partners.at(l))+len(p.longer.at(l)))
	}
}

// valuation returns that of the formula for one of the instance.
func (p *instance) valuation(holds []uint8) cnf.Valuation {
	v := slices.Clone(p.fixed)
	for x, y := range p.back {
		v[y] = holds[2*x] == 1
	}
	return v
}
