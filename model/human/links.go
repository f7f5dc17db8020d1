package human

import (
	"math/bits"
	"slices"

	"nonet/internal/slice"
)

// links is the implication graph between the candidates of a position, on which all chains are built. Two nodes may
// have
//
//   - a weak link: not both are true, because they are values of one cell, or one value in two cells that see each
//     other;
//   - a strong link: not both are false, because they are the two candidates of a cell, or all places of a value in a
//     full house.
//
// A node is a candidate or a group: the candidates of one value in the intersection of two houses. A group is true if
// one of its candidates is.
//
// A literal is a node with a truth value, on (true) or off (false), encoded as 2*node+1 or 2*node. A literal that is on
// implies that its weak neighbours are off; a literal that is off implies that its strong neighbours are on. Links are
// symmetric, so if k implies l, the negation of l implies the negation of k.
type links struct {
	*Board
	owner        *Position
	kind         linkKind
	cand         []uint64 // of the position that the links belong to
	nodes        []node
	candidates   int      // the number of candidates; their nodes come before the groups
	words        int      // of a set of nodes
	implications []uint64 // implications[l*words:]: the neighbours that literal l decides; see implied
	nodeOf       []int32  // nodeOf[c*len(values)+x]: the node of candidate x of cell c
	groupsOf     [][]int  // by value: the nodes that are groups
	sets         []uint64 // the memory of the cellSets of groups
	common       cellSet
	bfs          *chainBFS // nil until needed
	alsNodes     []alsNode

	parent       []literal // of shortestChain: the literal that first implied l
	visited      []uint64  // of shortestChain: the nodes turned off, then the nodes turned on
	queue, chain []literal
}

// A node has a cell or, if it is a group, a set of cells with the house and intersection that they lie in.
type node struct {
	value    int
	cell     int // -1 for a group
	group    cellSet
	house    int // -1 for the holders in an almost locked set
	crossing intersection
}

// maxNodes limits the memory of the search, which is quadratic in the number of nodes: at the limit, links takes 9 MB
// and chainBFS 27 MB. Positions with more nodes have no chains.
const maxNodes = 6000

type literal int32

func lit(node int, on bool) literal {
	if on {
		return literal(2*node + 1)
	}
	return literal(2 * node)
}

func (l literal) node() int        { return int(l >> 1) }
func (l literal) isOn() bool       { return l&1 == 1 }
func (l literal) negated() literal { return l ^ 1 }
func (n *links) implied(l literal) cellSet {
	return n.implications[int(l)*n.words : (int(l)+1)*n.words]
}

// A linkKind selects the nodes besides candidates.
type linkKind int

const (
	plainLinks   linkKind = iota
	groupedLinks          // groups
	alsLinks              // groups, and the holders of a value in an almost locked set
)

// links returns the links of p, or no nodes if there were more than maxNodes. The result is valid until the next call
// with another kind or until a candidate is removed, so consecutive rules of a ladder share it.
func (p *Position) links(kind linkKind) *links {
	if p.linkCache == nil {
		p.linkCache = &links{Board: p.Board, owner: p, common: p.newSet()}
	}
	n := p.linkCache
	if n.kind == kind && slices.Equal(n.cand, p.cand) {
		return n
	}
	n.kind, n.cand = kind, append(n.cand[:0], p.cand...)
	n.nodes = n.nodes[:0]
	n.nodeOf = slice.Resize(n.nodeOf, len(p.cand)*len(p.values))
	for c, d := range p.cand {
		for x := range members(d) {
			n.nodeOf[c*len(p.values)+x] = int32(len(n.nodes))
			n.nodes = append(n.nodes, node{value: x, cell: c})
		}
	}
	n.candidates = len(n.nodes)
	n.sets, n.alsNodes = n.sets[:0], n.alsNodes[:0]
	n.groupsOf = slice.Resize(n.groupsOf, len(p.values))
	for x := range n.groupsOf {
		n.groupsOf[x] = n.groupsOf[x][:0]
	}
	if kind >= groupedLinks {
		n.addGroups(p)
	}
	if kind >= alsLinks {
		n.addALSNodes(p)
	}
	if len(n.nodes) > maxNodes {
		n.nodes, n.candidates = n.nodes[:0], 0
	}
	n.words = (len(n.nodes) + 63) / 64
	n.implications = slice.Zeros(n.implications, 2*len(n.nodes)*n.words)
	if n.candidates == 0 {
		return n
	}
	n.linkCells(p)
	n.linkHouses(p)
	n.linkGroups(p)
	n.linkALS()
	return n
}

// addGroups adds a node for each value with at least two places in an intersection of houses.
func (n *links) addGroups(p *Position) {
	for h := range p.houses {
		for _, o := range p.intersections[h] {
			if o.other < h {
				continue
			}
			for x := range p.values {
				here := p.places(h, x) & o.here
				if here&(here-1) == 0 {
					continue
				}
				start := len(n.sets)
				n.sets = append(n.sets, p.cellsWith(x)...)
				set := cellSet(n.sets[start:])
				set.SetIntersection(set, p.houses[h].set)
				set.SetIntersection(set, p.houses[o.other].set)
				n.addGroup(node{value: x, cell: -1, group: set, house: h, crossing: o})
			}
		}
	}
}

func (n *links) addGroup(g node) {
	n.groupsOf[g.value] = append(n.groupsOf[g.value], len(n.nodes))
	n.nodes = append(n.nodes, g)
}

