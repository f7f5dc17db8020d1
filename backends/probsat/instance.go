package probsat

import (
	"context"
	"slices"

	"nonet/backends/cdcl"
	"nonet/encode/cnf"
	"nonet/internal/slice"
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

// An instance is the part of a formula that unit propagation leaves, indexed for walking. Walks share it; it is
// immutable.
type instance struct {
	fixed          cnf.Valuation        // valuation of the formula as propagated; the variables in origVar are false
	origVar        []cnf.Var            // by variable of the instance, from 0: the variable of the formula
	shownFixed     bool                 // propagation fixed every shown variable
	clauses        slice.Lists[lit]     // each has at least two literals
	partners       slice.Lists[partner] // by literal: its binary clauses
	longer         slice.Lists[int32]   // by literal: its clauses of three and more literals
	maxOccurrences int                  // most clauses of a literal
}

// A partner is the other literal of a binary clause.
type partner struct {
	other  lit
	clause int32
}

// newInstance returns the instance of f, or nil if propagation refutes f. The error is ctx.Err().
func newInstance(ctx context.Context, f *cnf.Formula) (*instance, error) {
	implied, consistent, err := cdcl.Propagate(ctx, f)
	if err != nil || !consistent {
		return nil, err
	}
	isTrue := make([]uint8, 2*(f.Vars+1)) // by literal: 1 if it is true
	for _, l := range implied {
		isTrue[litOf(l)] = 1
	}
	p := &instance{fixed: make(cnf.Valuation, f.Vars+1), shownFixed: true}
	renumbered := make([]lit, len(isTrue)) // by literal of the formula: the literal of the instance
	for v := 1; v <= f.Vars; v++ {
		l := lit(v) << 1
		p.fixed[v] = isTrue[l] == 1
		if isTrue[l] == 0 && isTrue[l.not()] == 0 {
			renumbered[l], renumbered[l.not()] = lit(len(p.origVar))<<1, lit(len(p.origVar))<<1|1
			p.origVar = append(p.origVar, cnf.Var(v))
			p.shownFixed = p.shownFixed && v > f.Shown
		}
	}
	p.addClauses(ctx, f, isTrue, renumbered)
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	p.buildOccurrences(ctx)
	return p, ctx.Err()
}

// ended reports whether ctx has ended. It looks at it in every 16,384th step.
func ended(ctx context.Context, step int) bool { return step%checkInterval == 0 && ctx.Err() != nil }

// addClauses adds the clauses of f that propagation leaves, without repeated literals. It drops clauses that are true,
// tautologies included. isTrue and renumbered are indexed by literal of the formula. It stops when ctx ends.
func (p *instance) addClauses(ctx context.Context, f *cnf.Formula, isTrue []uint8, renumbered []lit) {
	last := make([]int32, len(isTrue)) // by literal: the last clause with it, counted from 1
	i := int32(0)
	p.clauses.Clear()
clauses:
	for clause := range f.All() {
		if i++; ended(ctx, int(i)) {
			return
		}
		for _, x := range clause {
			switch l := litOf(x); {
			case isTrue[l] == 1 || last[l.not()] == i:
				p.clauses.Drop()
				continue clauses
			case isTrue[l.not()] == 0 && last[l] != i:
				last[l] = i
				p.clauses.Append(renumbered[l])
			}
		}
		p.clauses.End()
	}
}

// buildOccurrences builds the occurrence lists of all literals. It stops when ctx ends.
func (p *instance) buildOccurrences(ctx context.Context) {
	n := 2 * len(p.origVar)
	p.partners.Reset(n)
	p.longer.Reset(n)
	for i := range p.clauses.Len() {
		if ended(ctx, i) {
			return
		}
		c := p.clauses.Get(int32(i))
		for _, l := range c {
			if len(c) == 2 {
				p.partners.Count(int32(l))
			} else {
				p.longer.Count(int32(l))
			}
		}
	}
	p.partners.Allot()
	p.longer.Allot()
	for i := range int32(p.clauses.Len()) {
		if ended(ctx, int(i)) {
			return
		}
		c := p.clauses.Get(i)
		if len(c) == 2 {
			p.partners.Add(int32(c[0]), partner{c[1], i})
			p.partners.Add(int32(c[1]), partner{c[0], i})
			continue
		}
		for _, l := range c {
			p.longer.Add(int32(l), i)
		}
	}
	for l := range int32(n) {
		p.maxOccurrences = max(p.maxOccurrences, len(p.partners.Get(l))+len(p.longer.Get(l)))
	}
}

// valuation returns the valuation of the formula for one of the instance, given by literal.
func (p *instance) valuation(isTrue []uint8) cnf.Valuation {
	v := slices.Clone(p.fixed)
	for x, y := range p.origVar {
		v[y] = isTrue[2*x] == 1
	}
	return v
}
