package hitting

import (
	"math/bits"

	"nonet/internal/slice"
)

// A Set is a bit set of the numbers 0..n-1 for a fixed n: element e is bit e%64 of word e/64. Operations on two sets
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

func (s Set) Add(e int)      { s[e/64] |= 1 << (e % 64) }
func (s Set) Remove(e int)   { s[e/64] &^= 1 << (e % 64) }
func (s Set) Has(e int) bool { return s[e/64]>>(e%64)&1 != 0 }

// Len returns the number of elements.
func (s Set) Len() int {
	n := 0
	for _, w := range s {
		n += bits.OnesCount64(w)
	}
	return n
}

// Intersects reports whether s and t have an element in common.
func (s Set) Intersects(t Set) bool { return slice.Intersect(s, t) }

// SubsetOf reports whether all elements of s are in t.
func (s Set) SubsetOf(t Set) bool {
	for i, w := range s {
		if w&^t[i] != 0 {
			return false
		}
	}
	return true
}

// UnionWith adds the elements of t to s.
func (s Set) UnionWith(t Set) {
	for i, w := range t {
		s[i] |= w
	}
}

// Elements returns the elements of s in increasing order.
func (s Set) Elements() []int {
	all := make([]int, 0, s.Len())
	for i, w := range s {
		for ; w != 0; w &= w - 1 {
			all = append(all, i*64+bits.TrailingZeros64(w))
		}
	}
	return all
}
