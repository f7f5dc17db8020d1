package human

import (
	"fmt"
	"math/bits"
)

// almostPairs looks at two almost locked sets with one restricted common candidate (singly linked) or two (doubly linked).
//
// Singly linked by x, one of the sets lacks x and so has all its other candidates; a further candidate that both have is in one of them,
// and goes from the cells that see all its holders. Doubly linked by x and y, each set lacks exactly one of the two: x and y are in one set
// each, and every other candidate of either set is there.
func (p *Position) almostPairs(yield func(*Step) bool) bool {
	a := p.almostLocked()
	for i, commons := range a.commons() {
		one := &a.sets[i]
		for _, link := range commons {
			if link.to > i {
				break
			}
			two := &a.sets[link.to]
			s := p.begin()
			if x := link.values; x&(x-1) == 0 {
				s.strikeEither(p, one, two, ^x)
			} else { // two; three leave no solution
				s.strikeEither(p, one, two, x)
				s.strikeEither(p, one, one, one.values&^x)
				s.strikeEither(p, two, two, two.values&^x)
			}
			if !s.useful() {
				continue
			}
			s.almost("set", two)
			s.almost("set", one)
			s.part("restricted").valuesOf(p.Board, link.values)
			if !yield(s) {
				return true
			}
		}
	}
	return false
}

func explainALSPair(s *Step) string {
	one, two, x := s.withValues(s.Parts[0]), s.withValues(s.Parts[1]), s.Parts[2]
	if len(x.Values) == 1 {
		return fmt.Sprintf("%s and %s are almost locked and cannot both have %s, so one of them has %s", one, two, numbers(x), s.struck())
	}
	return fmt.Sprintf("%s and %s are almost locked and cannot both have %d, nor %d: each has one of these and all its other candidates",
		one, two, x.Values[0], x.Values[1])
}

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
