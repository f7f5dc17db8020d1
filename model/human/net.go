package human

import (
	"math/bits"
	"slices"
)

// A net is what follows from assuming a candidate: in a copy of the position the candidate is placed, and then singles until nothing
// changes or there is a contradiction. Other than a chain of links, where each candidate is decided by one other, what a net decides
// may depend on all that it decided before.
//
// Nets remember just the order in which they placed; what an end depends on is found out backwards, when it is to be explained.
type net struct {
	start, position *Position // where it starts, and where it leads
	trail           []inference

	conflict conflict // after a contradiction

	// What the contradiction depends on; see trim.
	needed   []bool      // by inference
	excluded []uint64    // by cell: candidates of p that are excluded
	premises []cellValue // candidates that are not in p

	pending []inference
	inner   *net // of a nested net, whose p is q here
}

// An inference says that a cell has a value; or, if that is refuted by a net within the net, that it has not.
type inference struct {
	cellValue
	reason  int         // the full house in which it is the only place of the value, or one of the following
	refuted *refutation // nil if it is not refuted
}

const (
	assumption    = -1
	onlyValue     = -2 // it is the only candidate of the cell
	refutedInside = -3 // by a net within the net
)

// A conflict is a contradiction: a cell without candidate (house and value are -1), a full house without a place for a value (cell is
// -1), or a candidate that was placed and forbids itself (house is -1).
type conflict struct{ house, cell, value int }

// newNet returns the position's memory for nets.
func (p *Position) netSearch() *net {
	if p.net == nil {
		p.net = &net{position: p.newPosition()}
	}
	p.net.start = p
	return p.net
}

// assume places a candidate, follows the singles, and reports whether there is a contradiction.
func (n *net) assume(c, x int) bool {
	n.position.CopyFrom(n.start)
	n.trail = n.trail[:0]
	n.place(inference{cellValue: cellValue{c, x}, reason: assumption})
	return n.propagateSingles()
}

func (n *net) place(l inference) {
	n.trail = append(n.trail, l)
	n.position.place(l.cell, l.value)
}

