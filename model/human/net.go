package human

import (
	"math"
	"math/bits"
	"slices"

	"nonet/internal/slice"
)

// A net computes the consequences of assuming a candidate. In a copy of the position it places the candidate, and then
// singles until none is left or there is a contradiction. In a chain, each candidate follows from one other; in a net,
// it may follow from everything decided before.
//
// A net records only the order of placements. The dependencies of a contradiction are computed backwards when it is
// explained; see analyzeConflict.
type net struct {
	start, position *Position // the initial position, and the copy with the consequences
	trail           []inference

	conflict conflict // set when there is a contradiction

	// What the contradiction depends on; see analyzeConflict.
	needed   []bool      // by inference
	excluded []uint64    // by cell: candidates of start that must be excluded
	premises []cellValue // candidates that start does not have
	length   int         // of the argument so far

	pending []inference

	// Of a nested net.
	inner       *net         // starts from position
	refutations []refutation // in the order of the trail
	tried       []cellValue  // scratch of assumeNested

	// consistent has, by cell, the candidates that searches without a contradiction have placed. Assuming such a
	// candidate gives no contradiction: what follows from a consequence of an assumption follows from the assumption.
	consistent []uint64
	explains   bool // parts of refutations are wanted
}

// An inference is a placement or, if a net within the net refutes the candidate, an elimination.
type inference struct {
	cellValue
	reason int // the full house in which the cell is the only place of the value, or a constant below
	inside int // of an elimination: its index in net.refutations
}

const (
	assumption    = -1
	onlyValue     = -2 // the only candidate of the cell
	refutedInside = -3 // eliminated by a net within the net
)

// A conflict is a contradiction: a cell without candidates (house and value are -1), a full house without a place for a
// value (cell is -1), or a placed candidate that a constraint excludes (house is -1).
type conflict struct{ house, cell, value int }

// assume places a candidate and then singles. It reports whether there is a contradiction.
func (n *net) assume(c, x int) bool {
	n.position.CopyFrom(n.start)
	n.position.interrupt = n.start.interrupt // for nets within this net
	n.trail = n.trail[:0]
	n.place(inference{cellValue: cellValue{c, x}, reason: assumption})
	return n.propagateSingles()
}

func (n *net) place(l inference) {
	n.start.poll()
	n.trail = append(n.trail, l)
	n.position.place(l.cell, l.value)
}

