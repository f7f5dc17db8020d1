package human

import "math/bits"

// almostWings looks at three almost locked sets, of which one, the pivot, has a restricted common candidate x with the first of the others
// and another, y, with the second. The pivot has x or y, so one of the others lacks its restricted common and has all its other candidates.
//
// Two sets that both have many restricted commons make many wings; the search is quadratic in the number of sets that a pivot is linked to.
func (p *Position) almostWings(yield func(*Step) bool) bool {
	a := p.almostLocked()
	for pivot, commons := range a.commons() {
		for i, first := range commons {
			for _, second := range commons[:i] {
				if a.sets[first.to].strikes&a.sets[second.to].strikes != 0 && a.wings(p, pivot, first, second, yield) {
					return true
				}
			}
		}
	}
	return false
}

// wings finds the wings of a pivot and two sets that it is linked to, one for each choice of restricted commons.
func (a *almostSets) wings(p *Position, pivot int, first, second almostCommon, yield func(*Step) bool) bool {
	one, two := &a.sets[first.to], &a.sets[second.to]
	for xs := first.values; xs != 0; xs &= xs - 1 {
		for ys := second.values &^ (xs & -xs); ys != 0; ys &= ys - 1 {
			s := p.begin()
			if s.strikeEither(p, one, two, ^(xs&-xs | ys&-ys)); !s.useful() {
				continue
			}
			s.almost("pivot", &a.sets[pivot])
			s.almost("wing", one)
			s.part("restricted").value(p.Board, bits.TrailingZeros64(xs))
			s.almost("wing", two)
			s.part("restricted").value(p.Board, bits.TrailingZeros64(ys))
			if !yield(s) {
				return true
			}
		}
	}
	return false
}
