package human

import "math/bits"

// assumeOne is assume that follows the value of the candidate only: where it has one place left in a full house, it goes there, until a
// house is left without a place for it.
func (n *net) assumeOne(c, x int) bool {
	p := n.p
	left := n.q.with(x) // of this copy, nothing else is used
	copy(left, p.with(x))
	n.trail = n.trail[:0]
	put := func(l inference) {
		n.trail = append(n.trail, l)
		left.minus(p.sees[l.cell])
		left.add(l.cell) // its place for good, as it sees all others of its houses
	}
	put(inference{spot: spot{c, x}, why: assumption})
	for again := true; again; {
		again = false
		for h := range p.houses {
			w := p.at(h, x)
			if w == 0 || !p.houses[h].full {
				continue
			}
			place, count := -1, 0
			for ; w != 0; w &= w - 1 {
				if c := p.houses[h].cells[bits.TrailingZeros64(w)]; left.has(c) {
					place = c
					count++
				}
			}
			if count == 0 {
				n.end = conflict{h, -1, x}
				return true
			}
			if count == 1 && !n.placed(place) {
				put(inference{spot: spot{place, x}, why: h})
				again = true
			}
		}
	}
	return false
}

// placed reports whether the trail says what c is.
func (n *net) placed(c int) bool {
	for _, l := range n.trail {
		if l.cell == c {
			return true
		}
	}
	return false
}
