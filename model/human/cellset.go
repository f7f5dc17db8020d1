package human

import (
	"iter"
	"math/bits"

	"nonet/internal/slice"
)

// A cellSet is a set of cells: bit c%64 of word c/64 is cell c. All sets of one board have the same length.
type cellSet []uint64

func (s cellSet) contains(c int) bool { return s[c>>6]>>(c&63)&1 != 0 }
func (s cellSet) add(c int)           { s[c>>6] |= 1 << (c & 63) }
func (s cellSet) remove(c int)        { s[c>>6] &^= 1 << (c & 63) }

// setIntersection sets s to the intersection of a and b; s may be one of them.
func (s cellSet) setIntersection(a, b cellSet) {
	for w := range s {
		s[w] = a[w] & b[w]
	}
}

// addAll adds the cells of t.
func (s cellSet) addAll(t cellSet) {
	for w := range s {
		s[w] |= t[w]
	}
}

// removeAll removes the cells of t.
func (s cellSet) removeAll(t cellSet) {
	for w := range s {
		s[w] &^= t[w]
	}
}

func (s cellSet) isEmpty() bool {
	for _, w := range s {
		if w != 0 {
			return false
		}
	}
	return true
}

func (s cellSet) count() int {
	n := 0
	for _, w := range s {
		n += bits.OnesCount64(w)
	}
	return n
}

// intersectionCount returns the number of cells in both s and t.
func (s cellSet) intersectionCount(t cellSet) int {
	n := 0
	for w := range s {
		n += bits.OnesCount64(s[w] & t[w])
	}
	return n
}

// intersects reports whether s and t share a cell.
func (s cellSet) intersects(t cellSet) bool { return slice.Intersect(s, t) }

// subsetOf reports whether every cell of s is in t.
func (s cellSet) subsetOf(t cellSet) bool {
	for w := range s {
		if s[w]&^t[w] != 0 {
			return false
		}
	}
	return true
}

// all yields the cells. A cell may be removed from s while it is visited.
func (s cellSet) all(yield func(c int) bool) {
	for w, set := range s {
		for ; set != 0; set &= set - 1 {
			if !yield(w<<6 | bits.TrailingZeros64(set)) {
				return
			}
		}
	}
}

// both yields the cells in both s and t.
func (s cellSet) both(t cellSet) iter.Seq[int] {
	return func(yield func(int) bool) {
		for w, set := range s {
			for set &= t[w]; set != 0; set &= set - 1 {
				if !yield(w<<6 | bits.TrailingZeros64(set)) {
					return
				}
			}
		}
	}
}

// members yields the elements of a set of values or places, in increasing order.
func members(set uint64) iter.Seq[int] {
	return func(yield func(int) bool) {
		for ; set != 0; set &= set - 1 {
			if !yield(bits.TrailingZeros64(set)) {
				return
			}
		}
	}
}

// cellsAt yields the cells at some places of a house.
func (b *Board) cellsAt(h int, places uint64) iter.Seq[int] {
	return func(yield func(int) bool) {
		for ; places != 0; places &= places - 1 {
			if !yield(b.houses[h].cells[bits.TrailingZeros64(places)]) {
				return
			}
		}
	}
}

// next returns the first cell of s at or after c, or -1.
func (s cellSet) next(c int) int {
	for w := c >> 6; w < len(s); w++ {
		d := s[w]
		if w == c>>6 {
			d &= ^uint64(0) << (c & 63)
		}
		if d != 0 {
			return w<<6 | bits.TrailingZeros64(d)
		}
	}
	return -1
}
