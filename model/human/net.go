package human

import "math/bits"

// A net is what follows from assuming a candidate: in a copy of the position the candidate is placed, and then singles until nothing
// changes or there is a contradiction. Other than a chain of links, where each candidate is decided by one other, what a net decides
// may depend on all that it decided before.
//
// Nets remember just the order in which they placed; what an end depends on is found out backwards, when it is to be explained.
type net struct {
	p, q  *Position // where it starts, and where it leads
	trail []inference

	end conflict // after a contradiction

	// What the contradiction depends on; see trim.
	needed   []bool   // by inference
	excluded []uint64 // by cell: candidates of p that are excluded
	premises []spot   // candidates that are not in p

	pending []inference
	inner   *net // of a nested net, whose p is q here
}

// An inference says that a cell has a value; or, if that is refuted by a net within the net, that it has not.
type inference struct {
	spot
	why     int         // the full house in which it is the only place of the value, or one of the following
	refuted *refutation // nil if it is not refuted
}

const (
	assumption = -1
	onlyValue  = -2 // it is the only candidate of the cell
	eliminated = -3 // by a net within the net
)

// A conflict is a contradiction: a cell without candidate (house and value are -1), a full house without a place for a value (cell is
// -1), or a candidate that was placed and forbids itself (house is -1).
type conflict struct{ house, cell, value int }

// newNet returns the position's memory for nets.
func (p *Position) newNet() *net {
	if p.net == nil {
		p.net = &net{q: p.newPosition()}
	}
	p.net.p = p
	return p.net
}

// assume places a candidate, follows the singles, and reports whether there is a contradiction.
func (n *net) assume(c, x int) bool {
	n.q.CopyFrom(n.p)
	n.trail = n.trail[:0]
	n.place(inference{spot: spot{c, x}, why: assumption})
	return n.singles()
}

func (n *net) place(l inference) {
	n.trail = append(n.trail, l)
	n.q.place(l.cell, l.value)
}

// singles places singles, in rounds so that what needs the fewest steps comes first, and reports whether there is a contradiction.
func (n *net) singles() bool {
	q := n.q
	for !q.broken {
		n.pending = n.pending[:0]
		for c := q.naked.next(0); c >= 0; c = q.naked.next(c + 1) {
			if d := q.cand[c]; d != 0 {
				n.pending = append(n.pending, inference{spot: spot{c, bits.TrailingZeros64(d)}, why: onlyValue})
			}
		}
		clear(q.naked)
		for w := range q.hidden {
			for set := q.hidden[w]; set != 0; set &= set - 1 {
				i := w<<6 | bits.TrailingZeros64(set)
				if place := q.where[i]; place != 0 {
					h := i / len(q.values)
					n.pending = append(n.pending, inference{spot: spot{q.houses[h].cells[bits.TrailingZeros64(place)], i % len(q.values)}, why: h})
				}
			}
		}
		clear(q.hidden)
		if len(n.pending) == 0 {
			return false
		}
		for _, l := range n.pending {
			if int(q.filled[l.cell]) == l.value {
				continue
			}
			if q.broken {
				break
			}
			n.place(l)
		}
	}
	n.end = n.conflict()
	return true
}

// conflict returns the contradiction in q.
func (n *net) conflict() conflict {
	q := n.q
	for c := q.open.next(0); c >= 0; c = q.open.next(c + 1) {
		if q.cand[c] == 0 {
			return conflict{-1, c, -1}
		}
	}
	for h := range q.houses {
		if !q.houses[h].full {
			continue
		}
		for left := q.houses[h].values &^ q.done[h]; left != 0; left &= left - 1 {
			if x := bits.TrailingZeros64(left); q.at(h, x) == 0 {
				return conflict{h, -1, x}
			}
		}
	}
	last := n.trail[len(n.trail)-1]
	return conflict{-1, last.cell, last.value}
}
