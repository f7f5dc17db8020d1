package human

import (
	"fmt"
	"math/bits"
)

// uniqueRectangle4, uniqueRectangle6 and hiddenRectangle look at unique rectangles of which a house has no other places for one value of
// the pair, x, than two neighbouring corners: whichever of these takes x, the other must not make the pattern complete with y.
var (
	uniqueRectangle4 = uniqueRule(Rule{
		Name:  "unique-rectangle-4",
		Title: "unique rectangle, type 4",
		Definition: "two corners have no other candidates than two values, " +
			"and the other two are the only places of one of these in a house: neither takes the other one",
	}, func(p *Position, u uniqueRectangle, yield func(*Step) bool) bool {
		if !u.neighbours() {
			return false
		}
		a, b := u.wideCell(0), u.wideCell(1)
		for _, way := range u.ways() {
			x, y := way[0], way[1]
			if h := p.lockedTo(a, b, x); h >= 0 {
				s := p.begin()
				s.corners(u)
				s.locked(x, h)
				s.strike(p, a, y)
				s.strike(p, b, y)
				if s.useful() && !yield(s) {
					return true
				}
			}
		}
		return false
	}, func(s *Step) string {
		x := s.Parts[2]
		return fmt.Sprintf(", and only %s can: %s is in one of them in %s, so neither is %s", s.names(s.Parts[1]), numbers(x), x.House, s.struck())
	})

	uniqueRectangle6 = uniqueRule(Rule{
		Name:  "unique-rectangle-6",
		Title: "unique rectangle, type 6",
		Definition: "two opposite corners have no other candidates than two values, " +
			"and two parallel sides are the only places of one of these in their houses: the others do not take it",
	}, func(p *Position, u uniqueRectangle, yield func(*Step) bool) bool {
		if !u.opposite() {
			return false
		}
		for _, way := range u.ways() {
			x := way[0]
			for side := range 2 {
				r := u.deadlyRectangle
				g, h := p.lockedTo(r[side], r[side+1], x), p.lockedTo(r[side+2], r[(side+3)%4], x)
				if g < 0 || h < 0 {
					continue
				}
				s := p.begin()
				s.corners(u)
				s.locked(x, g)
				s.locked(x, h)
				s.strike(p, u.wideCell(0), x)
				s.strike(p, u.wideCell(1), x)
				if s.useful() && !yield(s) {
					return true
				}
			}
		}
		return false
	}, func(s *Step) string {
		g, h := s.Parts[2], s.Parts[3]
		return fmt.Sprintf(", and only %s can: with %s in one of them, %s and %s would put it in both",
			s.names(s.Parts[1]), numbers(g), g.House, h.House)
	})

	hiddenRectangle = uniqueRule(Rule{
		Name:  "hidden-rectangle",
		Title: "hidden rectangle",
		Definition: "a corner has no other candidates than two values, " +
			"and the sides to the opposite corner are the only places of one of these in their houses: that corner does not take the other one",
	}, func(p *Position, u uniqueRectangle, yield func(*Step) bool) bool {
		for k, c := range u.deadlyRectangle {
			last, next, far := u.deadlyRectangle[(k+3)%4], u.deadlyRectangle[(k+1)%4], u.deadlyRectangle[(k+2)%4]
			if p.cand[c] != u.pair || u.extra[(k+3)%4] == 0 || u.extra[(k+1)%4] == 0 {
				continue
			}
			for _, way := range u.ways() {
				x, y := way[0], way[1]
				g, h := p.lockedTo(far, last, x), p.lockedTo(far, next, x)
				if g < 0 || h < 0 {
					continue
				}
				s := p.begin()
				s.corners(u)
				s.locked(x, g)
				s.locked(x, h)
				s.strike(p, far, y)
				if s.useful() && !yield(s) {
					return true
				}
			}
		}
		return false
	}, func(s *Step) string {
		k, x := s.Eliminations[0], s.Parts[2]
		return fmt.Sprintf("; %s=%d would put %s next to it in %s and %s",
			s.board.base.NameOf(k.Cell), k.Value, numbers(x), x.House, s.Parts[3].House)
	})
)

// lockedTo returns a full house with both cells in which x has no other places, or -1.
func (p *Position) lockedTo(a, b, x int) int {
	for _, s := range p.seats[a] {
		u := &p.houses[s.house]
		if !u.full || !u.set.has(b) {
			continue
		}
		places := p.at(s.house, x)
		for rest := places; rest != 0; rest &= rest - 1 {
			if c := u.cells[bits.TrailingZeros64(rest)]; c != a && c != b {
				places = 0
				break
			}
		}
		if places != 0 {
			return s.house
		}
	}
	return -1
}

// locked adds a part for a house that has x only in two corners.
func (s *Step) locked(x, h int) {
	t := s.part("locked")
	t.value(s.board, x)
	t.in(s.board, h)
}
