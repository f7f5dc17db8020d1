package ip

import (
	"slices"

	"nonet/model"
)

// A valueIndex numbers the values that occur in the domains of a model from 0 in increasing order, so that tables by value are slices.
type valueIndex struct {
	lo, n  int   // the values are lo..lo+n-1, if that is not much more than there are
	sorted []int // otherwise the values themselves
}

func indexValues(m *model.Model) valueIndex {
	lo, hi, total := 0, -1, 0
	for _, v := range m.Vars {
		if n := len(v.Domain); n > 0 {
			if total == 0 {
				lo, hi = v.Domain[0], v.Domain[n-1]
			}
			lo, hi = min(lo, v.Domain[0]), max(hi, v.Domain[n-1])
			total += n
		}
	}
	if width := uint(hi) - uint(lo); total == 0 || width < uint(2*total+64) { // unsigned: the difference may overflow
		return valueIndex{lo: lo, n: hi - lo + 1}
	}
	sorted := make([]int, 0, total)
	for _, v := range m.Vars {
		sorted = append(sorted, v.Domain...)
	}
	slices.Sort(sorted)
	return valueIndex{sorted: slices.Compact(sorted)}
}

// len returns the number of numbers in use.
func (x *valueIndex) len() int {
	if x.sorted != nil {
		return len(x.sorted)
	}
	return x.n
}

// of returns the number of a value of some domain.
func (x *valueIndex) of(value int) int {
	if x.sorted != nil {
		k, _ := slices.BinarySearch(x.sorted, value)
		return k
	}
	return value - x.lo
}

// value is the inverse of of.
func (x *valueIndex) value(k int) int {
	if x.sorted != nil {
		return x.sorted[k]
	}
	return x.lo + k
}
