package human

import (
	"fmt"
	"math/bits"
)

// hiddenSingle fills a cell that is the only place of a value in a box.
var hiddenSingle = &Rule{
	Name:       "hidden-single",
	Title:      "hidden single",
	Definition: "a value has one place left in a box or other region: it goes there",
	Source:     "folklore",
	Explainer:  1.2, Score: 14, Level: Easy,
	find: func(p *Position, yield func(*Step) bool) bool {
		return p.eachHidden(func(h, _ int) bool { return p.houses[h].kind == Region }, yield)
	},
	explain: explainHidden,
}

// hiddenSingleInLine fills a cell that is the only place of a value in a row or column.
var hiddenSingleInLine = &Rule{
	Name:       "hidden-single-in-line",
	Title:      "hidden single in a line",
	Definition: "a value has one place left in a row or column: it goes there",
	Source:     "folklore",
	Explainer:  1.5, Score: 14, Level: Easy,
	find: func(p *Position, yield func(*Step) bool) bool {
		return p.eachHidden(func(h, _ int) bool { return p.houses[h].kind != Region }, yield)
	},
	explain: explainHidden,
}

func explainHidden(s *Step) string {
	return fmt.Sprintf("%s is the only place for %s in %s", s.names(s.Parts[0]), numbers(s.Parts[0]), s.Parts[0].House)
}

// eachHidden yields the values that have one place left in a full house, where the condition on house and value holds.
func (p *Position) eachHidden(when func(h, x int) bool, yield func(*Step) bool) bool {
	values := len(p.values)
	for w := range p.hidden {
		for set := p.hidden[w]; set != 0; set &= set - 1 {
			i := w<<6 | bits.TrailingZeros64(set)
			h, x := i/values, i%values
			place := p.where[i]
			if place == 0 { // filled by now
				p.hidden[w] &^= set & -set
				continue
			}
			if !when(h, x) {
				continue
			}
			s := p.begin()
			t := s.part("cell")
			t.places(p.Board, h, place)
			t.value(p.Board, x)
			t.in(p.Board, h)
			s.place(int(t.Cells[0]), x)
			if !yield(s) {
				return true
			}
		}
	}
	return false
}
