package human

import (
	"math/bits"
	"slices"
)

// refuted yields the candidates that lead to a contradiction when follow assumes them, shortest argument first.
func (p *Position) refuted(follow func(n *net, c, x int) bool, yield func(*Step) bool) bool {
	if p.broken {
		return false
	}
	type found struct {
		spot
		length int
	}
	var all []found
	n := p.newNet()
	for c, d := range p.cand {
		for ; d != 0; d &= d - 1 {
			if x := bits.TrailingZeros64(d); follow(n, c, x) {
				all = append(all, found{spot{c, x}, n.trim()})
			}
		}
	}
	slices.SortStableFunc(all, func(a, b found) int { return a.length - b.length })
	for _, k := range all {
		follow(n, k.cell, k.value)
		n.trim()
		s := p.begin()
		n.write(s)
		s.strike(p, k.cell, k.value)
		s.rateChain(k.length - 2)
		if !yield(s) {
			return true
		}
	}
	return false
}

// assumeOne is assume that follows the value of the candidate only: where it has one place left in a full house, it goes there, until a
// house is left without a place for it.
func (n *net) assumeOne(c, x int) bool {
	p := n.p
	left := n.q.with(x) // of this copy, nothing else is used
	copy(left, p.with(x))
	n.trail = n.trail[:0]
	put := func(l inference) {
		n.trail = append(n.trail, l)
		left.minus(p.sees[l.cell])
		left.add(l.cell) // its place for good, as it sees all others of its houses
	}
	put(inference{spot: spot{c, x}, why: assumption})
	for again := true; again; {
		again = false
		for h := range p.houses {
			w := p.at(h, x)
			if w == 0 || !p.houses[h].full {
				continue
			}
			place, count := -1, 0
			for ; w != 0; w &= w - 1 {
				if c := p.houses[h].cells[bits.TrailingZeros64(w)]; left.has(c) {
					place = c
					count++
				}
			}
			if count == 0 {
				n.end = conflict{h, -1, x}
				return true
			}
			if count == 1 && !slices.ContainsFunc(n.trail, func(l inference) bool { return l.cell == place }) {
				put(inference{spot: spot{place, x}, why: h})
				again = true
			}
		}
	}
	return false
}

// A refutation is the argument of an inner net.
type refutation struct {
	parts    []Part
	premises []spot
	length   int
}

// maxNested is the number of candidates above which assumeNested, whose cost grows with their third power, finds nothing.
const maxNested = 400

// assumeNested is assume with nets within the net: where the singles end, candidates are assumed on top, and those that lead by singles to
// a contradiction are struck, as long as there are such. What needs no inner nets it leaves to assume.
func (n *net) assumeNested(c, x int) bool {
	if n.p.candidates() > maxNested || n.assume(c, x) {
		return false
	}
	for again := true; again; {
		again = false
		for _, k := range n.q.spots() {
			if n.q.has(k.cell, k.value) && n.refutes(k) {
				n.q.eliminate(k.cell, k.value)
				if n.singles() {
					return true
				}
				again = true
			}
		}
	}
	return false
}

// refutes reports whether a candidate of q leads to a contradiction, and if so adds this to the trail.
func (n *net) refutes(k spot) bool {
	if n.inner == nil {
		n.inner = &net{p: n.q, q: n.q.newPosition()}
	}
	if !n.inner.assume(k.cell, k.value) {
		return false
	}
	r := &refutation{length: n.inner.trim(), premises: slices.Clone(n.inner.premises)}
	s := &Step{board: n.p.Board}
	n.inner.write(s)
	r.parts = s.Parts
	r.parts[0].Role = tried
	n.trail = append(n.trail, inference{spot: k, why: eliminated, refuted: r})
	return true
}

// candidates returns the number of candidates.
func (p *Position) candidates() int {
	total := 0
	for _, d := range p.cand {
		total += bits.OnesCount64(d)
	}
	return total
}

// spots returns the candidates, those of the cells with the fewest first.
func (p *Position) spots() []spot {
	var all []spot
	for c, d := range p.cand {
		for ; d != 0; d &= d - 1 {
			all = append(all, spot{c, bits.TrailingZeros64(d)})
		}
	}
	slices.SortStableFunc(all, func(a, b spot) int {
		return bits.OnesCount64(p.cand[a.cell]) - bits.OnesCount64(p.cand[b.cell])
	})
	return all
}
