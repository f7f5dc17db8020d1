package human

import "math/bits"

// lockedNeighbours, lockedSides and lockedCorner look at unique rectangles of which a house has no other places for one value of the pair,
// x, than two neighbouring corners: whichever of these takes x, the other must not make the pattern complete with y.

func (p *Position) lockedNeighbours(u uniqueRectangle, yield func(*Step) bool) bool {
	if !u.neighbours() {
		return false
	}
	a, b := u.wideCell(0), u.wideCell(1)
	for _, way := range u.ways() {
		x, y := way[0], way[1]
		if h := p.lockedTo(a, b, x); h >= 0 && p.lockedStep(u, x, y, yield, []int{h}, a, b) {
			return true
		}
	}
	return false
}

// lockedSides looks at two opposite corners that are wide, and two parallel sides.
func (p *Position) lockedSides(u uniqueRectangle, yield func(*Step) bool) bool {
	if !u.opposite() {
		return false
	}
	for _, way := range u.ways() {
		x := way[0]
		for side := range 2 {
			r := u.deadlyRectangle
			g, h := p.lockedTo(r[side], r[side+1], x), p.lockedTo(r[side+2], r[(side+3)%4], x)
			if g >= 0 && h >= 0 && p.lockedStep(u, x, x, yield, []int{g, h}, u.wideCell(0), u.wideCell(1)) {
				return true
			}
		}
	}
	return false
}

// lockedCorner looks at the corner opposite one that is bare, and its two sides.
func (p *Position) lockedCorner(u uniqueRectangle, yield func(*Step) bool) bool {
	for k, c := range u.deadlyRectangle {
		last, next, far := u.deadlyRectangle[(k+3)%4], u.deadlyRectangle[(k+1)%4], u.deadlyRectangle[(k+2)%4]
		if p.cand[c] != u.pair || u.extra[(k+3)%4] == 0 || u.extra[(k+1)%4] == 0 {
			continue
		}
		for _, way := range u.ways() {
			x, y := way[0], way[1]
			g, h := p.lockedTo(far, last, x), p.lockedTo(far, next, x)
			if g >= 0 && h >= 0 && p.lockedStep(u, x, y, yield, []int{g, h}, far) {
				return true
			}
		}
	}
	return false
}

// lockedStep yields the instance in which x is locked in the houses, so that y goes from the cells, and reports whether yield has returned
// false.
func (p *Position) lockedStep(u uniqueRectangle, x, y int, yield func(*Step) bool, houses []int, cells ...int) bool {
	s := p.begin()
	s.corners(u)
	for _, h := range houses {
		s.part("locked").value(p.Board, x).in(p.Board, h)
	}
	for _, c := range cells {
		s.strike(p, c, y)
	}
	return s.useful() && !yield(s)
}

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
