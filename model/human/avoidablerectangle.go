package human

import "math/bits"

// An avoidable rectangle is a deadlyRectangle with filled corners. If a filled corner is a clue, the values cannot be
// exchanged. If none is, the blank corners must not complete the deadly pattern. The searches need the clues: the
// givens of the model and of NewPosition or Reset.

func (p *Position) threeFilledCorners(yield func(*Step) bool) bool {
	return p.eachAvoidable(1, func(r deadlyRectangle, blank []int) bool {
		k := blank[0]
		x, last, next := p.filled[r[(k+2)%4]], p.filled[r[(k+3)%4]], p.filled[r[(k+1)%4]]
		if last != next || !p.allows(r, 1<<x|1<<next) {
			return true
		}
		s := p.newStep()
		s.addAvoidable(p, r, 1<<x|1<<next)
		s.eliminate(p, r[k], int(x))
		return !s.useful() || yield(s)
	})
}

func (p *Position) twoFilledCorners(yield func(*Step) bool) bool {
	return p.eachAvoidable(2, func(r deadlyRectangle, blank []int) bool {
		a, b := blank[0], blank[1]
		extra := p.cand[r[a]] & p.cand[r[b]]
		if (b-a)%2 == 1 { // adjacent: each needs the value of the corner opposite it to complete the pattern
			x, y := uint64(1)<<p.filled[r[(a+2)%4]], uint64(1)<<p.filled[r[(b+2)%4]]
			return p.cand[r[a]] != extra|x || p.cand[r[b]] != extra|y || p.emitAvoidable(r, blank, x|y, extra, yield)
		}
		x := uint64(1) << p.filled[r[(a+1)%4]]
		if p.filled[r[(a+1)%4]] != p.filled[r[(b+1)%4]] || p.cand[r[a]] != extra || p.cand[r[b]] != extra ||
			bits.OnesCount64(extra) != 2 {
			return true
		}
		one, two := extra&-extra, extra&(extra-1) // either value could complete the pattern
		return p.emitAvoidable(r, blank, x|one, two, yield) && p.emitAvoidable(r, blank, x|two, one, yield)
	})
}

// emitAvoidable yields an instance: pair completes the pattern, and the blank corners share the extra candidates. It
// yields nothing if there is not exactly one extra candidate. It returns false if yield does.
func (p *Position) emitAvoidable(r deadlyRectangle, blank []int, pair, extra uint64, yield func(*Step) bool) bool {
	if bits.OnesCount64(extra) != 1 || !p.allows(r, pair) {
		return true
	}
	s := p.newStep()
	s.addAvoidable(p, r, pair)
	s.eliminateSeen(p, bits.TrailingZeros64(extra), r[blank[0]], r[blank[1]])
	return !s.useful() || yield(s)
}

// eachAvoidable calls found for each rectangle that has no clue and this number of blank corners. It ends when found
// returns false, and reports whether it did. The second argument of found is the list of blank corners.
func (p *Position) eachAvoidable(blank int, found func(r deadlyRectangle, blank []int) bool) bool {
	rectangles := p.deadlyPatterns().rectangles
	for i := range rectangles {
		r := &rectangles[i]
		set := p.blankBit(r[0]) | p.blankBit(r[1])<<1 | p.blankBit(r[2])<<2 | p.blankBit(r[3])<<3
		if len(cornerLists[set]) != blank || p.givenCells.Has(r[0]) || p.givenCells.Has(r[1]) ||
			p.givenCells.Has(r[2]) || p.givenCells.Has(r[3]) {
			continue
		}
		if !found(*r, cornerLists[set]) {
			return true
		}
	}
	return false
}

// blankBit returns 1 if the cell is blank and 0 if it is filled.
func (p *Position) blankBit(c int) int { return int(uint8(p.filled[c]) >> 7) }

// addAvoidable adds a part for the rectangle and its pair, and a part for its blank corners.
func (s *Step) addAvoidable(p *Position, r deadlyRectangle, pair uint64) {
	s.addPart("rectangle").addCells(r[:]...).addValues(s.board, pair)
	blank := s.addPart("blank")
	for _, c := range r {
		if p.filled[c] < 0 {
			blank.addCells(c)
		}
	}
}
