package construct

import (
	"slices"

	"nonet/model"
)

// An Index numbers the values that occur in the domains of a model, from 0 in increasing order. The number of a value
// is its rank. If the values lie close together, as they nearly always do, some ranks may belong to values that do not
// occur.
type Index struct {
	lo, n  int   // dense form: the values are lo..lo+n-1
	sorted []int // sparse form: the values themselves; nil in the dense form
}

// NewIndex returns the index of m without the variables that skip has; skip may be nil.
func NewIndex(m *model.Model, skip []bool) Index {
	skips := func(i int) bool { return skip != nil && skip[i] }
	lo, hi, total := 0, -1, 0
	for i, v := range m.Vars {
		if n := v.Domain.Size(); n > 0 && !skips(i) {
			if total == 0 {
				lo, hi = v.Domain.Min(), v.Domain.At(n-1)
			}
			lo, hi = min(lo, v.Domain.Min()), max(hi, v.Domain.At(n-1))
			total += n
		}
	}
	width := uint(hi) - uint(lo) // unsigned: the signed difference may overflow
	if total == 0 || width < uint(2*total+64) {
		return Index{lo: lo, n: hi - lo + 1}
	}
	sorted := make([]int, 0, total)
	for i, v := range m.Vars {
		if !skips(i) {
			sorted = slices.AppendSeq(sorted, v.Domain.All)
		}
	}
	slices.Sort(sorted)
	return Index{sorted: slices.Compact(sorted)}
}

// Len returns the number of ranks.
func (x *Index) Len() int {
	if x.sorted != nil {
		return len(x.sorted)
	}
	return x.n
}

// Rank returns the rank of a value that occurs in some domain.
func (x *Index) Rank(value int) int {
	if x.sorted != nil {
		k, _ := slices.BinarySearch(x.sorted, value)
		return k
	}
	return value - x.lo
}

// Value is the inverse of Rank.
func (x *Index) Value(k int) int {
	if x.sorted != nil {
		return x.sorted[k]
	}
	return x.lo + k
}
