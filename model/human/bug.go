package human

import (
	"math/bits"

	"nonet/model"
)

// bugPlusOne finds a bivalue universal grave + 1. Every blank cell has two candidates, except one cell that has three.
// In each house every remaining value has two places, with one exception: a candidate x of that cell has three places
// in each house of the cell.
//
// If the cell does not have x, all blank cells have two candidates and all values two places in each house: a bivalue
// universal grave. A grave has no solution or at least two: if every blank cell of a solution takes its other
// candidate, the result is a solution, too. This holds only if no constraint except AllDifferents restricts two blank
// cells, and no Linear or Table restricts any blank cell.
func (p *Position) bugPlusOne(yield func(*Step) bool) bool {
	cell := -1
	for c := range p.unfilled.All {
		switch n := bits.OnesCount64(p.cand[c]); {
		case n == 3 && cell < 0:
			cell = c
		case n != 2:
			return false
		}
	}
	if cell < 0 {
		return false
	}
	x := p.tripledCandidate(cell)
	if x < 0 || !p.isBUG(cell, x) {
		return false
	}
	s := p.newStep()
	s.addPart("cell").addCells(cell).addValue(p.Board, x)
	s.eliminateValues(p, cell, p.cand[cell]&^(1<<x))
	return !yield(s)
}

// tripledCandidate returns a candidate of the cell that has three places in one of its houses, or -1.
func (p *Position) tripledCandidate(cell int) int {
	for _, s := range p.memberships[cell] {
		for x := range members(p.cand[cell]) {
			if bits.OnesCount64(p.places(s.house, x)) == 3 {
				return x
			}
		}
	}
	return -1
}

// isBUG reports whether the position without x in the cell is a bivalue universal grave.
func (p *Position) isBUG(cell, x int) bool {
	for h := range p.houses {
		for y := range p.values {
			n := bits.OnesCount64(p.places(h, y))
			if y == x && p.houses[h].set.Has(cell) {
				n--
			}
			if n != 0 && n != 2 {
				return false
			}
		}
	}
	for c := range p.unfilled.All {
		for _, k := range p.deadlyPatterns().others[c] {
			if k, ok := k.(model.NotEqual); !ok || p.unfilled.Has(int(k.A)) && p.unfilled.Has(int(k.B)) {
				return false
			}
		}
	}
	return true
}
