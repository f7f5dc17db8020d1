package human

import (
	"math/bits"
	"slices"
)

// uniqueRectangles returns a finder that passes every unique rectangle to find, which reports whether yield has
// returned false.
func uniqueRectangles(find func(p *Position, u uniqueRectangle, yield func(*Step) bool) bool) finder {
	return func(p *Position, yield func(*Step) bool) bool {
		return p.eachUniqueRectangle(func(u uniqueRectangle) bool { return !find(p, u, yield) })
	}
}

// oneRoofCell finds the corner that has another value than the pair because it is the only roof corner.
func (p *Position) oneRoofCell(u uniqueRectangle, yield func(*Step) bool) bool {
	if len(u.roof) != 1 {
		return false
	}
	s := p.newStep()
	s.addCorners(u)
	s.eliminateValues(p, u.roofCell(0), u.pair)
	return s.useful() && !yield(s)
}

// sharedExtra returns a finder of an extra candidate that all roof corners, two adjacent ones or any others, share and
// no other extra candidate: one of the corners has this value.
func sharedExtra(adjacent bool) finder {
	return uniqueRectangles(func(p *Position, u uniqueRectangle, yield func(*Step) bool) bool {
		return len(u.roof) > 1 && u.adjacentRoof() == adjacent && p.sharedExtra(u, yield)
	})
}

func (p *Position) sharedExtra(u uniqueRectangle, yield func(*Step) bool) bool {
	var cells [4]int
	extra := u.extra[u.roof[0]]
	for i, k := range u.roof {
		if cells[i] = u.deadlyRectangle[k]; u.extra[k] != extra || extra&(extra-1) != 0 {
			return false
		}
	}
	s := p.newStep()
	s.addCorners(u)
	s.eliminateSeen(p, bits.TrailingZeros64(extra), cells[:len(u.roof)]...)
	return s.useful() && !yield(s)
}

// A uniqueRectangle is a deadlyRectangle of blank cells with a pair of values that could fill it. In a puzzle with one
// solution, some corner has another value. The floor corners have no candidates outside the pair, the roof corners have
// extra candidates. At least one corner has exactly the pair.
//
// A corner may have lost one value of the pair, as long as the pair can still fill the rectangle in one of the two
// ways: the other solution that the exchange would give need not agree with earlier eliminations.
type uniqueRectangle struct {
	deadlyRectangle
	pair  uint64
	extra [4]uint64 // by corner: its candidates outside the pair
	roof  []int     // the corners with extra candidates
}

// roofCell returns the cell of the i-th roof corner.
func (u *uniqueRectangle) roofCell(i int) int { return u.deadlyRectangle[u.roof[i]] }

// adjacentRoof reports whether the roof is two adjacent corners.
func (u *uniqueRectangle) adjacentRoof() bool {
	return len(u.roof) == 2 && (u.roof[1]-u.roof[0])%2 == 1
}

// pairOrders returns the pair in both orders.
func (u *uniqueRectangle) pairOrders() [2][2]int {
	x, y := bits.TrailingZeros64(u.pair), 63-bits.LeadingZeros64(u.pair)
	return [2][2]int{{x, y}, {y, x}}
}

// eachUniqueRectangle passes the unique rectangles to found until found returns false, and reports whether it did.
func (p *Position) eachUniqueRectangle(found func(u uniqueRectangle) bool) bool {
	rectangles := p.deadlyPatterns().rectangles
	for i := range rectangles {
		r := &rectangles[i]
		cand := [4]uint64{p.cand[r[0]], p.cand[r[1]], p.cand[r[2]], p.cand[r[3]]}
		even, odd := cand[0]&cand[2], cand[1]&cand[3]
		if even == 0 || odd == 0 { // a filled corner has no candidates
			continue
		}
		for k, pair := range cand {
			if bits.OnesCount64(pair) != 2 || slices.Contains(cand[:k], pair) || !p.allows(*r, pair) {
				continue
			}
			x, y := pair&-pair, pair&(pair-1)
			if (even&x == 0 || odd&y == 0) && (even&y == 0 || odd&x == 0) {
				continue
			}
			u, wide := uniqueRectangle{deadlyRectangle: *r, pair: pair}, 0
			for k := range cand {
				if u.extra[k] = cand[k] &^ pair; u.extra[k] != 0 {
					wide |= 1 << k
				}
			}
			u.roof = cornerLists[wide]
			if !found(u) {
				return true
			}
		}
	}
	return false
}

// cornerLists lists the elements of each set of corners.
var cornerLists = [16][]int{
	{}, {0}, {1}, {0, 1}, {2}, {0, 2}, {1, 2}, {0, 1, 2},
	{3}, {0, 3}, {1, 3}, {0, 1, 3}, {2, 3}, {0, 2, 3}, {1, 2, 3}, {0, 1, 2, 3},
}

// addCorners adds a part for the rectangle and its pair, and a part for the roof.
func (s *Step) addCorners(u uniqueRectangle) {
	s.addPart("rectangle").addCells(u.deadlyRectangle[:]...).addValues(s.board, u.pair)
	w := s.addPart("wide")
	for _, k := range u.roof {
		w.addCells(u.deadlyRectangle[k]).addValues(s.board, u.extra[k])
	}
}

