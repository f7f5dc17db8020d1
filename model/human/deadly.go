package human

import (
	"slices"
	"sync"

	"nonet/model"
)

// A deadlyRectangle is four cells, in cyclic order, in which two values can be exchanged: if the cells hold x, y, x, y,
// then y, x, y, x satisfies every constraint of the model that x, y, x, y does. So the solution of a puzzle with one
// solution does not have x, y, x, y there, unless a clue forbids the exchange.
//
// The exchange preserves an AllDifferent with none of the cells or with two adjacent ones, a NotEqual of two adjacent
// cells, and a Linear in which both diagonals have the same weight. It is assumed to violate a Table. In ordinary
// Sudoku the deadly rectangles are the intersections of two rows and two columns that lie in two boxes.
type deadlyRectangle [4]int

// deadlyPatterns is the data of a board for the rules that assume uniqueness.
type deadlyPatterns struct {
	once       sync.Once
	rectangles []deadlyRectangle
	others     [][]model.Constraint // by cell; see otherConstraints
}

// deadlyPatterns returns this data. The first call computes it, in time proportional to the number of pairs of cells
// that share a house, times the size of a house.
func (b *Board) deadlyPatterns() *deadlyPatterns {
	b.deadly.once.Do(func() {
		b.deadly.others = b.otherConstraints()
		for a := range b.peers {
			b.rectanglesAt(a)
		}
	})
	return &b.deadly
}

// otherConstraints returns, by cell, the constraints on the cell except AllDifferents, Givens, and NotEquals that an
// AllDifferent implies.
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

// rectanglesAt finds the rectangles with smallest cell a: a < c, a < d, a < e and c < e, where d is opposite a.
func (b *Board) rectanglesAt(a int) {
	for c := b.peers[a].Next(a + 1); c >= 0; c = b.peers[a].Next(c + 1) {
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
				r := (deadlyRectangle{a, c, d, e})
				if d > a && d != c && len(b.memberships[d]) == len(ends) && b.inAll(d, ends) && b.exchangeable(r) {
					b.deadly.rectangles = append(b.deadly.rectangles, r)
				}
			}
		}
	}
}

// housesWithout returns the houses of cell c that do not contain d.
func (b *Board) housesWithout(c, d int) []int {
	var all []int
	for _, s := range b.memberships[c] {
		if !b.houses[s.house].set.Has(d) {
			all = append(all, s.house)
		}
	}
	return all
}

// inAll reports whether every house contains the cell.
func (b *Board) inAll(c int, houses []int) bool {
	return !slices.ContainsFunc(houses, func(h int) bool { return !b.houses[h].set.Has(c) })
}

// exchangeable reports whether exchanging two values in r preserves the constraints of otherConstraints.
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

// allows reports whether the domain of each corner contains all the values.
func (b *Board) allows(r deadlyRectangle, values uint64) bool {
	for _, c := range r {
		if values&^b.network.Domains[c] != 0 {
			return false
		}
	}
	return true
}