// singles places singles, in rounds so that what needs the fewest steps comes first, and reports whether there is a contradiction.
func (n *net) propagateSingles() bool {
	q := n.position
	for !q.broken {
		n.pending = n.pending[:0]
		for c := q.nakedQueue.next(0); c >= 0; c = q.nakedQueue.next(c + 1) {
			if d := q.cand[c]; d != 0 {
				n.pending = append(n.pending, inference{cellValue: cellValue{c, bits.TrailingZeros64(d)}, reason: onlyValue})
			}
		}
		clear(q.nakedQueue)
		for w := range q.hiddenQueue {
			for set := q.hiddenQueue[w]; set != 0; set &= set - 1 {
				i := w<<6 | bits.TrailingZeros64(set)
				if place := q.housePlaces[i]; place != 0 {
					h := i / len(q.values)
					n.pending = append(n.pending, inference{cellValue: cellValue{q.houses[h].cells[bits.TrailingZeros64(place)], i % len(q.values)}, reason: h})
				}
			}
		}
		clear(q.hiddenQueue)
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
	n.conflict = n.findConflict()
	return true
}

// conflict returns the contradiction in q.
func (n *net) findConflict() conflict {
	q := n.position
	for c := q.unfilled.next(0); c >= 0; c = q.unfilled.next(c + 1) {
		if q.cand[c] == 0 {
			return conflict{-1, c, -1}
		}
	}
	for h := range q.houses {
		if !q.houses[h].full {
			continue
		}
		for left := q.houses[h].values &^ q.filledValues[h]; left != 0; left &= left - 1 {
			if x := bits.TrailingZeros64(left); q.places(h, x) == 0 {
				return conflict{h, -1, x}
			}
		}
	}
	last := n.trail[len(n.trail)-1]
	return conflict{-1, last.cell, last.value}
}

// refuted yields the candidates that lead to a contradiction when follow assumes them, shortest argument first.
func (p *Position) refutations(follow func(n *net, c, x int) bool, yield func(*Step) bool) bool {
	if p.broken {
		return false
	}
	type found struct {
		cellValue
		length int
	}
	var all []found
	n := p.netSearch()
	for c, d := range p.cand {
		for ; d != 0; d &= d - 1 {
			if x := bits.TrailingZeros64(d); follow(n, c, x) {
				all = append(all, found{cellValue{c, x}, n.analyzeConflict()})
			}
		}
	}
	slices.SortStableFunc(all, func(a, b found) int { return a.length - b.length })
	for _, k := range all {
		follow(n, k.cell, k.value)
		n.analyzeConflict()
		s := p.newStep()
		n.addArgument(s)
		s.eliminate(p, k.cell, k.value)
		s.rateChain(k.length - 2)
		if !yield(s) {
			return true
		}
	}
	return false
}

// assumeOne is assume that follows the value of the candidate only: where it has one place left in a full house, it goes there, until a
// house is left without a place for it.
func (n *net) assumeNishio(c, x int) bool {
	p := n.start
	left := n.position.cellsWith(x) // of this copy, nothing else is used
	copy(left, p.cellsWith(x))
	n.trail = n.trail[:0]
	put := func(l inference) {
		n.trail = append(n.trail, l)
		left.removeAll(p.peers[l.cell])
		left.add(l.cell) // its place for good, as it sees all others of its houses
	}
	put(inference{cellValue: cellValue{c, x}, reason: assumption})
	for again := true; again; {
		again = false
		for h := range p.houses {
			w := p.places(h, x)
			if w == 0 || !p.houses[h].full {
				continue
			}
			place, count := -1, 0
			for ; w != 0; w &= w - 1 {
				if c := p.houses[h].cells[bits.TrailingZeros64(w)]; left.contains(c) {
					place = c
					count++
				}
			}
			if count == 0 {
				n.conflict = conflict{h, -1, x}
				return true
			}
			if count == 1 && !slices.ContainsFunc(n.trail, func(l inference) bool { return l.cell == place }) {
				put(inference{cellValue: cellValue{place, x}, reason: h})
				again = true
			}
		}
	}
	return false
}

// A refutation is the argument of an inner net.
type refutation struct {
	parts    []Part
	premises []cellValue
	length   int
}

// maxNested is the number of candidates above which assumeNested, whose cost grows with their third power, finds nothing.
const maxNested = 400

// assumeNested is assume with nets within the net: where the singles end, candidates are assumed on top, and those that lead by singles to
// a contradiction are struck, as long as there are such. What needs no inner nets it leaves to assume.
func (n *net) assumeNested(c, x int) bool {
	if n.start.candidateCount() > maxNested || n.assume(c, x) {
		return false
	}
	for again := true; again; {
		again = false
		for _, k := range n.position.candidateList() {
			if n.position.hasCandidate(k.cell, k.value) && n.tryRefute(k) {
				n.position.eliminate(k.cell, k.value)
				if n.propagateSingles() {
					return true
				}
				again = true
			}
		}
	}
	return false
}

// refutes reports whether a candidate of q leads to a contradiction, and if so adds this to the trail.
func (n *net) tryRefute(k cellValue) bool {
	if n.inner == nil {
		n.inner = &net{start: n.position, position: n.position.newPosition()}
	}
	if !n.inner.assume(k.cell, k.value) {
		return false
	}
	r := &refutation{length: n.inner.analyzeConflict(), premises: slices.Clone(n.inner.premises)}
	s := &Step{board: n.start.Board}
	n.inner.addArgument(s)
	r.parts = s.Parts
	r.parts[0].Role = roleTried
	n.trail = append(n.trail, inference{cellValue: k, reason: refutedInside, refuted: r})
	return true
}

// candidates returns the number of candidates.
func (p *Position) candidateCount() int {
	total := 0
	for _, d := range p.cand {
		total += bits.OnesCount64(d)
	}
	return total
}

// spots returns the candidates, those of the cells with the fewest first.
func (p *Position) candidateList() []cellValue {
	var all []cellValue
	for c, d := range p.cand {
		for ; d != 0; d &= d - 1 {
			all = append(all, cellValue{c, bits.TrailingZeros64(d)})
		}
	}
	slices.SortStableFunc(all, func(a, b cellValue) int {
		return bits.OnesCount64(p.cand[a.cell]) - bits.OnesCount64(p.cand[b.cell])
	})
	return all
}