// propagateSingles places singles in rounds, so that consequences with fewer steps come first. It reports whether there
// is a contradiction.
func (n *net) propagateSingles() bool {
	q := n.position
	for !q.broken {
		n.pending = n.pending[:0]
		for c := range q.nakedQueue.All {
			if d := q.cand[c]; d != 0 {
				only := cellValue{c, bits.TrailingZeros64(d)}
				n.pending = append(n.pending, inference{cellValue: only, reason: onlyValue})
			}
		}
		clear(q.nakedQueue)
		for w := range q.hiddenQueue {
			for set := q.hiddenQueue[w]; set != 0; set &= set - 1 {
				i := w<<6 | bits.TrailingZeros64(set)
				if place := q.housePlaces[i]; place != 0 {
					h := i / len(q.values)
					only := cellValue{q.houses[h].cells[bits.TrailingZeros64(place)], i % len(q.values)}
					n.pending = append(n.pending, inference{cellValue: only, reason: h})
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
	var found bool
	if n.conflict, found = q.nothingLeft(); !found {
		last := n.trail[len(n.trail)-1]
		n.conflict = conflict{-1, last.cell, last.value}
	}
	return true
}

// nothingLeft returns a cell without candidates, or a full house without a place for a value, or false.
func (p *Position) nothingLeft() (conflict, bool) {
	for c := range p.unfilled.All {
		if p.cand[c] == 0 {
			return conflict{-1, c, -1}, true
		}
	}
	for h := range p.houses {
		for x := range members(p.houses[h].values &^ p.filledValues[h]) {
			if p.houses[h].full && p.places(h, x) == 0 {
				return conflict{h, -1, x}, true
			}
		}
	}
	return conflict{}, false
}

// A refuted candidate is one for which a net finds a contradiction, with the length of its argument.
type refuted struct {
	cellValue
	length int
}

// refutations yields the candidates for which follow finds a contradiction, sorted by the length of the argument. A
// ladder needs only the first, which is found with less work.
func (p *Position) refutations(follow func(n *net, c, x int) bool, yield func(*Step) bool) bool {
	if p.broken {
		return false
	}
	if p.net == nil {
		p.net = &net{start: p, position: p.newPosition()}
	}
	n := p.net
	for _, onlyFirst := range []bool{true, false} {
		all := n.refuted(follow, onlyFirst)
		if len(all) == 0 {
			return false
		}
		if !onlyFirst {
			all = all[1:]
		}
		for _, k := range all {
			n.explains = true
			follow(n, k.cell, k.value)
			n.analyzeConflict(math.MaxInt)
			n.explains = false
			s := p.newStep()
			n.addArgument(s)
			s.eliminate(p, k.cell, k.value)
			s.rateChain(k.length - 2)
			if !yield(s) {
				return true
			}
		}
	}
	return false
}

// refuted returns the candidates for which follow finds a contradiction, sorted by the length of the argument, or only
// the first of them.
func (n *net) refuted(follow func(n *net, c, x int) bool, onlyFirst bool) []refuted {
	var all []refuted
	limit := math.MaxInt
	n.forgetConsistent()
	for c, d := range n.start.cand {
		for x := range members(d) {
			n.start.poll()
			if n.consistent[c]>>x&1 != 0 {
				continue
			}
			if !follow(n, c, x) {
				n.markConsistent()
			} else if length := n.analyzeConflict(limit); length < limit {
				if onlyFirst {
					all, limit = all[:0], length
				}
				all = append(all, refuted{cellValue{c, x}, length})
			}
		}
	}
	slices.SortStableFunc(all, func(a, b refuted) int { return a.length - b.length })
	return all
}

// forgetConsistent empties n.consistent, for a changed position.
func (n *net) forgetConsistent() {
	n.consistent = slice.Zeros(n.consistent, len(n.start.cand))
}

// markConsistent adds to n.consistent what the trail, which has no contradiction, places.
func (n *net) markConsistent() {
	for i := range n.trail {
		if l := &n.trail[i]; l.reason != refutedInside {
			n.consistent[l.cell] |= 1 << l.value
		}
	}
}

// assumeNishio is assume restricted to the value of the candidate: the value is placed where a full house has one place
// left for it, until a house has no place left.
func (n *net) assumeNishio(c, x int) bool {
	p := n.start
	left := n.position.cellsWith(x) // scratch: nothing else of position is used
	copy(left, p.cellsWith(x))
	n.trail = n.trail[:0]
	put := func(l inference) {
		n.trail = append(n.trail, l)
		left.RemoveAll(p.peers[l.cell])
		left.Add(l.cell) // it stays, because all other cells of its houses are removed
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
			for c := range p.cellsAt(h, w) {
				if left.Has(c) {
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

// maxNested is the maximum number of candidates for assumeNested, which takes time cubic in it; with more it finds
// nothing.
const maxNested = 400

// assumeNested is assume with nets within the net. When no single is left, it assumes candidates on top and eliminates
// the candidates that lead to a contradiction by singles, until none does. If assume alone finds a contradiction,
// assumeNested returns false.
func (n *net) assumeNested(c, x int) bool {
	if n.start.candidateCount() > maxNested || n.assume(c, x) {
		n.trail = n.trail[:0] // unknown, or refuted without nested nets
		return false
	}
	if n.inner == nil {
		n.inner = &net{start: n.position, position: n.position.newPosition()}
	}
	n.inner.forgetConsistent()
	n.refutations = n.refutations[:0]
	for again := true; again; {
		again = false
		n.tried = n.position.appendCandidates(n.tried[:0])
		for _, k := range n.tried {
			if n.inner.consistent[k.cell]>>k.value&1 != 0 || !n.position.hasCandidate(k.cell, k.value) {
				continue
			}
			n.inner.start = n.position
			if !n.inner.assume(k.cell, k.value) {
				n.inner.markConsistent()
				continue
			}
			n.addRefutation(k)
			n.position.eliminate(k.cell, k.value)
			if n.propagateSingles() {
				return true
			}
			n.inner.forgetConsistent()
			again = true
		}
	}
	return false
}

// addRefutation appends the elimination of k to the trail. Its argument is found when it is wanted.
func (n *net) addRefutation(k cellValue) {
	i := len(n.refutations)
	n.trail = append(n.trail, inference{k, refutedInside, i})
	n.refutations = slices.Grow(n.refutations, 1)[:i+1]
	r := &n.refutations[i]
	if r.position == nil {
		r.position = n.position.newPosition()
	}
	r.position.CopyFrom(n.position)
	r.position.interrupt = n.position.interrupt
}

// candidateCount returns the number of candidates.
func (p *Position) candidateCount() int {
	total := 0
	for _, d := range p.cand {
		total += bits.OnesCount64(d)
	}
	return total
}

// appendCandidates appends the candidates, sorted by the number of candidates of their cells.
func (p *Position) appendCandidates(all []cellValue) []cellValue {
	left := p.blank
	for size := 1; left > 0 && size <= len(p.values); size++ {
		for c := range p.unfilled.All {
			d := p.cand[c]
			if bits.OnesCount64(d) != size {
				continue
			}
			left--
			for x := range members(d) {
				all = append(all, cellValue{c, x})
			}
		}
	}
	return all
}
