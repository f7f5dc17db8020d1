package cnf

import (
	"slices"

	"nonet/model"
)

// A scale gives the values of a model consecutive ranks from 0, in increasing order. Values that lie close together, as they usually
// do, are ranked by subtraction, others by binary search.
type scale struct {
	low    int
	size   int   // ranks are 0..size-1
	sorted []int // the value of each rank; empty if rank r is the value low + r
}

// fit makes s the scale of the domains of vars, which have atoms values in all.
func (s *scale) fit(vars []model.Variable, atoms int) {
	low, high := interval(vars)
	s.low, s.size, s.sorted = low, 0, s.sorted[:0]
	if atoms == 0 {
		return
	}
	if span := uint(high) - uint(low); span < uint(4*atoms+64) { // correct even if high - low overflows an int
		s.size = int(span) + 1
		return
	}
	for _, v := range vars {
		s.sorted = append(s.sorted, v.Domain...)
	}
	slices.Sort(s.sorted)
	s.sorted = slices.Compact(s.sorted)
	s.size = len(s.sorted)
}

// interval returns the smallest and the largest value in the domains of vars, or zeros if there is none.
func interval(vars []model.Variable) (low, high int) {
	empty := true
	for _, v := range vars {
		if d := v.Domain; len(d) > 0 {
			if empty {
				low, high, empty = d[0], d[len(d)-1], false
			}
			low, high = min(low, d[0]), max(high, d[len(d)-1])
		}
	}
	return low, high
}

// rank returns the rank of a value of the model.
func (s *scale) rank(value int) int {
	if len(s.sorted) == 0 {
		return value - s.low
	}
	r, _ := slices.BinarySearch(s.sorted, value)
	return r
}

// value returns the value of a rank.
func (s *scale) value(rank int32) int {
	if len(s.sorted) == 0 {
		return s.low + int(rank)
	}
	return s.sorted[rank]
}
