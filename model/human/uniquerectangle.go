package human

import (
	"math/bits"
	"slices"
)

// uniqueRectangles passes the unique rectangles to one of the searches below, which reports whether yield has returned false.
func uniqueRectangles(find func(p *Position, u uniqueRectangle, yield func(*Step) bool) bool) finder {
	return func(p *Position, yield func(*Step) bool) bool {
		return p.eachRectangle(func(u uniqueRectangle) bool { return !find(p, u, yield) })
	}
}

// oneWideCorner finds the corner that takes another value than the pair, where there is only one.
func (p *Position) oneWideCorner(u uniqueRectangle, yield func(*Step) bool) bool {
	if len(u.wide) != 1 {
		return false
	}
	s := p.begin()
	s.corners(u)
	for pair := u.pair; pair != 0; pair &= pair - 1 {
		s.strike(p, u.wideCell(0), bits.TrailingZeros64(pair))
	}
	return s.useful() && !yield(s)
}

// neighboursWithExtra and othersWithExtra find the value that one of the wide corners takes, where they have one extra candidate, the same.
func (p *Position) neighboursWithExtra(u uniqueRectangle, yield func(*Step) bool) bool {
	return u.neighbours() && p.oneExtra(u, yield)
}

func (p *Position) othersWithExtra(u uniqueRectangle, yield func(*Step) bool) bool {
	return len(u.wide) > 1 && !u.neighbours() && p.oneExtra(u, yield)
}

// oneExtra yields the instance in which all wide corners have the same extra candidate, which is therefore in one of them.
func (p *Position) oneExtra(u uniqueRectangle, yield func(*Step) bool) bool {
	var cells [4]int
	extra := u.extra[u.wide[0]]
	for i, k := range u.wide {
		if cells[i] = u.deadlyRectangle[k]; u.extra[k] != extra || extra&(extra-1) != 0 {
			return false
		}
	}
	s := p.begin()
	s.corners(u)
	s.strikeSeen(p, bits.TrailingZeros64(extra), cells[:len(u.wide)]...)
	return s.useful() && !yield(s)
}

// A uniqueRectangle is a rectangle of blank cells with a pair of values that could be exchanged, were they to fill it. In a puzzle with
// one solution, some corner takes another value. At least one corner has just the pair as its candidates.
//
// A corner may have lost one of the pair, as long as the pair can still fill the rectangle in turns: the other solution that the
// exchange would make need not agree with what was struck.
type uniqueRectangle struct {
	deadlyRectangle
	pair  uint64
	extra [4]uint64 // by corner: its candidates besides the pair
	wide  []int     // the corners that have some; the others are bare
}

// wideCell returns the cell at the i-th wide corner.
func (u *uniqueRectangle) wideCell(i int) int { return u.deadlyRectangle[u.wide[i]] }

// neighbours reports whether the wide corners are two neighbours, opposite whether they are two that are not.
func (u *uniqueRectangle) neighbours() bool { return len(u.wide) == 2 && (u.wide[1]-u.wide[0])%2 == 1 }
func (u *uniqueRectangle) opposite() bool   { return len(u.wide) == 2 && (u.wide[1]-u.wide[0])%2 == 0 }

// ways returns the pair in both orders.
func (u *uniqueRectangle) ways() [2][2]int {
	x, y := bits.TrailingZeros64(u.pair), 63-bits.LeadingZeros64(u.pair)
	return [2][2]int{{x, y}, {y, x}}
}

// eachRectangle passes the unique rectangles to found, until it returns false, and reports whether it did.
func (p *Position) eachRectangle(found func(u uniqueRectangle) bool) bool {
	rectangles := p.deadlyPatterns().rectangles
	for i := range rectangles {
		r := &rectangles[i]
		cand := [4]uint64{p.cand[r[0]], p.cand[r[1]], p.cand[r[2]], p.cand[r[3]]}
		even, odd := cand[0]&cand[2], cand[1]&cand[3]
		if even == 0 || odd == 0 { // as where a corner is filled
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
			u.wide = cornerLists[wide]
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

// corners adds a part for the rectangle and its pair, and one for its wide corners.
func (s *Step) corners(u uniqueRectangle) {
	s.part("rectangle").cell(u.deadlyRectangle[:]...).valuesOf(s.board, u.pair)
	w := s.part("wide")
	for _, k := range u.wide {
		w.cell(u.deadlyRectangle[k]).valuesOf(s.board, u.extra[k])
	}
}
