package metaheur

import "math/bits"

// A network is what propagation knows of a problem.
type network struct {
	*problem
	houses   [][]int   // the cells of each AllDifferent with as many cells as values: each value has its place there
	needs    []uint64  // by house: its values
	housesOf [][]int32 // by cell
	peers    [][]int32 // by cell: the cells that must differ from it
}

// newNetwork prepares the propagation of p.
func newNetwork(p *problem) *network {
	n := &network{problem: p, housesOf: make([][]int32, len(p.domain)), peers: make([][]int32, len(p.domain))}
	seen := make([]int, len(p.domain)) // seen[c] is 1 + the last cell that c was noted as a peer of
	groups := make([][][]int, len(p.domain))
	add := func(cells []int) {
		for _, c := range cells {
			groups[c] = append(groups[c], cells)
		}
		needs := p.union(cells)
		if bits.OnesCount64(needs) != len(cells) {
			return
		}
		for _, c := range cells {
			n.housesOf[c] = append(n.housesOf[c], int32(len(n.houses)))
		}
		n.houses, n.needs = append(n.houses, cells), append(n.needs, needs)
	}
	for _, cells := range p.lines {
		add(cells)
	}
	for _, b := range p.blocks {
		add(b.cells)
	}
	for c := range n.peers {
		seen[c] = 1 + c
		for _, cells := range groups[c] {
			for _, d := range cells {
				if seen[d] != 1+c {
					seen[d] = 1 + c
					n.peers[c] = append(n.peers[c], int32(d))
				}
			}
		}
	}
	return n
}
