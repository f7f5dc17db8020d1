package human

import (
	"math/bits"
	"slices"
)

// nestedNet is contradictionNet with nets within the net: where the singles end, candidates are assumed on top, and those that lead by
// singles to a contradiction are struck. It is the last rule: what it does not solve needs guessing.
//
// Its cost grows with the third power of the number of candidates. Where there are more than 400, it finds nothing.
var nestedNet = &Rule{
	Name:       "nested-net",
	Title:      "nested contradiction net",
	Definition: "a candidate that leads by singles and contradiction nets to a contradiction goes",
	Source:     "N. Juillerat, Sudoku Explainer (nested forcing chains)",
	Explainer:  10.5, Score: 700, Level: Extreme,
	find: func(p *Position, yield func(*Step) bool) bool {
		total := 0
		for _, d := range p.cand {
			total += bits.OnesCount64(d)
		}
		if total > 400 {
			return false
		}
		return p.eachRefuted((*net).assumeNested, 10.5, yield)
	},
	explain: explainRefuted,
}

// A refutation is the argument of an inner net.
type refutation struct {
	parts    []Part
	premises []spot
	length   int
}

// assumeNested is assume with inner nets: it goes on while one of them strikes a candidate. What needs no inner nets it leaves to assume.
func (n *net) assumeNested(c, x int) bool {
	if n.assume(c, x) {
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
