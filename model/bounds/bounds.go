// Package bounds infers bounds of integer variables from linear constraints, and divides integers exactly.
package bounds

import (
	"math"

	"nonet/model"
)

// Bounds that are missing.
const (
	NoLower = -math.MaxInt
	NoUpper = math.MaxInt
)

// Often is how often Infer should improve a bound where domains are too large.
const Often = 20

// largest is the greatest magnitude of the numbers that the package calculates with; from greater ones it infers
// nothing. The sum of such a number and an int that is not missing may not overflow.
const largest = 1 << 53

// An Interval is the integers from Lower to Upper. Either bound may be missing.
type Interval struct{ Lower, Upper int }

// Size returns the number of integers in an interval, at most math.MaxInt.
func (i Interval) Size() int {
	width := uint(i.Upper) - uint(i.Lower) // unsigned: the difference may overflow
	return int(min(width, math.MaxInt-1)) + 1
}

// A Sum states that a sum is in an interval.
type Sum struct {
	Terms []model.Term
	Interval
}

// Of returns what a constraint states.
func Of(c model.Linear) Sum {
	s := Sum{c.Terms, Interval{c.Bound, c.Bound}}
	switch c.Relation {
	case model.AtMost:
		s.Lower = NoLower
	case model.AtLeast:
		s.Upper = NoUpper
	}
	return s
}

// Infer gives variables the bounds that they lack and that the sums imply, each from the bounds that the other
// variables of a sum have, and improves a bound that is there at most a number of times. No solution is lost; if a
// variable has no value left, it keeps one that the sums exclude. Without improvements, the time is linear in the
// number of terms.
func Infer(vars []Interval, sums []Sum, improvements int) {
	in := inference{vars: vars, uses: make([][]use, len(vars)), improvements: improvements,
		improved: make([]int, 2*len(vars))}
	for _, s := range sums {
		in.add(s.Terms, 1, s.Upper)
		in.add(s.Terms, -1, -s.Lower)
	}
	for len(in.queue) > 0 {
		s := &in.sides[in.queue[0]]
		in.queue = in.queue[1:]
		s.queued = false
		in.side(s)
	}
}

// A side is one side of a sum: sign times the sum of the terms is at most limit.
type side struct {
	terms       []model.Term
	sign, limit int
	open        int // the number of terms that have no least value, because a bound of their variable is missing
	queued      bool
}

// A use is a term of a side.
type use struct{ side, coef int }

type inference struct {
	vars         []Interval
	sides        []side
	uses         [][]use // by variable
	queue        []int   // of sides with at most one open term
	improvements int
	improved     []int // twice for each variable: how often its lower bound and its upper bound were improved
}

// add adds a side, unless it has no limit.
func (in *inference) add(terms []model.Term, sign, limit int) {
	if limit == NoUpper {
		return
	}
	s := side{terms: terms, sign: sign, limit: limit}
	for _, t := range terms {
		coef := sign * t.Coef
		in.uses[t.Var] = append(in.uses[t.Var], use{len(in.sides), coef})
		if _, ok := in.vars[t.Var].least(coef); !ok {
			s.open++
		}
	}
	in.sides = append(in.sides, s)
	in.enqueue(len(in.sides) - 1)
}

func (in *inference) enqueue(k int) {
	if s := &in.sides[k]; s.open <= 1 && !s.queued {
		s.queued = true
		in.queue = append(in.queue, k)
	}
}

// least returns the least value of coef times a variable, or false if it has none within the largest magnitude.
func (i Interval) least(coef int) (least int, ok bool) {
	at := i.Lower
	switch {
	case coef == 0:
		return 0, true
	case coef < 0:
		at = i.Upper
	}
	if at == NoLower || at == NoUpper {
		return 0, false
	}
	least = coef * at
	return least, least/coef == at && !tooLarge(least) && !tooLarge(at)
}

func tooLarge(n int) bool { return n > largest || n < -largest }

// side bounds each term by what the least values of the others leave of the limit.
func (in *inference) side(s *side) {
	rest := s.limit
	for _, t := range s.terms {
		if least, ok := in.vars[t.Var].least(s.sign * t.Coef); ok {
			rest -= least
		}
		if tooLarge(rest) {
			return
		}
	}
	for _, t := range s.terms {
		coef := s.sign * t.Coef
		least, ok := in.vars[t.Var].least(coef)
		switch {
		case coef == 0:
		case s.open == 0:
			in.limit(t.Var, coef, rest+least)
		case !ok:
			in.limit(t.Var, coef, rest)
		}
	}
}

// limit states that coef times a variable is at most a number.
func (in *inference) limit(v model.Var, coef, most int) {
	before, k := in.vars[v], 2*int(v)
	after, missing := before, before.Lower == NoLower
	if coef > 0 {
		after.Upper = max(min(before.Upper, FloorDiv(most, coef)), before.Lower)
		k, missing = k+1, before.Upper == NoUpper
	} else {
		after.Lower = min(max(before.Lower, -FloorDiv(most, -coef)), before.Upper)
	}
	switch {
	case after == before || tooLarge(most/coef):
		return
	case missing:
	case in.improved[k] == in.improvements:
		return
	default:
		in.improved[k]++
	}
	in.vars[v] = after
	for _, u := range in.uses[v] {
		if u.coef > 0 == (coef > 0) {
			continue // this side depends on the other bound
		}
		_, was := before.least(u.coef)
		if _, is := after.least(u.coef); is && !was {
			in.sides[u.side].open--
		}
		in.enqueue(u.side)
	}
}

// FloorDiv returns n/d rounded down; d must be positive.
func FloorDiv(n, d int) int {
	q := n / d
	if n%d < 0 {
		q--
	}
	return q
}

// GCD returns the greatest common divisor of two integers; it has no sign. That of 0 and n is n.
func GCD(a, b int) int {
	for b != 0 {
		a, b = b, a%b
	}
	return max(a, -a)
}