// roofInSubset treats two adjacent roof corners as one cell with their extra candidates, because one of them has such a
// value. Together with k cells of a house of both corners this cell may be a naked subset of k+1 values.
func (p *Position) roofInSubset(u uniqueRectangle, yield func(*Step) bool) bool {
	if !u.adjacentRoof() {
		return false
	}
	a, b := u.roofCell(0), u.roofCell(1)
	extra := u.extra[u.roof[0]] | u.extra[u.roof[1]]
	if extra&(extra-1) == 0 {
		return false
	}
	for _, seat := range p.memberships[a] {
		if !p.houses[seat.house].set.Has(b) {
			continue
		}
		q := &p.subsets
		q.reset()
		for at, c := range p.houses[seat.house].cells {
			if d := p.cand[c]; d != 0 && c != a && c != b {
				q.add(at, d|extra, largestUniqueSubset+1)
			}
		}
		for k := 1; k <= largestUniqueSubset; k++ {
			stopped := q.forEach(k, k+1, func(places, values uint64) bool {
				s := p.newStep()
				s.addCorners(u)
				s.addHousePart("subset", seat.house, places, values)
				s.eliminateSubset(p, u, extra)
				return !s.useful() || yield(s)
			})
			if stopped {
				return true
			}
		}
	}
	return false
}

// largestUniqueSubset is the maximum number of cells besides the corners. Three cells and the corners are a naked quad.
const largestUniqueSubset = 3

// eliminateSubset eliminates each value of the subset from the cells that see all its holders: cells of the subset and,
// for an extra candidate, roof corners.
func (s *Step) eliminateSubset(p *Position, u uniqueRectangle, extra uint64) {
	t := s.Parts[2]
	for _, v := range t.Values {
		x, _ := p.valueIndex(v)
		var holders []int
		for _, c := range t.Cells {
			if p.hasCandidate(int(c), x) {
				holders = append(holders, int(c))
			}
		}
		for i := range u.roof {
			if c := u.roofCell(i); extra>>x&1 != 0 && p.hasCandidate(c, x) {
				holders = append(holders, c)
			}
		}
		s.eliminateSeen(p, x, holders...)
	}
}

// lockedAdjacent, lockedSides and lockedCorner use a house in which one value of the pair, x, has no places but two
// adjacent corners: whichever of these takes x, the other corner must not complete the pattern with y.

func (p *Position) lockedAdjacent(u uniqueRectangle, yield func(*Step) bool) bool {
	if !u.adjacentRoof() {
		return false
	}
	a, b := u.roofCell(0), u.roofCell(1)
	for _, way := range u.pairOrders() {
		x, y := way[0], way[1]
		if h := p.lockedHouse(a, b, x); h >= 0 && p.lockedStep(u, x, y, yield, []int{h}, a, b) {
			return true
		}
	}
	return false
}

// lockedSides finds two opposite roof corners and two parallel sides that are both such houses.
func (p *Position) lockedSides(u uniqueRectangle, yield func(*Step) bool) bool {
	if len(u.roof) != 2 || u.adjacentRoof() {
		return false
	}
	for _, way := range u.pairOrders() {
		x := way[0]
		for side := range 2 {
			r := u.deadlyRectangle
			g, h := p.lockedHouse(r[side], r[side+1], x), p.lockedHouse(r[side+2], r[(side+3)%4], x)
			if g >= 0 && h >= 0 && p.lockedStep(u, x, x, yield, []int{g, h}, u.roofCell(0), u.roofCell(1)) {
				return true
			}
		}
	}
	return false
}

// lockedCorner finds a floor corner with exactly the pair, and such houses along both sides of the opposite corner.
func (p *Position) lockedCorner(u uniqueRectangle, yield func(*Step) bool) bool {
	for k, c := range u.deadlyRectangle {
		last, next, far := u.deadlyRectangle[(k+3)%4], u.deadlyRectangle[(k+1)%4], u.deadlyRectangle[(k+2)%4]
		if p.cand[c] != u.pair || u.extra[(k+3)%4] == 0 || u.extra[(k+1)%4] == 0 {
			continue
		}
		for _, way := range u.pairOrders() {
			x, y := way[0], way[1]
			g, h := p.lockedHouse(far, last, x), p.lockedHouse(far, next, x)
			if g >= 0 && h >= 0 && p.lockedStep(u, x, y, yield, []int{g, h}, far) {
				return true
			}
		}
	}
	return false
}

// lockedStep yields the instance in which x is locked in the houses, which eliminates y from the cells. It reports
// whether yield returned false.
func (p *Position) lockedStep(u uniqueRectangle, x, y int, yield func(*Step) bool, houses []int, cells ...int) bool {
	s := p.newStep()
	s.addCorners(u)
	for _, h := range houses {
		s.addPart("locked").addValue(p.Board, x).setHouse(p.Board, h)
	}
	for _, c := range cells {
		s.eliminate(p, c, y)
	}
	return s.useful() && !yield(s)
}

// lockedHouse returns a full house of both cells in which x has no other places, or -1.
func (p *Position) lockedHouse(a, b, x int) int {
	for _, s := range p.memberships[a] {
		u := &p.houses[s.house]
		if !u.full || !u.set.Has(b) {
			continue
		}
		places, others := p.places(s.house, x), false
		for c := range p.cellsAt(s.house, places) {
			others = others || c != a && c != b
		}
		if places != 0 && !others {
			return s.house
		}
	}
	return -1
}
