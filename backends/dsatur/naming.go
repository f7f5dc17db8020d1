package dsatur

import (
	"math/big"
	"math/bits"
	"slices"

	"nonet/encode/coloring"
	"nonet/internal/slice"
)

// countNamings returns the number of ways to name the colours of the current solution: the product of m(m-1)...(m-u+1)
// over the classes, where m is the number of colours in the class and u the number that the solution uses. The result
// is valid until the next call.
func (s *search) countNamings() *big.Int {
	if s.namings == nil || s.namingsUsed != s.used {
		s.namings, s.namingsUsed = big.NewInt(1), s.used
		for _, class := range s.classes {
			m, u := bits.OnesCount64(class), bits.OnesCount64(class&s.used)
			if u > 0 {
				s.namings.Mul(s.namings, new(big.Int).MulRange(int64(m-u+1), int64(m)))
			}
		}
	}
	return s.namings
}

// A naming enumerates the ways to name the colours of a solution.
type naming struct {
	nameOf  [MaxColors]int32 // by colour of the search: the colour in the result
	classes []classNaming
}

// A classNaming is a way to name the used colours of a class: used[i] becomes order[i].
type classNaming struct {
	used  []int32
	order []int32 // a permutation of the class
}

// first sets n to the first naming for the current solution of s.
func (n *naming) first(s *search) {
	for c := range n.nameOf {
		n.nameOf[c] = int32(c)
	}
	n.classes = slice.Resize(n.classes, len(s.classes))
	for i, class := range s.classes {
		x := &n.classes[i]
		x.used, x.order = appendColors(x.used[:0], class&s.used), appendColors(x.order[:0], class)
		x.apply(&n.nameOf)
	}
}

// next advances to the next naming, and returns false if there is none.
func (n *naming) next() bool {
	for i := range n.classes {
		x := &n.classes[i]
		more := x.next()
		x.apply(&n.nameOf)
		if more {
			return true
		}
	}
	return false
}

func (x *classNaming) apply(nameOf *[MaxColors]int32) {
	for i, c := range x.used {
		nameOf[c] = x.order[i]
	}
}

// next advances to the next arrangement of as many colours of the class as are used, in lexicographic order. After the
// last arrangement it returns to the first one and returns false.
func (x *classNaming) next() bool {
	// The rest is in decreasing order now, so that the next permutation changes the used part.
	slices.Reverse(x.order[len(x.used):])
	i := len(x.order) - 2
	for i >= 0 && x.order[i] > x.order[i+1] {
		i--
	}
	if i >= 0 {
		j := len(x.order) - 1
		for x.order[j] < x.order[i] {
			j--
		}
		x.order[i], x.order[j] = x.order[j], x.order[i]
	}
	slices.Reverse(x.order[i+1:])
	return i >= 0
}

func appendColors(list []int32, set uint64) []int32 {
	for ; set != 0; set &= set - 1 {
		list = append(list, int32(bits.TrailingZeros64(set)))
	}
	return list
}

// coloring returns the current solution under the current naming, in a slice that is valid until the next call.
func (s *search) coloring() coloring.Coloring {
	s.out = slice.Resize(s.out, s.n)
	for v, c := range s.allowed {
		s.out[v] = s.naming.nameOf[bits.TrailingZeros64(c)]
	}
	return s.out
}
