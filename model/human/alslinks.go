package human

import (
	"math/bits"
	"slices"
)

// roleALS is the role of a part that names an almost locked set: the reason for the node before it.
const roleALS = "almost locked set"

// An alsNode is the node for the holders of one value in an almost locked set.
type alsNode struct{ set, node int }

// addALSNodes adds a node for each value of each almost locked set, if some cell sees all holders of the value. It
// skips sets of one cell: ordinary links cover cells with two candidates.
func (n *links) addALSNodes(p *Position) {
	sets := p.alsIndex().sets
	for i := range sets {
		s := &sets[i]
		if bits.OnesCount64(s.places) == 1 {
			continue
		}
		for x := range members(s.eliminable) {
			holders := s.holders(x)
			if holders.Len() == 1 {
				n.alsNodes = append(n.alsNodes, alsNode{i, n.candidateNode(holders.Next(0), x)})
				continue
			}
			at := slices.IndexFunc(n.groupsOf[x], func(g int) bool { return slices.Equal(n.nodes[g].group, holders) })
			if at < 0 {
				at = len(n.groupsOf[x])
				n.addGroup(node{value: x, cell: -1, group: holders, house: -1})
			}
			n.alsNodes = append(n.alsNodes, alsNode{i, n.groupsOf[x][at]})
		}
	}
}

// linkALS adds a strong link between any two values of an almost locked set.
func (n *links) linkALS() {
	for i, a := range n.alsNodes {
		for _, b := range n.alsNodes[i+1:] {
			if a.set != b.set {
				break
			}
			n.addStrongLink(a.node, b.node)
		}
	}
}

// linkingALS returns the smallest almost locked set that links two nodes strongly, or nil if they are linked without
// one.
func (n *links) linkingALS(p *Position, a, b int) *almostLockedSet {
	k, l := &n.nodes[a], &n.nodes[b]
	if k.value == l.value || n.sameCell(a, b) && bits.OnesCount64(p.cand[k.cell]) == 2 {
		return nil
	}
	for i, s := range n.alsNodes {
		for _, t := range n.alsNodes[i+1:] {
			if s.set != t.set {
				break
			}
			if s.node == a && t.node == b || s.node == b && t.node == a {
				return &p.alsIndex().sets[s.set]
			}
		}
	}
	return nil
}
