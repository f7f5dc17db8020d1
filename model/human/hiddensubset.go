package human

import (
	"fmt"
	"math/bits"
)

// hiddenPair, hiddenTriple and hiddenQuad clear the cells that as many values of a house are confined to.
var (
	hiddenPair   = hiddenSubset(2, Rule{Name: "hidden-pair", Title: "hidden pair", Explainer: 3.4, Score: 70, Level: Medium})
	hiddenTriple = hiddenSubset(3, Rule{Name: "hidden-triple", Title: "hidden triple", Explainer: 4.0, Score: 100, Level: Medium})
	hiddenQuad   = hiddenSubset(4, Rule{Name: "hidden-quad", Title: "hidden quad", Explainer: 5.4, Score: 150, Level: Hard})
)

func hiddenSubset(k int, r Rule) *Rule {
	n := numerals[k]
	r.Definition = fmt.Sprintf("%s values of a house have only %s places: these cells take no other value", n, n)
	r.Source = "folklore"
	r.find = func(p *Position, yield func(*Step) bool) bool {
		for h := range p.houses {
			if p.houses[h].full && p.hiddenIn(h, k, yield) {
				return true
			}
		}
		return false
	}
	r.explain = func(s *Step) string {
		t := s.Parts[0]
		return fmt.Sprintf("%s go only to %s in %s", numbers(t), s.names(t), t.House)
	}
	return &r
}

// hiddenIn yields the hidden subsets of k values in house h.
func (p *Position) hiddenIn(h, k int, yield func(*Step) bool) bool {
	if p.blanks(h) <= k || p.isExhausted(h, hiddenExhausted+k) {
		return false
	}
	q := &p.subsets
	q.clear()
	some := false
	for x, w := range p.where[h*len(p.values) : (h+1)*len(p.values)] {
		q.offer(x, w, k)
	}
	cells := p.houses[h].cells
	stopped := q.each(k, k, func(values, places uint64) bool {
		var others uint64
		for w := places; w != 0; w &= w - 1 {
			others |= p.cand[cells[bits.TrailingZeros64(w)]] &^ values
		}
		if others == 0 {
			return true
		}
		some = true
		s := p.begin()
		s.nakedPart(p, h, places, values)
		for w := places; w != 0; w &= w - 1 {
			c := cells[bits.TrailingZeros64(w)]
			for d := p.cand[c] &^ values; d != 0; d &= d - 1 {
				s.strike(p, c, bits.TrailingZeros64(d))
			}
		}
		return yield(s)
	})
	if !some {
		p.setExhausted(h, hiddenExhausted+k)
	}
	return stopped
}
