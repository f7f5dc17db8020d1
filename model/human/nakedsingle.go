package human

import (
	"fmt"
	"math/bits"
)

// nakedSingle fills a cell that has one candidate left.
var nakedSingle = &Rule{
	Name:       "naked-single",
	Title:      "naked single",
	Definition: "a cell has one candidate left: it takes it",
	Source:     "folklore",
	Explainer:  2.3, Score: 4, Level: Easy,
	find: func(p *Position, yield func(*Step) bool) bool {
		for c := p.naked.next(0); c >= 0; c = p.naked.next(c + 1) {
			d := p.cand[c]
			if d == 0 { // filled by now
				p.naked.remove(c)
				continue
			}
			s := p.begin()
			t := s.part("cell")
			t.cell(c)
			t.valuesOf(p.Board, d)
			s.place(c, bits.TrailingZeros64(d))
			if !yield(s) {
				return true
			}
		}
		return false
	},
	explain: func(s *Step) string {
		return fmt.Sprintf("%s has only %s left", s.names(s.Parts[0]), numbers(s.Parts[0]))
	},
}
