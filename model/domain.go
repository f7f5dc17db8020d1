package model

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"
)

// A Range is the integers from Lo to Hi.
type Range struct{ Lo, Hi int }

// A span is a range of a domain. The ranges before it have before values, at most math.MaxInt.
type span struct{ lo, hi, before int }

// A Domain is the finite set of values a variable may take. The zero Domain is empty. Domains are immutable; several
// variables may share one.
//
// A domain is kept as its ranges, in increasing order with a gap between each two: {1, ..., 9} takes three words, as
// {1, ..., 1000000} does, and n values without neighbours take 3n words. Min, Max and Size take constant time;
// Contains, At and Index take time logarithmic in the number of ranges.
type Domain struct{ spans []span }

// Interval returns the domain {lo, lo+1, ..., hi}, which is empty if lo > hi.
func Interval(lo, hi int) Domain {
	if lo > hi {
		return Domain{}
	}
	return Domain{[]span{{lo: lo, hi: hi}}}
}

// Values returns the domain of the given values, in any order.
func Values(values ...int) Domain {
	var b DomainBuilder
	for i, v := range slices.Sorted(slices.Values(values)) {
		if i == 0 || v > b.spans[len(b.spans)-1].hi {
			b.Add(v, v)
		}
	}
	return b.Domain()
}

// Union returns the domain of all values of ranges, which may overlap and have any order. Ranges with Lo > Hi are
// empty.
func Union(ranges ...Range) Domain {
	ranges = slices.SortedFunc(slices.Values(ranges), func(a, b Range) int { return cmp.Compare(a.Lo, b.Lo) })
	var b DomainBuilder
	for i := 0; i < len(ranges); i++ {
		r := ranges[i]
		for i+1 < len(ranges) && ranges[i+1].Lo <= r.Hi {
			i++
			r.Hi = max(r.Hi, ranges[i].Hi)
		}
		if r.Lo <= r.Hi {
			b.Add(r.Lo, r.Hi)
		}
	}
	return b.Domain()
}

// A DomainBuilder makes domains one after another, in memory that they share. The zero DomainBuilder is ready for use.
type DomainBuilder struct {
	spans []span
	start int // in spans: the domain that is being made
}

// Add adds the values from lo to hi, which must exceed those added to the domain before.
func (b *DomainBuilder) Add(lo, hi int) {
	before := 0
	if n := len(b.spans); n > b.start {
		last := &b.spans[n-1]
		if last.hi+1 == lo {
			last.hi = hi
			return
		}
		before = last.end()
	}
	b.spans = append(b.spans, span{lo, hi, before})
}

// Domain returns the domain of the values added since the last call.
func (b *DomainBuilder) Domain() Domain {
	d := Domain{b.spans[b.start:len(b.spans):len(b.spans)]}
	b.start = len(b.spans)
	return d
}

// Reset makes the memory of all domains made free for new ones: the caller uses those domains no longer.
func (b *DomainBuilder) Reset() { b.spans, b.start = b.spans[:0], 0 }

// end returns the number of values up to the end of s, at most math.MaxInt.
func (s span) end() int {
	if n := uint(s.hi) - uint(s.lo); n < math.MaxInt && uint(s.before)+n < math.MaxInt {
		return s.before + int(n) + 1
	}
	return math.MaxInt
}

// Size returns the number of values, at most math.MaxInt.
func (d Domain) Size() int {
	if len(d.spans) == 0 {
		return 0
	}
	return d.spans[len(d.spans)-1].end()
}

// Min returns the lowest value. The domain must not be empty.
func (d Domain) Min() int { return d.spans[0].lo }

// Max returns the highest value. The domain must not be empty.
func (d Domain) Max() int { return d.spans[len(d.spans)-1].hi }

// IsInterval reports whether the domain has values, and no gap between them.
func (d Domain) IsInterval() bool { return len(d.spans) == 1 }

// At returns the value with i lower ones. It panics unless 0 <= i < Size.
func (d Domain) At(i int) int {
	if len(d.spans) == 1 && 0 <= i && i <= d.spans[0].hi-d.spans[0].lo { // fast path: an interval
		return d.spans[0].lo + i
	}
	if i < 0 || i >= d.Size() {
		panic(fmt.Sprintf("model: index %d of a domain of %d values", i, d.Size()))
	}
	k, found := slices.BinarySearchFunc(d.spans, i, func(s span, i int) int { return cmp.Compare(s.before, i) })
	if !found {
		k--
	}
	return d.spans[k].lo + (i - d.spans[k].before)
}

