package human

import "math/bits"

// wings finds pivots with two or three candidates. The pivot of an XY-wing has one of two values, and either leaves the
// third value to one of the pincers; the pivot of an XYZ-wing may have the third value itself.
func (p *Position) wings(candidates int, yield func(*Step) bool) bool {
	p.findBivalue()
	for pivot, d := range p.cand {
		if bits.OnesCount64(d) != candidates {
			continue
		}
		for a := p.nextBivalue(pivot, 0); a >= 0; a = p.nextBivalue(pivot, a+1) {
			for b := p.nextBivalue(pivot, a+1); b >= 0; b = p.nextBivalue(pivot, b+1) {
				both := p.cand[a] & p.cand[b]
				if bits.OnesCount64(both) != 1 || (p.cand[a]|p.cand[b])&^both != d&^both {
					continue
				}
				s := p.newStep()
				s.addPart("pivot").addCells(pivot).addValues(p.Board, d)
				s.addPart("pincer").addCells(a).addValues(p.Board, p.cand[a])
				s.addPart("pincer").addCells(b).addValues(p.Board, p.cand[b])
				z := bits.TrailingZeros64(both)
				if candidates == 2 {
					s.eliminateSeen(p, z, a, b)
				} else {
					s.eliminateSeen(p, z, pivot, a, b)
				}
				if s.useful() && !yield(s) {
					return true
				}
			}
		}
	}
	return false
}

// nextBivalue returns the first peer of c at or after from that has two candidates, or -1.
func (p *Position) nextBivalue(c, from int) int {
	for w := from >> 6; w < p.words; w++ {
		set := p.scratch.bivalue[w] & p.peers[c][w]
		if w == from>>6 {
			set &= ^uint64(0) << (from & 63)
		}
		if set != 0 {
			return w<<6 | bits.TrailingZeros64(set)
		}
	}
	return -1
}

// wWings finds two cells with the same two candidates, each seeing one end of a strong link on one of them. The two
// cells do not both have that value.
func (p *Position) wWings(yield func(*Step) bool) bool {
	p.findBivalue()
	for x := range p.values {
		for _, l := range p.strongLinks(x) {
			for a := p.nextBivalue(l.a, 0); a >= 0; a = p.nextBivalue(l.a, a+1) {
				if !p.hasCandidate(a, x) || a == l.b {
					continue
				}
				y := bits.TrailingZeros64(p.cand[a] &^ (1 << x))
				for b := p.nextBivalue(l.b, 0); b >= 0; b = p.nextBivalue(l.b, b+1) {
					if p.cand[b] != p.cand[a] || b == a || b == l.a || !p.anySeesAll(y, a, b) {
						continue
					}
					s := p.newStep()
					s.addPart("cells").addCells(a).addCells(b).addValues(p.Board, p.cand[a])
					s.addLink(l, x)
					s.eliminateSeen(p, y, a, b)
					if !yield(s) {
						return true
					}
				}
			}
		}
	}
	return false
}
