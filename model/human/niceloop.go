package human

import (
	"fmt"
	"math/bits"
	"slices"
)

func explainAIC(s *Step) string {
	return fmt.Sprintf("%s, so %s", s.argument(s.Parts), s.oneOf(s.Parts[0], s.lastNode()))
}

// lastNode returns the last node of a chain, which an almost locked set may follow.
func (s *Step) lastNode() Part {
	last := s.Parts[len(s.Parts)-1]
	if last.Role == roleALS {
		last = s.Parts[len(s.Parts)-2]
	}
	return last
}

// oneOf writes the ends of a chain that starts with a node turned off: "r1c1=5 or r3c4=5".
func (s *Step) oneOf(first, last Part) string {
	first.Role = roleOn
	return s.path([]Part{first}) + " or " + s.path([]Part{last})
}

// chains looks for alternating inference chains, which start and end with a strong link: strong, weak, strong and so on, at least four
// nodes. If the first node is false then the last is true, so one of the two is true. What both exclude goes: a value in the cells that
// both ends see, or, if the ends have different values in cells that see each other, the value of either end in the cell of the other.
//
// Chains are found shortest first, and one for each pair of ends. Chains of one digit and chains of two-valued cells are among them.
//
// The kind says what a chain has besides candidates: groups as nodes, at least one; or almost locked sets as links, at least one. A set
// that lacks one of its values has all others, so that the places of any two of its values are linked strongly.
func (p *Position) aics(kind linkKind, yield func(*Step) bool) bool {
	n := p.links(kind)
	s := n.bfsFrom(func(l literal) bool { return !l.isOn() })
	for s.extend() {
		if s.length < 3 || s.length%2 == 0 {
			continue
		}
		for i, from := range s.sources {
			a, ends := from.node(), s.frontier(i)
			for b := ends.next(a + 1); b >= 0; b = ends.next(b + 1) { // the way back is the same chain
				if n.sameCell(a, b) || n.nested(a, b) || !n.bothExclude(a, b) {
					continue
				}
				step := p.newStep()
				n.eliminateExcluded(step, p, a, b)
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

// returns looks for discontinuous nice loops: chains that come back to the cell they started from. Three things may follow:
//
//   - a candidate that is false makes itself true: the others of its cell go;
//   - one candidate of a cell is false and makes another true: the rest of the cell goes;
//   - a candidate that is true makes itself false: it goes.
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
				if s.length >= 5 && last.contains(a) {
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
			for b := last.next(a); b >= 0 && n.nodes[b].cell == cell; b = last.next(b + 1) {
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

// loops looks for continuous nice loops of strong and weak links in turn: going round, each node makes the next true or false, and going back the
// opposite, so that of each two linked nodes one is true. The weak links are strong as well: what both ends of one exclude goes.
//
// For each strong link the shortest loop through it is found, and these in the order of their lengths.
func (p *Position) continuousLoops(kind linkKind, yield func(*Step) bool) bool {
	n := p.links(kind)
	var loops [][]literal
	for a := range n.nodes {
		strong := n.implied(lit(a, false))
		for b := strong.next(0); b >= 0; b = strong.next(b + 1) {
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
			if set := n.linkingALS(p, a, b); set != nil { // which lacks the value of a or b
				for rest := set.eliminable &^ (1<<n.nodes[a].value | 1<<n.nodes[b].value); rest != 0; rest &= rest - 1 {
					x := bits.TrailingZeros64(rest)
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

// turned returns a copy of the loop on, off, on, ..., off that starts with the first node, and goes round in the direction in which this
// node is on. The same loop, found from different nodes, is then the same.
func canonicalLoop(loop []literal) []literal {
	first := 0
	for i, l := range loop {
		if l.node() < loop[first].node() {
			first = i
		}
	}
	all := append(slices.Clone(loop[first:]), loop[:first]...)
	if !all[0].isOn() { // go back instead
		slices.Reverse(all[1:])
		for i := range all {
			all[i] = all[i].negated()
		}
	}
	return all
}
