package native

import (
	"slices"

	"nonet/model"
)

// A universe numbers the values in the domains of a model in increasing order, from 0. The number of a value is its
// rank. The engine works on ranks, so that gaps between values cost nothing. Constraints that calculate with values
// (NotEqual, Linear) translate.
type universe struct {
	values []int // by rank
	dense  bool  // the values are consecutive integers
}

func newUniverse(m *model.Model) universe {
	var ranges []model.Range
	var last model.Domain // consecutive variables often share a domain
	for _, v := range m.Vars {
		if !v.Domain.Equal(last) {
			for lo, hi := range v.Domain.Ranges {
				ranges = append(ranges, model.Range{Lo: lo, Hi: hi})
			}
			last = v.Domain
		}
	}
	u := universe{values: slices.Collect(model.Union(ranges...).All)}
	n := len(u.values)
	u.dense = n > 0 && u.values[n-1]-u.values[0] == n-1
	return u
}

// searchRank returns the number of values less than value: its rank, or the rank at which it would be inserted.
func (u *universe) searchRank(value int) int {
	n := len(u.values)
	switch {
	case n == 0 || value <= u.values[0]:
		return 0
	case value > u.values[n-1]:
		return n
	case u.dense:
		return value - u.values[0]
	}
	r, _ := slices.BinarySearch(u.values, value)
	return r
}

// rank returns the rank of a value, or false if no domain has it.
func (u *universe) rank(value int) (int, bool) {
	r := u.searchRank(value)
	return r, r < len(u.values) && u.values[r] == value
}
