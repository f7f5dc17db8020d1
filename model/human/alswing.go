package human

import (
	"fmt"
	"math/bits"
)

// alsXYWing looks at three almost locked sets, of which one, the pivot, has a restricted common candidate x with the first of the others
// and another, y, with the second. The pivot has x or y, so one of the others lacks its restricted common and has all its other candidates.
//
// Two sets that both have many restricted commons make many wings; the search is quadratic in the number of sets that a pivot is linked to.
var alsXYWing = &Rule{
	Name:  "als-xy-wing",
	Title: "almost locked sets, XY-wing",
	Definition: "an almost locked set shares restricted x with one such set and restricted y with another: " +
		"a further candidate of these two is in one of them",
	Source:    "Sudoku Players' Forum 2005; an XY-wing whose cells are sets",
	Explainer: 6.5, Score: 320, Level: Unfair,
	find: func(p *Position, yield func(*Step) bool) bool {
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
	},
	explain: func(s *Step) string {
		pivot, one, x, two, y := s.Parts[0], s.Parts[1], s.Parts[2], s.Parts[3], s.Parts[4]
		return fmt.Sprintf("%s has %s or %s, being almost locked, but cannot have %s together with %s, nor %s together with %s, "+
			"so one of these has %s",
			s.withValues(pivot), numbers(x), numbers(y), numbers(x), s.withValues(one), numbers(y), s.withValues(two), s.struck())
	},
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
