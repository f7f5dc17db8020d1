package lcg

import (
	"slices"

	"nonet/model/bounds"
)

// linear is a sum that is at most bound.
type linear struct {
	terms []Term
	bound int
}

// unbounded is the bound of a sum without a bound.
const unbounded = 1 << 61

// longSum is the number of terms from which a sum is propagated after the shorter ones.
const longSum = 8

// least returns the smallest value of a term.
func (t Term) least(s *state) int {
	if t.Coef > 0 {
		return t.Coef * s.lo[t.Var]
	}
	return t.Coef * s.hi[t.Var]
}

// least returns the smallest value of the sum.
func (l *linear) least(s *state) (sum int) {
	for _, t := range l.terms {
		sum += t.least(s)
	}
	return sum
}

func (l *linear) propagate(s *Search, id int32) bool {
	if l.bound == unbounded {
		return true
	}
	spare := l.bound - l.least(&s.state)
	by := reason{byPropagator, id}
	for _, t := range l.terms {
		v, room := t.Var, s.hi[t.Var]-s.lo[t.Var]
		if t.Coef > 0 {
			if t.Coef*room > spare && !s.setHi(v, s.lo[v]+bounds.FloorDiv(spare, t.Coef), by) {
				return false
			}
		} else if -t.Coef*room > spare && !s.setLo(v, s.hi[v]-bounds.FloorDiv(spare, -t.Coef), by) {
			return false
		}
	}
	return true
}

// explain gives the bounds of the other variables, as weak as the sum allows: what it exceeds its bound by if a did not
// hold is divided among them, the oldest bound first, so that the nogood has few levels.
func (l *linear) explain(s *Search, at int32, a atom) {
	excess := -l.bound - 1
	for _, t := range l.terms {
		switch {
		case t.Var != a.v:
			excess += t.leastBefore(&s.state, at)
		case a.op == atMost:
			excess += t.Coef * (a.k + 1)
		default:
			excess += t.Coef * (a.k - 1)
		}
	}
	s.terms = append(s.terms[:0], l.terms...)
	bound := func(t Term) (event int32) { // the event that made its smallest value
		if event = s.lastHi[t.Var]; t.Coef > 0 {
			event = s.lastLo[t.Var]
		}
		for event >= at {
			event = s.trail[event].previous
		}
		return event
	}
	slices.SortFunc(s.terms, func(x, y Term) int { return int(bound(x) - bound(y)) })
	for _, t := range s.terms {
		if t.Var == a.v {
			continue
		}
		if k := s.loBefore(t.Var, at); t.Coef > 0 {
			less := min(k-s.domains[t.Var].Min(), excess/t.Coef)
			excess -= less * t.Coef
			s.because(atom{k - less, t.Var, atLeast})
		} else {
			k = s.hiBefore(t.Var, at)
			less := min(s.domains[t.Var].Max()-k, excess/-t.Coef)
			excess -= less * -t.Coef
			s.because(atom{k + less, t.Var, atMost})
		}
	}
}

// leastBefore returns the smallest value of a term before the event with index at.
func (t Term) leastBefore(s *state, at int32) int {
	if t.Coef > 0 {
		return t.Coef * s.loBefore(t.Var, at)
	}
	return t.Coef * s.hiBefore(t.Var, at)
}
