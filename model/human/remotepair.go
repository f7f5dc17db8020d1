package human

import (
	"fmt"
	"math/bits"
	"slices"
)

// remotePair is a chain of an even number of cells, at least four, that have the same two candidates and see the next: they take them by
// turns, so the ends differ. Sudoku Explainer takes it for two XY-chains, rated 6.8 and more; as the cells are easily seen, it is rated
// with the wings here, as in HoDoKu.
var remotePair = &Rule{
	Name:       "remote-pair",
	Title:      "remote pair",
	Definition: "an even number of cells with the same two candidates, each seeing the next: cells that see the first and the last lose both",
	Source:     "folklore",
	Explainer:  4.5, Score: 110, Level: Hard,
	find: func(p *Position, yield func(*Step) bool) bool {
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
				t := s.part("cells")
				for c := last; c >= 0; c = q.before[c] {
					t.cell(int(c))
				}
				slices.Reverse(t.Cells)
				t.valuesOf(p.Board, p.cand[first])
				s.strikeSeen(p, x, first, int(last))
				s.strikeSeen(p, y, first, int(last))
				if s.useful() && !yield(s) {
					return true
				}
			}
		}
		return false
	},
	explain: func(s *Step) string {
		t := s.Parts[0]
		return fmt.Sprintf("%s take %s by turns, so %s and %s differ", s.names(t), numbers(t), s.board.base.NameOf(t.Cells[0]),
			s.board.base.NameOf(t.Cells[len(t.Cells)-1]))
	},
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
