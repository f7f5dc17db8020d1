package metaheur

import (
	"math/bits"
	"slices"
)

// A board is what all closures of a problem share: its houses, which are the blocks and the lines, and where its cells are in them.
type board struct {
	*problem
	width  int     // the number of values
	houses [][]int // the cells of each
	full   []bool  // by house: each value has its place in it, as there are as many cells as values
	seats  [][]seat
}

// A seat is the place of a cell in a house.
type seat struct {
	house int32
	row   int32  // house*width, where the house begins in closure.where
	bit   uint64 // 1 << the number of the cell in the house
	full  bool   // as the house
}

// newBoard lays out p, which must not be dead: then no house has more cells than values.
func newBoard(p *problem) *board {
	b := &board{problem: p, width: len(p.values), seats: make([][]seat, len(p.domain))}
	for _, block := range p.blocks {
		b.houses = append(b.houses, block.cells)
	}
	b.houses = append(b.houses, p.lines...)
	for h, cells := range b.houses {
		full := bits.OnesCount64(p.union(cells)) == len(cells)
		b.full = append(b.full, full)
		for i, c := range cells {
			b.seats[c] = append(b.seats[c], seat{int32(h), int32(h * b.width), 1 << i, full})
		}
	}
	return b
}

// start returns the closure of the domains, and whether it is free of contradiction.
func (b *board) start() (*closure, bool) {
	cells := len(b.domain)
	k := &closure{
		board: b,
		left:  slices.Clone(b.domain), where: make([]uint64, len(b.houses)*b.width),
		value: make([]int8, cells), blank: make([]int32, cells), at: make([]int32, cells), n: cells,
	}
	for c, left := range k.left {
		k.value[c], k.blank[c], k.at[c] = -1, int32(c), int32(c)
		if left&(left-1) == 0 && left != 0 {
			k.single(c, bits.TrailingZeros64(left))
		}
		for ; left != 0; left &= left - 1 {
			for _, s := range b.seats[c] {
				k.where[int(s.row)+bits.TrailingZeros64(left)] |= s.bit
			}
		}
	}
	for h, cells := range b.houses {
		for x, places := range k.where[h*b.width : (h+1)*b.width] {
			if b.full[h] && places&(places-1) == 0 && places != 0 {
				k.single(cells[bits.TrailingZeros64(places)], x)
			}
		}
	}
	return k, !slices.Contains(k.left, 0) && k.conclude()
}
