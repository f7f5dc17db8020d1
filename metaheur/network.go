package metaheur

import (
	"math/bits"
	"slices"
)

// A network is a problem with its houses, the blocks and the lines, indexed for propagation.
type network struct {
	*problem
	width       int            // number of values
	houses      [][]int        // the cells of each house
	permutation []bool         // by house: it has as many cells as values, so it needs every value
	memberships [][]membership // by cell: the houses that contain it
	peers       [][]int32      // by cell: the cells that must differ from it
}

// A membership is a cell's position in a house.
type membership struct {
	house       int32
	offset      int32  // house*width: index of the house in partial.places
	bit         uint64 // 1 << the number of the cell in the house
	permutation bool   // permutation[house]
}

// newNetwork indexes p, which must not be infeasible: then no house has more cells than values.
func newNetwork(p *problem) *network {
	n := &network{problem: p, width: len(p.values), memberships: make([][]membership, len(p.domain))}
	for _, block := range p.blocks {
		n.houses = append(n.houses, block.cells)
	}
	n.houses = append(n.houses, p.lines...)
	for h, cells := range n.houses {
		full := bits.OnesCount64(p.domainUnion(cells)) == len(cells)
		n.permutation = append(n.permutation, full)
		for i, c := range cells {
			n.memberships[c] = append(n.memberships[c], membership{int32(h), int32(h * n.width), 1 << i, full})
		}
	}
	n.findPeers()
	return n
}

// findPeers computes the peers of each cell, each once.
func (n *network) findPeers() {
	n.peers = make([][]int32, len(n.memberships))
	seen := make([]int, len(n.memberships)) // seen[d] == 1+c: d is already a peer of c
	for c, seats := range n.memberships {
		seen[c] = 1 + c
		for _, s := range seats {
			for _, d := range n.houses[s.house] {
				if seen[d] != 1+c {
					seen[d] = 1 + c
					n.peers[c] = append(n.peers[c], int32(d))
				}
			}
		}
	}
}

// newPartial returns the propagated problem, and whether propagation met no contradiction.
func (n *network) newPartial() (*partial, bool) {
	cells := len(n.domain)
	root := &partial{
		network:    n,
		candidates: slices.Clone(n.domain), places: make([]uint64, len(n.houses)*n.width),
		value: make([]int8, cells), blankFirst: make([]int32, cells), blankIndex: make([]int32, cells), blank: cells,
	}
	for c, left := range root.candidates {
		root.value[c], root.blankFirst[c], root.blankIndex[c] = -1, int32(c), int32(c)
		if left&(left-1) == 0 && left != 0 {
			root.enqueue(c, bits.TrailingZeros64(left))
		}
		for ; left != 0; left &= left - 1 {
			for _, s := range n.memberships[c] {
				root.places[int(s.offset)+bits.TrailingZeros64(left)] |= s.bit
			}
		}
	}
	for h, cells := range n.houses {
		for x, places := range root.places[h*n.width : (h+1)*n.width] {
			switch {
			case !n.permutation[h] || places&(places-1) != 0:
			case places != 0:
				root.enqueue(cells[bits.TrailingZeros64(places)], x)
			case n.domainUnion(cells)>>x&1 != 0: // otherwise no cell of the house has x in its domain
				return root, false
			}
		}
	}
	return root, !slices.Contains(root.candidates, 0) && root.propagate()
}

// admissibleValues returns, by cell, the values of the domain that no fixed peer has. fixed is -1 for free cells. A
// cell without any such value, as can occur with the zones of a wrong grid, keeps its domain.
func (n *network) admissibleValues(fixed []int) []uint64 {
	admissible := slices.Clone(n.domain)
	for c := range admissible {
		if fixed[c] >= 0 {
			admissible[c] = 1 << fixed[c]
			continue
		}
		for _, q := range n.peers[c] {
			if fixed[q] >= 0 {
				admissible[c] &^= 1 << fixed[q]
			}
		}
		if admissible[c] == 0 {
			admissible[c] = n.domain[c]
		}
	}
	return admissible
}
