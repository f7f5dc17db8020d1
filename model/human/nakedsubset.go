package human

import (
	"fmt"
	"math/bits"
)

// nakedPair, nakedTriple and nakedQuad strike the candidates of as many cells of a house from the rest of it.
var (
	nakedPair   = nakedSubset(2, Rule{Name: "naked-pair", Title: "naked pair", Explainer: 3.0, Score: 60, Level: Medium})
	nakedTriple = nakedSubset(3, Rule{Name: "naked-triple", Title: "naked triple", Explainer: 3.6, Score: 80, Level: Medium})
	nakedQuad   = nakedSubset(4, Rule{Name: "naked-quad", Title: "naked quad", Explainer: 5.0, Score: 120, Level: Hard})
)

func nakedSubset(k int, r Rule) *Rule {
	n := numerals[k]
	r.Definition = fmt.Sprintf("%s cells of a house hold only %s values: no other cell of the house takes them", n, n)
	r.Source = "folklore"
	r.find = func(p *Position, yield func(*Step) bool) bool {
		for h := range p.houses {
			if p.isExhausted(h, nakedExhausted+k) {
				continue
			}
			some := false
			stopped := p.nakedIn(h, k, func(places, values uint64) bool {
				if !p.elsewhere(h, places, values) {
					return true
				}
				some = true
				s := p.begin()
				s.nakedPart(p, h, places, values)
				s.strikeElsewhere(p, h, places, values)
				return yield(s)
			})
			if stopped {
				return true
			}
			if !some {
				p.setExhausted(h, nakedExhausted+k)
			}
		}
		return false
	}
	r.explain = explainNaked
	return &r
}

func explainNaked(s *Step) string {
	t := s.Parts[0]
	return fmt.Sprintf("%s hold only %s in %s", s.names(t), numbers(t), t.House)
}

// nakedIn passes the sets of k places of house h that hold k values to found, together with the values, until it returns false, and
// reports whether it did.
func (p *Position) nakedIn(h, k int, found func(places, values uint64) bool) bool {
	if p.blanks(h) <= k {
		return false
	}
	q := &p.subsets
	q.clear()
	for at, c := range p.houses[h].cells {
		q.offer(at, p.cand[c], k)
	}
	return q.each(k, k, found)
}

// elsewhere reports whether some of the values is a candidate at another place of house h.
func (p *Position) elsewhere(h int, places, values uint64) bool {
	for ; values != 0; values &= values - 1 {
		if p.at(h, bits.TrailingZeros64(values))&^places != 0 {
			return true
		}
	}
	return false
}

// nakedPart adds the cells and values of a naked subset to the pattern.
func (s *Step) nakedPart(p *Position, h int, places, values uint64) {
	t := s.part("cells")
	t.places(p.Board, h, places)
	t.valuesOf(p.Board, values)
	t.in(p.Board, h)
}

// strikeElsewhere says that no other place of house h has the values.
func (s *Step) strikeElsewhere(p *Position, h int, places, values uint64) {
	for ; values != 0; values &= values - 1 {
		x := bits.TrailingZeros64(values)
		for w := p.at(h, x) &^ places; w != 0; w &= w - 1 {
			s.strike(p, p.houses[h].cells[bits.TrailingZeros64(w)], x)
		}
	}
}

// numerals are words for small numbers.
var numerals = [...]string{"no", "one", "two", "three", "four", "five", "six", "seven", "eight"}
