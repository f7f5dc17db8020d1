package nogood

import (
	"math/bits"

	"nonet/internal/slice"
)

// table makes a table of rows domain consistent. The rows that contain a value of a variable are a bit set.
// Source: J. Demeulenaere et al., Compact-Table: Efficiently Filtering Table Constraints with Reversible Sparse
// Bit-Sets, CP 2016. Here the set of possible rows is computed again from the domains.
type table struct {
	id    int32
	vars  []int32
	rows  []([]([]uint64)) // by variable and value: set of rows
	words int
	valid []uint64 // scratch: set of rows
}

func newTable(vars []int32, rows [][]uint8, width int) *table {
	words := (len(rows) + 63) / 64
	t := &table{vars: vars, words: words, valid: make([]uint64, words)}
	for i := range vars {
		sets := make([][]uint64, width)
		for k, row := range rows {
			set := &sets[row[i]]
			if *set == nil {
				*set = make([]uint64, words)
			}
			(*set)[k>>6] |= 1 << (k & 63)
		}
		t.rows = append(t.rows, sets)
	}
	return t
}

func (t *table) propagate(s *Search, _ uint64) bool {
	any := uint64(0)
	for w := range t.words {
		valid := all
		for i, v := range t.vars {
			union := uint64(0)
			for m := s.domains[v]; m != 0; m &= m - 1 {
				if set := t.rows[i][bits.TrailingZeros64(m)]; set != nil {
					union |= set[w]
				}
			}
			if valid &= union; valid == 0 {
				break
			}
		}
		t.valid[w] = valid
		any |= valid
	}
	if any == 0 {
		return s.fail(t.id)
	}
	for i, v := range t.vars {
		keep := uint64(0)
		for m := s.domains[v]; m != 0; m &= m - 1 {
			if set := t.rows[i][bits.TrailingZeros64(m)]; set != nil && slice.Intersect(set, t.valid) {
				keep |= m & -m
			}
		}
		s.narrow(v, keep, byPropagator|reason(t.id)) // the values of a row remain
	}
	return true
}

// explain requires, of the other variables from the first on, that they lack the values of those rows that no variable
// before them excludes.
func (t *table) explain(s *Search, at, v int32, gone uint64) {
	left := t.valid // rows that are still to be excluded
	for w := range left {
		left[w] = all
	}
	for i, u := range t.vars {
		if u == v {
			clear(left)
			for m := gone; m != 0; m &= m - 1 {
				for w, rows := range t.rows[i][bits.TrailingZeros64(m)] {
					left[w] |= rows
				}
			}
		}
	}
	for i, u := range t.vars {
		if u == v {
			continue
		}
		needed := uint64(0)
		for m := (all >> (64 - s.width)) &^ s.domainBefore(u, at); m != 0; m &= m - 1 {
			set := t.rows[i][bits.TrailingZeros64(m)]
			if set != nil && slice.Intersect(set, left) {
				needed |= m & -m
				for w := range left {
					left[w] &^= set[w]
				}
			}
		}
		if needed != 0 {
			s.require(u, ^needed)
		}
	}
}
