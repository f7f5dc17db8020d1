package human

import (
	"fmt"
	"math/bits"
	"slices"
)

// uniqueRectangle1, uniqueRectangle2 and uniqueRectangle5 say which corner of a unique rectangle takes a value that is not of the pair, or
// which value. Sudoku Explainer gives 4.5 to the rectangles of its types 1, 2 and 4, and up to 5.0 to those with a subset and to longer
// loops. The types that it does not know are rated 4.5 here, too: what a person has to see is the rectangle.
var (
	uniqueRectangle1 = uniqueRule(Rule{
		Name:       "unique-rectangle-1",
		Title:      "unique rectangle, type 1",
		Definition: "three corners have no candidates but the same two: the fourth takes another value",
	}, func(p *Position, u uniqueRectangle, yield func(*Step) bool) bool {
		if len(u.wide) != 1 {
			return false
		}
		s := p.begin()
		s.corners(u)
		for pair := u.pair; pair != 0; pair &= pair - 1 {
			s.strike(p, u.wideCell(0), bits.TrailingZeros64(pair))
		}
		return s.useful() && !yield(s)
	}, func(s *Step) string {
		return fmt.Sprintf(", and only %s can", s.names(s.Parts[1]))
	})

	uniqueRectangle2 = uniqueRule(Rule{
		Name:       "unique-rectangle-2",
		Title:      "unique rectangle, type 2",
		Definition: "two neighbouring corners have one candidate besides the two of the others, the same: it is in one of them",
	}, func(p *Position, u uniqueRectangle, yield func(*Step) bool) bool {
		return u.neighbours() && p.oneExtra(u, yield)
	}, explainExtra)

	uniqueRectangle5 = uniqueRule(Rule{
		Name:       "unique-rectangle-5",
		Title:      "unique rectangle, type 5",
		Definition: "two opposite corners, or three, have one candidate besides the two of the others, the same: it is in one of them",
	}, func(p *Position, u uniqueRectangle, yield func(*Step) bool) bool {
		return len(u.wide) > 1 && !u.neighbours() && p.oneExtra(u, yield)
	}, explainExtra)
)

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

func explainExtra(s *Step) string {
	return fmt.Sprintf(", and only %s can: %s is in one of them", s.names(s.Parts[1]), s.struck())
}

// uniqueRule completes a rule about unique rectangles. Its explanation goes on after "one of them takes another value".
func uniqueRule(r Rule, find func(p *Position, u uniqueRectangle, yield func(*Step) bool) bool, explain func(s *Step) string) *Rule {
	r.Source = "folklore of the Sudoku Players' Forum, 2005; the types as HoDoKu numbers them"
	r.Explainer, r.Score, r.Level = 4.5, 100, Hard
	r.Unique = true
	r.find = func(p *Position, yield func(*Step) bool) bool {
		return p.eachRectangle(func(u uniqueRectangle) bool { return !find(p, u, yield) })
	}
	r.explain = func(s *Step) string {
		t := s.Parts[0]
		return fmt.Sprintf("in %s, %s could be exchanged, so one of them takes another value%s", s.names(t), numbers(t), explain(s))
	}
	return &r
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
	t := s.part("rectangle")
	for _, c := range u.deadlyRectangle {
		t.cell(c)
	}
	t.valuesOf(s.board, u.pair)
	w := s.part("wide")
	for _, k := range u.wide {
		w.cell(u.deadlyRectangle[k])
		w.valuesOf(s.board, u.extra[k])
	}
}
