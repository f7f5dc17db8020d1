package human

import "fmt"

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