// Index returns the number of values lower than v, at most math.MaxInt, and whether the domain contains v.
func (d Domain) Index(v int) (int, bool) {
	k, n := 0, len(d.spans)
	for k < n { // spans[:k] are below v, spans[n:] are not
		if mid := int(uint(k+n) / 2); d.spans[mid].hi < v {
			k = mid + 1
		} else {
			n = mid
		}
	}
	if k == len(d.spans) {
		return d.Size(), false
	}
	s := &d.spans[k]
	if v < s.lo {
		return s.before, false
	}
	return s.before + int(min(uint(v)-uint(s.lo), uint(math.MaxInt-s.before))), true
}

// Contains reports whether v is in the domain.
func (d Domain) Contains(v int) bool {
	_, found := d.Index(v)
	return found
}

// MaxValues is the largest number of values, in all domains together, for which a method makes something for each
// value. Methods that do not are not limited.
const MaxValues = 1 << 22

// CheckValues returns an error that names the variable with the most values if the domains have more than MaxValues
// values together. It leaves out the variables that skip has; skip may be nil.
func (m *Model) CheckValues(skip []bool) error {
	left, most, widest := MaxValues, 0, Var(0)
	for i, v := range m.Vars {
		if skip != nil && skip[i] {
			continue
		}
		n := v.Domain.Size()
		if left -= min(n, left+1); n > most {
			most, widest = n, Var(i)
		}
	}
	if left >= 0 {
		return nil
	}
	return fmt.Errorf("variable %s: its domain has %d values; at most %d in all domains together", m.NameOf(widest),
		most, MaxValues)
}

// Equal reports whether d and e have the same values. It takes constant time if they share memory.
func (d Domain) Equal(e Domain) bool {
	return len(d.spans) == len(e.spans) &&
		(len(d.spans) == 0 || &d.spans[0] == &e.spans[0] || slices.Equal(d.spans, e.spans))
}

// Intersect returns the domain of the values of both d and e.
func (d Domain) Intersect(e Domain) Domain {
	var b DomainBuilder
	for i, j := 0, 0; i < len(d.spans) && j < len(e.spans); {
		if lo, hi := max(d.spans[i].lo, e.spans[j].lo), min(d.spans[i].hi, e.spans[j].hi); lo <= hi {
			b.Add(lo, hi)
		}
		if d.spans[i].hi < e.spans[j].hi {
			i++
		} else {
			j++
		}
	}
	return b.Domain()
}

// Filter returns the domain of the values of d for which keep returns true.
func (d Domain) Filter(keep func(value int) bool) Domain {
	var b DomainBuilder
	for v := range d.All {
		if keep(v) {
			b.Add(v, v)
		}
	}
	return b.Domain()
}

// All iterates over the values, in increasing order: for value := range d.All.
func (d Domain) All(yield func(value int) bool) {
	for _, s := range d.spans {
		for v := s.lo; v <= s.hi; v++ {
			if !yield(v) || v == math.MaxInt {
				return
			}
		}
	}
}

// Indexed iterates over the values with their indices, in increasing order: for i, value := range d.Indexed.
func (d Domain) Indexed(yield func(i, value int) bool) {
	for _, s := range d.spans {
		for v := s.lo; v <= s.hi; v++ {
			if !yield(s.before+v-s.lo, v) || v == math.MaxInt {
				return
			}
		}
	}
}

// Ranges iterates over the ranges of the domain, in increasing order: for lo, hi := range d.Ranges. There is a gap
// between each two.
func (d Domain) Ranges(yield func(lo, hi int) bool) {
	for _, s := range d.spans {
		if !yield(s.lo, s.hi) {
			return
		}
	}
}

// String returns the domain as MiniZinc writes a set: 1..9, or {1, 3, 5..9} with ranges.
func (d Domain) String() string {
	var s []byte
	for lo, hi := range d.Ranges {
		if s != nil {
			s = append(s, ", "...)
		}
		if s = strconv.AppendInt(s, int64(lo), 10); lo < hi {
			s = strconv.AppendInt(append(s, ".."...), int64(hi), 10)
		}
	}
	if len(d.spans) == 1 && d.Min() < d.Max() {
		return string(s)
	}
	return "{" + string(s) + "}"
}
