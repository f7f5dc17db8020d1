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

// A summand is a term, with its bound that makes its value smallest, and the event of that bound.
type summand struct {
	Term
	k     int
	event int32
}

// explain gives the bounds of the other variables, as weak as the sum allows: what it exceeds its bound by if a did not
// hold is divided among them, the oldest bound first, so that the nogood has few levels. Facts need none of it.
func (l *linear) explain(s *Search, at int32, a atom) {
	excess, others := -l.bound-1, s.summands[:0]
	for _, t := range l.terms {
		x := summand{t, a.k + 1, -1}
		switch {
		case t.Var == a.v && a.op == atLeast:
			x.k = a.k - 1
		case t.Var == a.v:
		case t.Coef > 0:
			x.k, x.event = s.loBefore(t.Var, at)
		default:
			x.k, x.event = s.hiBefore(t.Var, at)
		}
		excess += t.Coef * x.k
		if x.event >= 0 && s.trail[x.event].level > 0 {
			others = append(others, x)
		}
	}
	slices.SortFunc(others, func(x, y summand) int { return int(x.event - y.event) })
	for _, x := range others {
		if x.Coef > 0 {
			less := min(x.k-s.domains[x.Var].Min(), excess/x.Coef)
			excess -= less * x.Coef
			s.because(atom{x.k - less, x.Var, atLeast})
		} else {
			less := min(s.domains[x.Var].Max()-x.k, excess/-x.Coef)
			excess -= less * -x.Coef
			s.because(atom{x.k + less, x.Var, atMost})
		}
	}
	s.summands = others
}
