package metaheur

// Choice is the distribution of moves: how the two cells of a swap are drawn. Blocks with fewer than two free cells
// have no swaps.
type Choice int

func (Choice) Names() []string { return []string{"cell-then-mate", "any-pair", "block-first"} }

const (
	CellThenMate Choice = iota // a free cell, then another free cell of its block
	AnyPair                    // all pairs with equal probability
	BlockFirst                 // a block, then a pair in it
)

// A neighborhood draws swaps within the blocks.
type neighborhood struct {
	choice     Choice
	firstCells []swapStart   // the list that the first cell is drawn from
	blocks     [][]swapStart // for BlockFirst: the same, by block
	ring       []int32       // the free cells of each block, twice in a row: all others follow each first occurrence
}

// A swapStart is the first cell of a swap. Its mates, the possible second cells, are ring[next:][:mates].
type swapStart struct{ cell, next, mates int32 }

// newNeighborhood returns the swaps of p, or nil if there are none.
func newNeighborhood(p *problem, choice Choice) *neighborhood {
	n := &neighborhood{choice: choice}
	for _, b := range p.blocks {
		if len(b.free) < 2 {
			continue
		}
		begin, mates := int32(len(n.ring)), int32(len(b.free)-1)
		var halves []swapStart
		for i, c := range b.free {
			n.ring = append(n.ring, int32(c))
			halves = append(halves, swapStart{int32(c), begin + int32(i) + 1, mates})
		}
		n.ring = append(n.ring, n.ring[begin:]...)
		n.blocks = append(n.blocks, halves)
		times := 1
		if choice == AnyPair { // a cell is in as many pairs as it has mates
			times = len(b.free) - 1
		}
		for range times {
			n.firstCells = append(n.firstCells, halves...)
		}
	}
	if n.ring == nil {
		return nil
	}
	return n
}

// draw returns two free cells of a block.
func (n *neighborhood) draw(d *rng) (a, b int) {
	from := n.firstCells
	if n.choice == BlockFirst {
		from = n.blocks[bounded(uint32(d.Uint64()), uint32(len(n.blocks)))]
	}
	random := d.Uint64()
	h := &from[bounded(uint32(random>>32), uint32(len(from)))]
	return int(h.cell), int(n.ring[h.next+int32(bounded(uint32(random), uint32(h.mates)))])
}
