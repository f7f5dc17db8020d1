package human

import (
	"slices"
	"sync"

	"nonet/model"
)

// A deadlyRectangle is four cells, listed around, in which two values can be exchanged: if the cells hold x, y, x, y, then putting
// y, x, y, x there keeps every constraint of the model. So the solution of a puzzle that has only one does not have x, y, x, y there,
// unless a clue forbids the exchange.
//
// An AllDifferent is kept if it has none of the cells or two neighbours, which have x and y before and after; a NotEqual, if it is about
// two neighbours; a Linear, if it weighs both diagonals alike; a Table is taken not to be. In ordinary Sudoku these are the cells where
// two rows cross two columns, if they are in two boxes.
type deadlyRectangle [4]int

// deadly is what the rules that assume uniqueness know of a board.
type deadlyPatterns struct {
	once       sync.Once
	rectangles []deadlyRectangle
	others     [][]model.Constraint // by cell; see otherConstraints
}

// deadlyPatterns returns what the rules that assume uniqueness know of the board. The first call finds it out, in time proportional to the
// number of pairs of cells that share a house, times the size of a house.
func (b *Board) deadlyPatterns() *deadlyPatterns {
	b.deadly.once.Do(func() {
		b.deadly.others = b.otherConstraints()
		for a := range b.peers {
			b.rectanglesAt(a)
		}
	})
	return &b.deadly
}

// otherConstraints returns, for each cell, the constraints about it that are neither AllDifferents nor Givens, nor follow from one
// AllDifferent.
func (b *Board) otherConstraints() [][]model.Constraint {
	others := make([][]model.Constraint, len(b.peers))
	for _, c := range b.model.Constraints {
		switch c := c.(type) {
		case model.AllDifferent, model.Given:
			continue
		case model.NotEqual:
			if c.Offset == 0 && c.A != c.B && len(b.housesWithout(int(c.A), int(c.B))) < len(b.memberships[c.A]) {
				continue
			}
		}
		for _, v := range c.Scope() {
			others[v] = append(others[v], c)
		}
	}
	return others
}

// rectanglesAt finds the rectangles whose first cell is a: a < c, a < d, a < e and c < e, where d is opposite a.
func (b *Board) rectanglesAt(a int) {
	for c := b.peers[a].next(a + 1); c >= 0; c = b.peers[a].next(c + 1) {
		withoutC, withoutA := b.housesWithout(a, c), b.housesWithout(c, a)
		if len(withoutC) == 0 || len(withoutC) == len(b.memberships[a]) || len(withoutA) == 0 {
			continue
		}
		for _, e := range b.houses[withoutC[0]].cells {
			if e <= c || !b.inAll(e, withoutC) || len(b.housesWithout(e, c)) < len(b.memberships[e]) {
				continue
			}
			ends := slices.Concat(withoutA, b.housesWithout(e, a)) // the houses of d
			for _, d := range b.houses[ends[0]].cells {
				if r := (deadlyRectangle{a, c, d, e}); d > a && d != c && len(b.memberships[d]) == len(ends) && b.inAll(d, ends) && b.exchangeable(r) {
					b.deadly.rectangles = append(b.deadly.rectangles, r)
				}
			}
		}
	}
}

// housesWithout returns the houses of cell c that d is not in.
func (b *Board) housesWithout(c, d int) []int {
	var all []int
	for _, s := range b.memberships[c] {
		if !b.houses[s.house].set.contains(d) {
			all = append(all, s.house)
		}
	}
	return all
}

// inAll reports whether all the houses have the cell.
func (b *Board) inAll(c int, houses []int) bool {
	return !slices.ContainsFunc(houses, func(h int) bool { return !b.houses[h].set.contains(c) })
}

// exchangeable reports whether the constraints other than AllDifferents and Givens are kept when two values are exchanged in r.
func (b *Board) exchangeable(r deadlyRectangle) bool {
	for _, corner := range r {
		for _, c := range b.deadly.others[corner] {
			switch c := c.(type) {
			case model.NotEqual:
				i, j := slices.Index(r[:], int(c.A)), slices.Index(r[:], int(c.B))
				if i < 0 || j < 0 || c.Offset != 0 || (i-j)%2 == 0 {
					return false
				}
			case model.Linear:
				weight := 0
				for _, t := range c.Terms {
					switch slices.Index(r[:], int(t.Var)) {
					case 0, 2:
						weight += t.Coef
					case 1, 3:
						weight -= t.Coef
					}
				}
				if weight != 0 {
					return false
				}
			default:
				return false
			}
		}
	}
	return true
}

// allows reports whether the model allows all the values in each corner.
func (b *Board) allows(r deadlyRectangle, values uint64) bool {
	for _, c := range r {
		if values&^b.network.Domains[c] != 0 {
			return false
		}
	}
	return true
}
