package human

import (
	"fmt"
	"slices"
)

// lastNode returns the last node of a chain; the part of an almost locked set may follow it.
func (s *Step) lastNode() Part {
	last := s.Parts[len(s.Parts)-1]
	if last.Role == roleALS {
		last = s.Parts[len(s.Parts)-2]
	}
	return last
}

// oneOf returns the ends of a chain that starts with a node turned off as "r1c1=5 or r3c4=5".
func (s *Step) oneOf(first, last Part) string {
	first.Role = roleOn
	return s.path([]Part{first}) + " or " + s.path([]Part{last})
}

// aics finds alternating inference chains: strong link, weak link, strong link and so on, starting and ending with a
// strong link, with at least four nodes. If the first node is false the last is true, so one of the two is true. A
// candidate that both exclude is eliminated: a value in the cells that both ends see or, if the ends have different
// values in cells that see each other, the value of either end in the cell of the other.
//
// The search yields shorter chains first, one for each pair of ends. X-chains and XY-chains are special cases.
//
// The kind requires at least one group as a node, or at least one almost locked set as a link. An almost locked set
// that lacks one of its values has all others, so the holders of any two of its values have a strong link.
func (p *Position) aics(kind linkKind, yield func(*Step) bool) bool {
	n := p.links(kind)
	s := n.bfsFrom(func(l literal) bool { return !l.isOn() })
	for s.extend() {
		if s.length < 3 || s.length%2 == 0 {
			continue
		}
		for i, from := range s.sources {
			a, ends := from.node(), s.frontier(i)
			for b := ends.Next(a + 1); b >= 0; b = ends.Next(b + 1) { // the reverse is the same chain
				if n.sameCell(a, b) || n.nested(a, b) {
					continue
				}
				step := p.newStep()
				if n.eliminateExcluded(step, p, a, b); !step.useful() {
					continue
				}
				chain := n.shortestChain(from, lit(b, true), false)
				if n.addChain(p, step, chain, kind) {
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

func explainDiscontinuousLoop(s *Step) string {
	first, last := s.Parts[0], s.lastNode()
	switch {
	case first.Role == roleOn:
		return s.argument(s.Parts) + ", which is a contradiction"
	case slices.Equal(first.Values, last.Values):
		return fmt.Sprintf("%s, so %s", s.argument(s.Parts), s.path([]Part{last}))
	default:
		return fmt.Sprintf("%s, so %s", s.argument(s.Parts), s.oneOf(first, last))
	}
}

// discontinuousLoops finds discontinuous nice loops: chains that return to the cell where they start. There are three
// conclusions:
//
//   - a candidate that is false makes itself true: the other candidates of its cell are eliminated;
//   - one candidate of a cell is false and makes another true: the rest of the cell is eliminated;
//   - a candidate that is true makes itself false: it is eliminated.
func (p *Position) discontinuousLoops(kind linkKind, yield func(*Step) bool) bool {
	n := p.links(kind)
	s := n.bfsFrom(func(l literal) bool { return l.node() < n.candidates })
	for s.extend() {
		if s.length%2 == 0 {
			continue
		}
		for i, from := range s.sources {
			a, last := from.node(), s.frontier(i)
			cell := n.nodes[a].cell
			if from.isOn() {
				if s.length >= 5 && last.Has(a) {
					step := p.newStep()
					step.eliminate(p, cell, n.nodes[a].value)
					if n.addDiscontinuousLoop(p, step, from, lit(a, false), kind) && !yield(step) {
						return true
					}
				}
				continue
			}
			if s.length < 3 {
				continue
			}
			for b := last.Next(a); b >= 0 && n.nodes[b].cell == cell; b = last.Next(b + 1) {
				step := p.newStep()
				for x := range p.values {
					if x != n.nodes[a].value && x != n.nodes[b].value {
						step.eliminate(p, cell, x)
					}
				}
				if step.useful() && n.addDiscontinuousLoop(p, step, from, lit(b, true), kind) && !yield(step) {
					return true
				}
			}
		}
	}
	return false
}

func (n *links) addDiscontinuousLoop(p *Position, s *Step, from, to literal, kind linkKind) bool {
	chain := n.shortestChain(from, to, false)
	s.rateChain(len(chain) - 2)
	return n.addChain(p, s, chain, kind)
}

// continuousLoops finds continuous nice loops of alternating strong and weak links. In one direction around the loop
// each node implies the next, in the other direction their negations do. So of any two linked nodes exactly one is
// true: the weak links are strong as well, and a candidate that both ends of one exclude is eliminated.
//
// The search finds the shortest loop through each strong link and yields the loops by length.
func (p *Position) continuousLoops(kind linkKind, yield func(*Step) bool) bool {
	n := p.links(kind)
	var loops [][]literal
	for a := range n.nodes {
		strong := n.implied(lit(a, false))
		for b := range strong.All {
			if loop := n.shortestChain(lit(b, true), lit(a, false), true); len(loop) >= 4 {
				loops = append(loops, canonicalLoop(loop))
			}
		}
	}
	slices.SortFunc(loops, func(a, b []literal) int {
		if len(a) != len(b) {
			return len(a) - len(b)
		}
		return slices.Compare(a, b)
	})
	for _, loop := range slices.CompactFunc(loops, slices.Equal) {
		step := p.newStep()
		for i := 0; i < len(loop); i += 2 {
			n.eliminateExcluded(step, p, loop[i].node(), loop[i+1].node())
			if kind < alsLinks {
				continue
			}
			a, b := loop[i+1].node(), loop[(i+2)%len(loop)].node()
			if set := n.linkingALS(p, a, b); set != nil { // it lacks the value of a or b
				for x := range members(set.eliminable &^ (1<<n.nodes[a].value | 1<<n.nodes[b].value)) {
					step.eliminateFrom(p, set.commonPeers(x), x)
				}
			}
		}
		if step.useful() && n.addChain(p, step, append(loop, loop[0]), kind) {
			step.rateChain(len(loop))
			if !yield(step) {
				return true
			}
		}
	}
	return false
}

// canonicalLoop returns a copy of the loop on, off, on, ..., off, rotated to start with the smallest node and in the
// direction in which this node is on. Copies of a loop found from different nodes become equal.
func canonicalLoop(loop []literal) []literal {
	first := 0
	for i, l := range loop {
		if l.node() < loop[first].node() {
			first = i
		}
	}
	all := append(slices.Clone(loop[first:]), loop[:first]...)
	if !all[0].isOn() { // reverse the direction
		slices.Reverse(all[1:])
		for i := range all {
			all[i] = all[i].negated()
		}
	}
	return all
}
