package human

import "math/bits"

// nakedSubsets strikes the candidates of k cells of a house that hold k values from the rest of it.
func (p *Position) nakedSubsets(k int, yield func(*Step) bool) bool {
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
			s.inHouse("cells", h, places, values)
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

// lockedSubsets looks for naked subsets of k cells in the intersection of two houses where there is something to strike in both; else it
// is a naked subset and perhaps locked candidates.
func (p *Position) lockedSubsets(k int, yield func(*Step) bool) bool {
	for h := range p.houses {
		stopped := len(p.crossings[h]) > 0 && p.nakedIn(h, k, func(places, values uint64) bool {
			return !p.elsewhere(h, places, values) || p.lockedAt(h, places, values, yield)
		})
		if stopped {
			return true
		}
	}
	return false
}

// lockedAt yields the locked subset at these places of house h in each later house that has the cells, too. It returns false if yield does.
func (p *Position) lockedAt(h int, places, values uint64, yield func(*Step) bool) bool {
	for _, o := range p.crossings[h] {
		if o.other < h || places&^o.here != 0 {
			continue
		}
		there := p.placesIn(o.other, h, places)
		if !p.elsewhere(o.other, there, values) {
			continue
		}
		s := p.begin()
		s.inHouse("cells", h, places, values)
		s.part("house").in(p.Board, o.other)
		s.strikeElsewhere(p, h, places, values)
		s.strikeElsewhere(p, o.other, there, values)
		if !yield(s) {
			return false
		}
	}
	return true
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

// strikeElsewhere says that no other place of house h has the values.
func (s *Step) strikeElsewhere(p *Position, h int, places, values uint64) {
	for ; values != 0; values &= values - 1 {
		x := bits.TrailingZeros64(values)
		for w := p.at(h, x) &^ places; w != 0; w &= w - 1 {
			s.strike(p, p.houses[h].cells[bits.TrailingZeros64(w)], x)
		}
	}
}
