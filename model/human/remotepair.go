package human

import (
	"math/bits"
	"slices"
)

// remotePairs looks for a chain of an even number of cells, at least four, that have the same two candidates and see the next: they take
// them by turns, so the ends differ.
func (p *Position) remotePairs(yield func(*Step) bool) bool {
	p.findBivalue()
	q := &p.scratch.chains
	for first := p.scratch.bivalue.next(0); first >= 0; first = p.scratch.bivalue.next(first + 1) {
		x, y := bits.TrailingZeros64(p.cand[first]), 63-bits.LeadingZeros64(p.cand[first])
		p.remote(first)
		for _, last := range q.queue {
			if n := q.nodes[last]; int(last) < first || n < 4 || n%2 != 0 {
				continue
			}
			s := p.begin()
			t := s.part("cells").valuesOf(p.Board, p.cand[first])
			for c := last; c >= 0; c = q.before[c] {
				t.cell(int(c))
			}
			slices.Reverse(t.Cells)
			s.strikeSeen(p, x, first, int(last))
			s.strikeSeen(p, y, first, int(last))
			if s.useful() && !yield(s) {
				return true
			}
		}
	}
	return false
}

// remote finds the cells that have the two candidates of first and are connected to it by such cells, nearest first. They are in
// chains.queue; chains.nodes is how many cells there are from the first to each, and chains.before the one before.
func (p *Position) remote(first int) {
	q := &p.scratch.chains
	q.init(p)
	met := cellSet(q.on[:p.words])
	clear(met)
	met.add(first)
	q.before[first], q.nodes[first] = -1, 1
	q.queue = append(q.queue[:0], int32(first))
	for i := 0; i < len(q.queue); i++ {
		c := q.queue[i]
		for w, set := range p.scratch.bivalue {
			for set &= p.sees[c][w] &^ met[w]; set != 0; set &= set - 1 {
				if d := w<<6 | bits.TrailingZeros64(set); p.cand[d] == p.cand[first] {
					met.add(d)
					q.before[d], q.nodes[d] = c, q.nodes[c]+1
					q.queue = append(q.queue, int32(d))
				}
			}
		}
	}
}
