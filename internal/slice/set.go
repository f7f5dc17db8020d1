package slice

import (
	"iter"
	"math/bits"
	"slices"
)

// A Set is a set of the numbers 0..n-1 for a fixed n: element e is bit e%64 of word e/64. Operations on two sets
// require the same n.
type Set []uint64

// NewSet returns a set for numbers 0..n-1 with the given elements.
func NewSet(n int, elements ...int) Set {
	s := make(Set, (n+63)/64)
	for _, e := range elements {
		s.Add(e)
	}
	return s
}

func (s Set) Add(e int)      { s[e>>6] |= 1 << (e & 63) }
func (s Set) Remove(e int)   { s[e>>6] &^= 1 << (e & 63) }
func (s Set) Has(e int) bool { return s[e>>6]>>(e&63)&1 != 0 }

// AddAll adds the elements of t.
func (s Set) AddAll(t Set) {
	for i := range s {
		s[i] |= t[i]
	}
}

// RemoveAll removes the elements of t.
func (s Set) RemoveAll(t Set) {
	for i := range s {
		s[i] &^= t[i]
	}
}

// SetIntersection sets s to the intersection of a and b; s may be one of them.
func (s Set) SetIntersection(a, b Set) {
	for i := range s {
		s[i] = a[i] & b[i]
	}
}

func (s Set) IsEmpty() bool {
	for _, w := range s {
		if w != 0 {
			return false
		}
	}
	return true
}

// Len returns the number of elements.
func (s Set) Len() int {
	n := 0
	for _, w := range s {
		n += bits.OnesCount64(w)
	}
	return n
}

// IntersectionLen returns the number of elements in both s and t.
func (s Set) IntersectionLen(t Set) int {
	n := 0
	for i, w := range s {
		n += bits.OnesCount64(w & t[i])
	}
	return n
}

// Intersects reports whether s and t have an element in common.
func (s Set) Intersects(t Set) bool { return Intersect(s, t) }

// SubsetOf reports whether all elements of s are in t.
func (s Set) SubsetOf(t Set) bool {
	for i, w := range s {
		if w&^t[i] != 0 {
			return false
		}
	}
	return true
}

// All yields the elements in increasing order. An element may be removed from s while it is visited.
func (s Set) All(yield func(e int) bool) {
	for i, w := range s {
		for ; w != 0; w &= w - 1 {
			if !yield(i<<6 | bits.TrailingZeros64(w)) {
				return
			}
		}
	}
}

// Elements returns the elements in increasing order.
func (s Set) Elements() []int { return slices.AppendSeq(make([]int, 0, s.Len()), s.All) }

// Both yields the elements in both s and t, in increasing order.
func (s Set) Both(t Set) iter.Seq[int] {
	return func(yield func(int) bool) {
		for i, w := range s {
			for w &= t[i]; w != 0; w &= w - 1 {
				if !yield(i<<6 | bits.TrailingZeros64(w)) {
					return
				}
			}
		}
	}
}

// Next returns the first element at or after e, or -1.
func (s Set) Next(e int) int {
	for i := e >> 6; i < len(s); i++ {
		w := s[i]
		if i == e>>6 {
			w &= ^uint64(0) << (e & 63)
		}
		if w != 0 {
			return i<<6 | bits.TrailingZeros64(w)
		}
	}
	return -1
}
