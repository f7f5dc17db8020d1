package native

import (
	"fmt"
	"math/bits"
	"slices"

	"nonet/model"
)

// linear propagates lo <= sum <= hi to bounds consistency: the lowest and the highest value of each variable belong to
// a solution in which every other variable may take any real number between its bounds.
// Source: W. Harvey, P. J. Stuckey, Improving Linear Constraint Propagation by Changing Constraint Representation,
// Constraints 8, 2003, section 2.
//
// The first terms are settled: their variables were fixed when the propagator last ran on the path from the root, and
// only their sum is kept, as in MiniCP's Sum.
type linear struct {
	terms  []term // each variable once, all coefficients nonzero; a run moves those it settles to the front
	lo, hi int

	settled, sum int32 // words of the trail: the number of settled terms, and their sum
}

type term struct {
	coef int
	v    int32
}

// unbounded is further from zero than any sum that newLinear accepts, and the difference of two such values still fits
// an int.
const unbounded = 1 << 61

// newLinear returns the propagator of a constraint, or nil if no term is left after merging the terms of repeated
// variables; ok then reports whether the constraint holds. It returns an error if the sums could exceed 2^60, since the
// propagator might overflow.
func newLinear(e *engine, terms []model.Term, relation model.Relation, bound int) (p *linear, ok bool, err error) {
	p = &linear{lo: -unbounded, hi: unbounded}
	if p.terms, err = e.mergeTerms(terms); err != nil {
		return nil, false, err
	}
	bound = min(max(bound, -unbounded), unbounded) // larger bounds are equally out of reach
	if relation != model.AtLeast {
		p.hi = bound
	}
	if relation != model.AtMost {
		p.lo = bound
	}
	if len(p.terms) == 0 {
		return nil, p.lo <= 0 && 0 <= p.hi, nil
	}
	return p, true, nil
}

// mergeTerms adds up the coefficients of each variable, in the order of first occurrence, and drops zero coefficients.
// It returns an error if the sum may exceed a limit; largest returns the largest absolute value of a variable.
func mergeTerms(terms []model.Term, limit uint64, largest func(v int32) uint64) ([]term, error) {
	var merged []term
	index := make(map[model.Var]int, len(terms))
	for _, t := range terms {
		i, seen := index[t.Var]
		if !seen {
			i = len(merged)
			index[t.Var] = i
			merged = append(merged, term{0, int32(t.Var)})
		}
		before := merged[i].coef
		merged[i].coef += t.Coef
		if sum := merged[i].coef; (before^sum)&(t.Coef^sum) < 0 { // overflow: both summands have the other sign
			limit = 0
		}
	}
	merged = slices.DeleteFunc(merged, func(t term) bool { return t.coef == 0 })
	total := uint64(0)
	for _, t := range merged {
		over, bound := bits.Mul64(magnitude(t.coef), max(largest(t.v), 1))
		if over != 0 || bound > limit || total+bound > limit {
			return nil, fmt.Errorf("the sum of %d terms may exceed 2^60", len(terms))
		}
		total += bound
	}
	return merged, nil
}

// mergeTerms is mergeTerms for the domains of the engine.
func (e *engine) mergeTerms(terms []model.Term) ([]term, error) {
	return mergeTerms(terms, 1<<60, func(v int32) uint64 {
		return max(magnitude(e.values[e.min(v)]), magnitude(e.values[e.max(v)]))
	})
}

func magnitude(x int) uint64 {
	if x < 0 {
		return -uint64(x)
	}
	return uint64(x)
}

// propagate makes one pass. If there are both bounds, values removed by one may allow to remove more by the other.
func (p *linear) propagate(e *engine) bool {
	removed := e.removed
	open, sum := p.settle(e)
	ok := propagateAtMost(e, open, 1, p.hi, sum) && propagateAtMost(e, open, -1, -p.lo, -sum)
	e.again = e.removed != removed && p.lo != -unbounded && p.hi != unbounded
	return ok
}

// fewTerms is the number of terms up to which a sum settles none: adding up all is then as fast. On a job shop, whose
// sums have two and three terms, settling them took a tenth more time.
const fewTerms = 4

// settle settles the terms of fixed variables. It returns the other terms and the sum of the settled ones.
func (p *linear) settle(e *engine) (open []term, sum int) {
	if len(p.terms) <= fewTerms {
		return p.terms, 0
	}
	before := int(e.words[p.settled])
	n, sum := before, int(e.words[p.sum])
	for i := n; i < len(p.terms); i++ {
		if t := p.terms[i]; e.fixed(t.v) {
			sum += t.coef * e.values[e.min(t.v)]
			p.terms[i], p.terms[n] = p.terms[n], t
			n++
		}
	}
	if n > before {
		e.set(p.settled, uint64(n))
		e.set(p.sum, uint64(sum))
	}
	return p.terms[n:], sum
}

// propagateAtMost propagates settled + sign * sum of terms <= bound. The slack between the bound and the minimum of the
// sum limits how far each term may rise above its own minimum. One pass is enough, since it only lowers the maxima of
// terms.
func propagateAtMost(e *engine, terms []term, sign, bound, settled int) bool {
	if bound == unbounded {
		return true
	}
	slack := bound - settled - minSum(e, terms, sign)
	if slack < 0 {
		return false
	}
	for _, t := range terms {
		coef := sign * t.coef
		lo, hi := e.min(t.v), e.max(t.v)
		width := e.values[hi] - e.values[lo]
		switch {
		case lo == hi:
		case coef > 0 && width > slack/coef:
			if !e.keepRange(t.v, lo, e.searchRank(e.values[lo]+slack/coef+1)-1) {
				return false
			}
		case coef < 0 && width > slack/-coef:
			if !e.keepRange(t.v, e.searchRank(e.values[hi]-slack/-coef), hi) {
				return false
			}
		}
	}
	return true
}

// minSum returns the minimum of sign * sum of the terms over the current domains.
func minSum(e *engine, terms []term, sign int) int {
	sum := 0
	for _, t := range terms {
		if coef := sign * t.coef; coef > 0 {
			sum += coef * e.values[e.min(t.v)]
		} else {
			sum += coef * e.values[e.max(t.v)]
		}
	}
	return sum
}
