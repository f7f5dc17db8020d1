package build

import (
	"cmp"
	"math"
	"slices"
	"strconv"

	"nonet/internal/slice"
	"nonet/model"
)

// A span is the integers from lo to hi.
type span struct{ lo, hi int }

// Ranges is a set of integers: spans in increasing order, none empty, with a gap between each two.
type Ranges []span

// Bounds of a variable without bounds. Their magnitude leaves room for sums.
const (
	noMin = math.MinInt / 4
	noMax = math.MaxInt / 4
)

// Interval returns the set of the integers from lo to hi.
func Interval(lo, hi int) Ranges {
	if lo > hi {
		return nil
	}
	return Ranges{{lo, hi}}
}

// SetOf returns the set of the given integers.
func SetOf(values ...int) Ranges {
	spans := slice.Map(values, func(v int) span { return span{v, v} })
	return normalize(spans)
}

// Union returns the elements of all sets.
func Union(sets ...Ranges) Ranges { return normalize(slices.Concat(sets...)) }

// Unbounded is the set of a variable without bounds. The Builder reduces it by the constraints.
func Unbounded() Ranges { return Interval(noMin, noMax) }

// normalize returns the union of spans, none of which is empty. It reuses the slice.
func normalize(spans []span) Ranges {
	slices.SortFunc(spans, func(a, b span) int { return cmp.Compare(a.lo, b.lo) })
	out := spans[:0]
	for _, s := range spans {
		if n := len(out); n > 0 && (out[n-1].hi == math.MaxInt || s.lo <= out[n-1].hi+1) {
			out[n-1].hi = max(out[n-1].hi, s.hi)
		} else {
			out = append(out, s)
		}
	}
	return Ranges(out)
}

// intersect returns the elements of both sets.
func (r Ranges) intersect(s Ranges) Ranges {
	var out Ranges
	for i, j := 0, 0; i < len(r) && j < len(s); {
		if lo, hi := max(r[i].lo, s[j].lo), min(r[i].hi, s[j].hi); lo <= hi {
			out = append(out, span{lo, hi})
		}
		if r[i].hi < s[j].hi {
			i++
		} else {
			j++
		}
	}
	return out
}

// without returns the set without the value v.
func (r Ranges) without(v int) Ranges {
	var out Ranges
	for _, s := range r {
		if v < s.lo || v > s.hi {
			out = append(out, s)
			continue
		}
		if s.lo < v {
			out = append(out, span{s.lo, v - 1})
		}
		if v < s.hi {
			out = append(out, span{v + 1, s.hi})
		}
	}
	return out
}

// solve returns the numbers n for which coef*n + c is in the set. The magnitude of c is at most maxNumber.
func (r Ranges) solve(coef, c int) Ranges {
	if coef == 1 && c == 0 {
		return r
	}
	var spans []span
	for _, s := range r {
		lo, hi := max(s.lo, -maxNumber)-c, min(s.hi, maxNumber)-c
		if coef < 0 {
			lo, hi = -hi, -lo
		}
		size := max(coef, -coef)
		if lo, hi = -floorDiv(-lo, size), floorDiv(hi, size); lo <= hi {
			spans = append(spans, span{lo, hi})
		}
	}
	return normalize(spans)
}

func (r Ranges) contains(v int) bool {
	i, _ := slices.BinarySearchFunc(r, v, func(s span, v int) int { return cmp.Compare(s.hi, v) })
	return i < len(r) && r[i].lo <= v
}

// Size returns the number of elements, at most math.MaxInt.
func (r Ranges) Size() int {
	n := uint(0)
	for _, s := range r {
		n += uint(s.hi) - uint(s.lo) + 1
		if n > math.MaxInt || s.lo == math.MinInt && s.hi == math.MaxInt {
			return math.MaxInt
		}
	}
	return int(n)
}

// min and max return the bounds of a set that is not empty.
func (r Ranges) Min() int { return r[0].lo }

func (r Ranges) Max() int { return r[len(r)-1].hi }

// fixed returns the element of a set of one element.
func (r Ranges) fixed() (int, bool) {
	if len(r) == 1 && r[0].lo == r[0].hi {
		return r[0].lo, true
	}
	return 0, false
}

// bounded reports whether the set has finite bounds.
func (r Ranges) bounded() bool { return len(r) == 0 || r.Min() > noMin && r.Max() < noMax }

// All iterates over the elements, in increasing order.
func (r Ranges) All(yield func(int) bool) {
	for _, s := range r {
		for v := s.lo; v <= s.hi; v++ {
			if !yield(v) || v == math.MaxInt {
				return
			}
		}
	}
}

func (r Ranges) domain() model.Domain {
	return slices.AppendSeq(make(model.Domain, 0, r.Size()), r.All)
}

// Append writes the set as MiniZinc reads it: a range or a list.
func (r Ranges) Append(dst []byte) []byte {
	if len(r) == 1 {
		dst = strconv.AppendInt(dst, int64(r[0].lo), 10)
		dst = append(dst, ".."...)
		return strconv.AppendInt(dst, int64(r[0].hi), 10)
	}
	dst = append(dst, '{')
	first := true
	for v := range r.All {
		if !first {
			dst = append(dst, ',')
		}
		first = false
		dst = strconv.AppendInt(dst, int64(v), 10)
	}
	return append(dst, '}')
}
