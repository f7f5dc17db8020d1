package deduce

import (
	"fmt"
	"math/bits"
)

// AIC, the alternating inference chain, starts and ends with a strong link: strong, weak, strong and so on, at least four nodes. If the
// first node is false then the last is true, so one of the two is true. What both exclude goes: a value in the cells that both ends see,
// or, if the ends have different values in cells that see each other, the value of either end in the cell of the other.
//
// Chains are found shortest first, and one for each pair of ends. Chains of one digit and chains of two-valued cells are among them.
var AIC = &Rule{
	Name:       "aic",
	Title:      "alternating inference chain",
	Definition: "strong and weak links in turn lead from one candidate to another, of which one must be true: what both exclude goes",
	Source:     "Bruno Greco (Eureka forum, 2005)",
	Explainer:  7.0, Score: 280, Level: Unfair,
	find:    func(p *Position, yield func(*Step) bool) bool { return p.eachChain(false, yield) },
	explain: explainAIC,
}

// GroupedAIC is AIC with groups as nodes, at least one.
var GroupedAIC = &Rule{
	Name:       "grouped-aic",
	Title:      "grouped alternating inference chain",
	Definition: "an alternating inference chain in which the cells of a value that two houses share may stand for a candidate",
	Source:     "HoDoKu",
	Explainer:  7.0, Score: 300, Level: Unfair,
	find:    func(p *Position, yield func(*Step) bool) bool { return p.eachChain(true, yield) },
	explain: explainAIC,
}

func explainAIC(s *Step) string {
	return fmt.Sprintf("%s, so %s", s.path(s.Parts), s.oneOf(s.Parts[0], s.Parts[len(s.Parts)-1]))
}

// oneOf writes the ends of a chain that starts with a node turned off: "r1c1=5 or r3c4=5".
func (s *Step) oneOf(first, last Part) string {
	first.Role = on
	return s.path([]Part{first}) + " or " + s.path([]Part{last})
}

// eachChain yields the chains with ends in different cells.
func (p *Position) eachChain(grouped bool, yield func(*Step) bool) bool {
	n := p.links(grouped)
	s := n.from(func(l literal) bool { return !l.on() })
	for s.step() {
		if s.length < 3 || s.length%2 == 0 {
			continue
		}
		for i, from := range s.sources {
			a, ends := from.node(), s.last(i)
			for b := ends.next(a + 1); b >= 0; b = ends.next(b + 1) { // the way back is the same chain
				if n.sameCell(a, b) || n.within(a, b) || !n.meets(a, b) {
					continue
				}
				step := p.begin()
				n.strikeBoth(step, p, a, b)
				if n.write(step, n.path(from, lit(b, true), false), grouped) {
					step.Explainer = chainRating(7, len(step.Parts))
					if !yield(step) {
						return true
					}
				}
			}
		}
	}
	return false
}

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

// write writes a chain into the step. It reports whether the chain has a group, where there must be one.
func (n *links) write(s *Step, chain []literal, grouped bool) bool {
	for _, l := range chain {
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
			grouped = false
		}
	}
	return !grouped
}
