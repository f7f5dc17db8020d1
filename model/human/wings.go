package human

import "math/bits"

// wings finds pivots with two or three candidates. The pivot of an XY-wing has one of two values, and either leaves the
// third value to one of the pincers; the pivot of an XYZ-wing may have the third value itself.
func (p *Position) wings(candidates int, yield func(*Step) bool) bool {
	p.findBivalue(^uint64(0))
	for pivot, d := range p.cand {
		if bits.OnesCount64(d) != candidates {
			continue
		}
		for a := range p.scratch.bivalue.Both(p.peers[pivot]) {
			for b := range p.scratch.bivalue.Both(p.peers[pivot]) {
				both := p.cand[a] & p.cand[b]
				if b <= a || bits.OnesCount64(both) != 1 || (p.cand[a]|p.cand[b])&^both != d&^both {
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

// wWings finds two cells with the same two candidates, each seeing one end of a strong link on one of them. The two
// cells do not both have that value.
func (p *Position) wWings(yield func(*Step) bool) bool {
	p.findBivalue(^uint64(0))
	for x := range p.values {
		for _, l := range p.strongLinks(x) {
			for a := range p.scratch.bivalue.Both(p.peers[l.a]) {
				if !p.hasCandidate(a, x) || a == l.b {
					continue
				}
				y := bits.TrailingZeros64(p.cand[a] &^ (1 << x))
				for b := range p.scratch.bivalue.Both(p.peers[l.b]) {
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
