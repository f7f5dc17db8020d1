package human

import "fmt"

// chains looks for alternating inference chains, which start and end with a strong link: strong, weak, strong and so on, at least four
// nodes. If the first node is false then the last is true, so one of the two is true. What both exclude goes: a value in the cells that
// both ends see, or, if the ends have different values in cells that see each other, the value of either end in the cell of the other.
//
// Chains are found shortest first, and one for each pair of ends. Chains of one digit and chains of two-valued cells are among them.
//
// The kind says what a chain has besides candidates: groups as nodes, at least one; or almost locked sets as links, at least one. A set
// that lacks one of its values has all others, so that the places of any two of its values are linked strongly.
func chains(kind linkKind) finder {
	return func(p *Position, yield func(*Step) bool) bool { return p.eachChain(kind, yield) }
}

func explainAIC(s *Step) string {
	return fmt.Sprintf("%s, so %s", s.argument(s.Parts), s.oneOf(s.Parts[0], s.lastNode()))
}

// lastNode returns the last node of a chain, which an almost locked set may follow.
func (s *Step) lastNode() Part {
	last := s.Parts[len(s.Parts)-1]
	if last.Role == almostRole {
		last = s.Parts[len(s.Parts)-2]
	}
	return last
}

// oneOf writes the ends of a chain that starts with a node turned off: "r1c1=5 or r3c4=5".
func (s *Step) oneOf(first, last Part) string {
	first.Role = on
	return s.path([]Part{first}) + " or " + s.path([]Part{last})
}

// eachChain yields the chains with ends in different cells.
func (p *Position) eachChain(kind linkKind, yield func(*Step) bool) bool {
	n := p.links(kind)
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
				chain := n.path(from, lit(b, true), false)
				if n.write(p, step, chain, kind) {
					step.rateChain(len(chain))
					if !yield(step) {
						return true
					}
				}
			}
		}
	}
	return false
}
