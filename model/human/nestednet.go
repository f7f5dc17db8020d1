package human

import (
	"math/bits"
	"slices"
)

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
