package human

import "math/bits"

// sameCell reports whether two nodes are candidates of one cell.
func (n *links) sameCell(a, b int) bool {
	return max(a, b) < n.singles && n.nodes[a].cell == n.nodes[b].cell
}

// within reports whether one of two nodes is a part of the other.
func (n *links) within(a, b int) bool {
	k, l := &n.nodes[a], &n.nodes[b]
	switch {
	case k.value != l.value:
		return false
	case k.cell >= 0 && l.cell >= 0:
		return a == b
	case k.cell >= 0:
		return l.group.has(k.cell)
	case l.cell >= 0:
		return k.group.has(l.cell)
	}
	return k.group.within(l.group) || l.group.within(k.group)
}

// meets reports whether some candidate is linked weakly to both a and b.
func (n *links) meets(a, b int) bool {
	k := n.follow(lit(b, true))
	for w, set := range n.follow(lit(a, true)) {
		if set &= k[w]; set != 0 {
			return w<<6|bits.TrailingZeros64(set) < n.singles // candidates come first
		}
	}
	return false
}

// strikeBoth strikes the candidates that are linked weakly to both a and b: one of these is true.
func (n *links) strikeBoth(s *Step, p *Position, a, b int) {
	k := n.follow(lit(b, true))
	for w, set := range n.follow(lit(a, true)) {
		for set &= k[w]; set != 0; set &= set - 1 {
			if e := w<<6 | bits.TrailingZeros64(set); e < n.singles {
				s.strike(p, n.nodes[e].cell, n.nodes[e].value)
			}
		}
	}
}

// write writes a chain into the step. It reports whether the chain has what its kind is named after: a group or an almost locked set.
func (n *links) write(p *Position, s *Step, chain []literal, kind linkKind) bool {
	has := plainLinks
	for i, l := range chain {
		a := n.nodes[l.node()]
		t := s.part(off)
		if l.on() {
			t.Role = on
		}
		t.value(n.Board, a.value)
		if a.cell >= 0 {
			t.cell(a.cell)
		} else {
			t.cellsOf(a.group)
			has = max(has, groupedLinks)
		}
		if kind == almostLinks && i > 0 && l.on() {
			if set := n.setBetween(p, chain[i-1].node(), l.node()); set != nil {
				s.almost(almostRole, set)
				has = almostLinks
			}
		}
	}
	return has >= kind
}
