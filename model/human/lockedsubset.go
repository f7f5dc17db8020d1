package human

import (
	"fmt"
	"math/bits"
)

// lockedPair and lockedTriple are naked subsets in the intersection of two houses.
var (
	lockedPair   = lockedSubset(2, Rule{Name: "locked-pair", Title: "locked pair", Explainer: 3.0, Score: 40, Level: Medium})
	lockedTriple = lockedSubset(3, Rule{Name: "locked-triple", Title: "locked triple", Explainer: 3.6, Score: 60, Level: Medium})
)

// lockedSubset returns the rule for k cells, which applies where there is something to strike in both houses; else it is a naked subset
// and perhaps locked candidates. Sudoku Explainer sees a naked subset in it, hence its rating.
func lockedSubset(k int, r Rule) *Rule {
	n := numerals[k]
	r.Definition = fmt.Sprintf("%s cells that share two houses hold only %s values: no other cell of either house takes them", n, n)
	r.Source = "B. Hobiger, HoDoKu"
	r.find = func(p *Position, yield func(*Step) bool) bool {
		for h := range p.houses {
			if len(p.crossings[h]) == 0 {
				continue
			}
			stopped := p.nakedIn(h, k, func(places, values uint64) bool {
				for _, o := range p.crossings[h] {
					if o.other < h || places&^o.here != 0 || !p.elsewhere(h, places, values) {
						continue
					}
					there := p.placesIn(o.other, h, places)
					if !p.elsewhere(o.other, there, values) {
						continue
					}
					s := p.begin()
					s.nakedPart(p, h, places, values)
					s.part("house").in(p.Board, o.other)
					s.strikeElsewhere(p, h, places, values)
					s.strikeElsewhere(p, o.other, there, values)
					if !yield(s) {
						return false
					}
				}
				return true
			})
			if stopped {
				return true
			}
		}
		return false
	}
	r.explain = func(s *Step) string {
		t := s.Parts[0]
		return fmt.Sprintf("%s hold only %s in %s and %s", s.names(t), numbers(t), t.House, s.Parts[1].House)
	}
	return &r
}

// placesIn returns the places in house g of the cells at the places of house h that are in both.
func (b *Board) placesIn(g, h int, places uint64) uint64 {
	var there uint64
	for ; places != 0; places &= places - 1 {
		for _, s := range b.seats[b.houses[h].cells[bits.TrailingZeros64(places)]] {
			if s.house == g {
				there |= 1 << s.at
			}
		}
	}
	return there
}
