package metaheur

import (
	"math/bits"
	"slices"
)

// A board is what all closures of a problem share: its houses, which are the blocks and the lines, and where its cells are in them.
type network struct {
	*problem
	width  int     // the number of values
	houses [][]int // the cells of each
	full   []bool  // by house: each value has its place in it, as there are as many cells as values
	seats  [][]seat
}

// A seat is the place of a cell in a house.
type seat struct {
	house int32
	row   int32  // house*width, where the house begins in partial.where
	bit   uint64 // 1 << the number of the cell in the house
	full  bool   // as the house
}

// newBoard lays out p, which must not be dead: then no house has more cells than values.
func newNetwork(p *problem) *network {
	n := &network{problem: p, width: len(p.values), seats: make([][]seat, len(p.domain))}
	for _, block := range p.blocks {
		n.houses = append(n.houses, block.cells)
	}
	n.houses = append(n.houses, p.lines...)
	for h, cells := range n.houses {
		full := bits.OnesCount64(p.union(cells)) == len(cells)
		n.full = append(n.full, full)
		for i, c := range cells {
			n.seats[c] = append(n.seats[c], seat{int32(h), int32(h * n.width), 1 << i, full})
		}
	}
	return n
}

// start returns what propagation makes of the problem, and whether it met no contradiction.
func (n *network) start() (*partial, bool) {
	cells := len(n.domain)
	k := &partial{
		network: n,
		left:    slices.Clone(n.domain), where: make([]uint64, len(n.houses)*n.width),
		value: make([]int8, cells), open: make([]int32, cells), at: make([]int32, cells), blank: cells,
	}
	for c, left := range k.left {
		k.value[c], k.open[c], k.at[c] = -1, int32(c), int32(c)
		if left&(left-1) == 0 && left != 0 {
			k.fillLater(c, bits.TrailingZeros64(left))
		}
		for ; left != 0; left &= left - 1 {
			for _, s := range n.seats[c] {
				k.where[int(s.row)+bits.TrailingZeros64(left)] |= s.bit
			}
		}
	}
	for h, cells := range n.houses {
		for x, places := range k.where[h*n.width : (h+1)*n.width] {
			if n.full[h] && places&(places-1) == 0 && places != 0 {
				k.fillLater(cells[bits.TrailingZeros64(places)], x)
			}
		}
	}
	return k, !slices.Contains(k.left, 0) && k.propagate()
}