// addWeakLink and addStrongLink link two nodes.
func (n *links) addWeakLink(a, b int) {
	n.implied(lit(a, true)).Add(b)
	n.implied(lit(b, true)).Add(a)
}

func (n *links) addStrongLink(a, b int) {
	n.implied(lit(a, false)).Add(b)
	n.implied(lit(b, false)).Add(a)
}

func (n *links) candidateNode(c, x int) int { return int(n.nodeOf[c*len(n.values)+x]) }

// linkCells adds the links between candidates of one cell, the weak links between equal candidates of peers, and the
// weak links of NotEquals with an offset.
func (n *links) linkCells(p *Position) {
	for c, d := range p.cand {
		if bits.OnesCount64(d) == 2 {
			n.addStrongLink(n.candidateNode(c, bits.TrailingZeros64(d)), n.candidateNode(c, 63-bits.LeadingZeros64(d)))
		}
		for x := range members(d) {
			for y := range members(d &^ (2<<x - 1)) {
				n.addWeakLink(n.candidateNode(c, x), n.candidateNode(c, y))
			}
			for u := p.peers[c].Next(c + 1); u >= 0; u = p.peers[c].Next(u + 1) {
				if p.hasCandidate(u, x) {
					n.addWeakLink(n.candidateNode(c, x), n.candidateNode(u, x))
				}
			}
			for _, s := range p.network.Shifted[c] {
				if y, ok := p.valueIndex(p.values[x] + s.Offset); ok && p.hasCandidate(int(s.Var), y) {
					n.addWeakLink(n.candidateNode(c, x), n.candidateNode(int(s.Var), y))
				}
			}
		}
	}
}

// linkHouses adds the strong links between the two places of a value in a full house.
func (n *links) linkHouses(p *Position) {
	for x := range p.values {
		for _, l := range p.strongLinks(x) {
			n.addStrongLink(n.candidateNode(l.a, x), n.candidateNode(l.b, x))
		}
	}
}

// linkGroups links groups to candidates and to each other.
func (n *links) linkGroups(p *Position) {
	for g := n.candidates; g < len(n.nodes); g++ {
		a := &n.nodes[g]
		p.setCommonPeers(n.common, a.group, a.value)
		for c := range n.common.All {
			n.addWeakLink(g, n.candidateNode(c, a.value))
		}
		for _, k := range n.groupsOf[a.value] {
			if k > g && n.nodes[k].group.SubsetOf(n.common) {
				n.addWeakLink(g, k)
			}
		}
		if a.house < 0 {
			continue
		}
		n.linkGroup(p, g, a.house, p.places(a.house, a.value)&^a.crossing.here)
		n.linkGroup(p, g, a.crossing.other, p.places(a.crossing.other, a.value)&^a.crossing.there)
	}
}

// linkGroup links group g strongly to the rest of the places of its value in house h if they are one candidate or one
// group.
func (n *links) linkGroup(p *Position, g, h int, rest uint64) {
	if rest == 0 || !p.houses[h].full {
		return
	}
	x := n.nodes[g].value
	if rest&(rest-1) == 0 {
		n.addStrongLink(g, n.candidateNode(p.houses[h].cells[bits.TrailingZeros64(rest)], x))
		return
	}
	clear(n.common)
	for c := range p.cellsAt(h, rest) {
		n.common.Add(c)
	}
	for _, k := range n.groupsOf[x] {
		if slices.Equal(n.nodes[k].group, n.common) {
			n.addStrongLink(g, k)
		}
	}
}

// sameCell reports whether two nodes are candidates of one cell.
func (n *links) sameCell(a, b int) bool {
	return max(a, b) < n.candidates && n.nodes[a].cell == n.nodes[b].cell
}

// nested reports whether the candidates of one node include those of the other.
func (n *links) nested(a, b int) bool {
	k, l := &n.nodes[a], &n.nodes[b]
	switch {
	case k.value != l.value:
		return false
	case k.cell >= 0 && l.cell >= 0:
		return a == b
	case k.cell >= 0:
		return l.group.Has(k.cell)
	case l.cell >= 0:
		return k.group.Has(l.cell)
	}
	return k.group.SubsetOf(l.group) || l.group.SubsetOf(k.group)
}

// eliminateExcluded eliminates the candidates with a weak link to both a and b, of which one is true.
func (n *links) eliminateExcluded(s *Step, p *Position, a, b int) {
	for e := range n.implied(lit(a, true)).Both(n.implied(lit(b, true))) {
		if e < n.candidates {
			s.eliminate(p, n.nodes[e].cell, n.nodes[e].value)
		}
	}
}

// addChain adds the nodes of a chain to the step. It reports whether the chain contains what its kind requires: a group
// or an almost locked set.
func (n *links) addChain(p *Position, s *Step, chain []literal, kind linkKind) bool {
	has := plainLinks
	for i, l := range chain {
		a := n.nodes[l.node()]
		t := s.addPart(roleOff)
		if l.isOn() {
			t.Role = roleOn
		}
		t.addValue(n.Board, a.value)
		if a.cell >= 0 {
			t.addCells(a.cell)
		} else {
			t.addCellSet(a.group)
			has = max(has, groupedLinks)
		}
		if kind == alsLinks && i > 0 && l.isOn() {
			if set := n.linkingALS(p, chain[i-1].node(), l.node()); set != nil {
				s.addALS(roleALS, set)
				has = alsLinks
			}
		}
	}
	return has >= kind
}
