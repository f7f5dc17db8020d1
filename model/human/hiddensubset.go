package human

import "math/bits"

// hiddenSubsets clears the cells that k values of a house are confined to.
func (p *Position) hiddenSubsets(k int, yield func(*Step) bool) bool {
	for h := range p.houses {
		if p.houses[h].full && p.hiddenIn(h, k, yield) {
			return true
		}
	}
	return false
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
		s.inHouse("cells", h, places, values)
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
