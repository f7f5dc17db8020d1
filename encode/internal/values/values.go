package values

import (
	"slices"

	"nonet/model"
)

// An Index numbers the values that occur in the domains of a model from 0 in increasing order. If they lie close together, as they nearly
// always do, some numbers may stand for values that do not occur.
type Index struct {
	lo, n  int   // the values are lo..lo+n-1, if that is not much more than there are
	sorted []int // otherwise the values themselves
}

// New returns the index of m.
func New(m *model.Model) Index {
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
		return Index{lo: lo, n: hi - lo + 1}
	}
	sorted := make([]int, 0, total)
	for _, v := range m.Vars {
		sorted = append(sorted, v.Domain...)
	}
	slices.Sort(sorted)
	return Index{sorted: slices.Compact(sorted)}
}

// Len returns the number of numbers in use.
func (x *Index) Len() int {
	if x.sorted != nil {
		return len(x.sorted)
	}
	return x.n
}

// Of returns the number of a value of some domain.
func (x *Index) Rank(value int) int {
	if x.sorted != nil {
		k, _ := slices.BinarySearch(x.sorted, value)
		return k
	}
	return value - x.lo
}

// Value is the inverse of Of.
func (x *Index) Value(k int) int {
	if x.sorted != nil {
		return x.sorted[k]
	}
	return x.lo + k
}
