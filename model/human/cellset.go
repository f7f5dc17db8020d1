package human

import (
	"iter"
	"math/bits"

	"nonet/internal/slice"
)

// A cellSet is a set of cells. All sets of one board have the same length.
type cellSet = slice.Set

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
