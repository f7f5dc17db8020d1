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
	rows  [][]uint64 // by variable: a set of rows for each value; tables with the same rows share it
	words int
	valid []uint64 // scratch: set of rows
}

// wordsOf returns the number of words of a set of rows.
func wordsOf(rows int) int { return (rows + 63) / 64 }

// setsOf returns the field rows of a table of n variables.
func setsOf(n int, rows []uint8, width int) [][]uint64 {
	words := wordsOf(len(rows) / n)
	all := make([][]uint64, n)
	for i := range all {
		all[i] = make([]uint64, width*words)
	}
	for k := range len(rows) / n {
		for i, value := range rows[k*n : (k+1)*n] {
			all[i][int(value)*words+k>>6] |= 1 << (k & 63)
		}
	}
	return all
}

// of returns the set of rows in which variable i has a value.
func (t *table) of(i int, value int) []uint64 { return t.rows[i][value*t.words:][:t.words] }

func (t *table) propagate(s *Search, _ uint64) bool {
	any := uint64(0)
	for w := range t.words {
		valid := all
		for i, v := range t.vars {
			rows, union := t.rows[i][w:], uint64(0)
			for m := s.domains[v]; m != 0; m &= m - 1 {
				union |= rows[bits.TrailingZeros64(m)*t.words]
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
		if single(s.domains[v]) {
			continue // all rows that are left have its value
		}
		keep := uint64(0)
		for m := s.domains[v]; m != 0; m &= m - 1 {
			if slice.Intersect(t.of(i, bits.TrailingZeros64(m)), t.valid) {
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
				for w, rows := range t.of(i, bits.TrailingZeros64(m)) {
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
			if set := t.of(i, bits.TrailingZeros64(m)); slice.Intersect(set, left) {
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
