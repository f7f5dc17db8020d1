package lcg

import (
	"math"
	"math/bits"
	"slices"

	"nonet/internal/slice"
)

// table states that the values of its variables are one of its rows.
type table struct {
	vars    []int32
	rows    [][]int
	columns []column
	live    []uint64 // scratch: the rows whose values are all left, as bits
	column  []uint64 // scratch
}

// A column has the values of a variable in the table, increasing, and the rows of each.
type column struct {
	values []int
	bits   []int // by value: its bit in state.present, or -1
	rows   [][]word
}

// A word has the rows of a set from 64 times its index on, as bits. Words without rows are left out.
type word struct {
	index int
	bits  uint64
}

// within returns the indices of the first value from low on, and of the first one above high.
func (c *column) within(low, high int) (int, int) {
	i, _ := slices.BinarySearch(c.values, low)
	j, _ := slices.BinarySearch(c.values, high+1)
	return i, j
}

func newTable(vars []int32, rows [][]int) *table {
	words := (len(rows) + 63) / 64
	t := &table{vars, rows, make([]column, len(vars)), make([]uint64, words), make([]uint64, words)}
	for i := range vars {
		c := &t.columns[i]
		for _, row := range rows {
			c.values = append(c.values, row[i])
		}
		c.values = slice.Unique(c.values)
		c.rows = make([][]word, len(c.values))
		for r, row := range rows {
			k, _ := slices.BinarySearch(c.values, row[i])
			if n := len(c.rows[k]); n == 0 || c.rows[k][n-1].index < r>>6 {
				c.rows[k] = append(c.rows[k], word{index: r >> 6})
			}
			c.rows[k][len(c.rows[k])-1].bits |= 1 << (r & 63)
		}
	}
	return t
}

func (t *table) propagate(s *Search, id int32) bool {
	for w := range t.live {
		t.live[w] = math.MaxUint64
	}
	for i, v := range t.vars {
		c := &t.columns[i]
		if c.bits == nil {
			for _, value := range c.values {
				c.bits = append(c.bits, s.bit(v, value))
			}
		}
		clear(t.column)
		for k, end := c.within(s.lo[v], s.hi[v]); k < end; k++ {
			if b := c.bits[k]; b < 0 && s.has(v, c.values[k]) || b >= 0 && s.present[b>>6]&(1<<(b&63)) != 0 {
				for _, w := range c.rows[k] {
					t.column[w.index] |= w.bits
				}
			}
		}
		for w, x := range t.column {
			t.live[w] &= x
		}
	}
	for i, v := range t.vars {
		c := &t.columns[i]
		if len(s.levelStart) == 0 && !t.removeOthers(s, v, c.values) {
			return false
		}
		for k, end := c.within(s.lo[v], s.hi[v]); k < end; k++ {
			isLive := func(w word) bool { return t.live[w.index]&w.bits != 0 }
			if !slices.ContainsFunc(c.rows[k], isLive) && !s.remove(v, c.values[k], reason{byPropagator, id}) {
				return false
			}
		}
	}
	return true
}

// removeOthers removes all values of v that are not in values, at level 0.
func (t *table) removeOthers(s *Search, v int32, values []int) bool {
	for k := s.lo[v]; k <= s.hi[v]; k = s.next(v, k+1) {
		if _, found := slices.BinarySearch(values, k); !found && !s.remove(v, k, reason{}) {
			return false
		}
	}
	return true
}

// explain gives for each row with the removed value an atom that excludes it: that a variable is not the value in the
// row, or that it is another one. It prefers the atom that excludes the most of these rows, and of equal ones the
// oldest.
func (t *table) explain(s *Search, at int32, a atom) {
	x := slices.Index(t.vars, a.v)
	removed, _ := slices.BinarySearch(t.columns[x].values, s.trail[at].removed())
	var rows [][]int
	for _, w := range t.columns[x].rows[removed] {
		for ; w.bits != 0; w.bits &= w.bits - 1 {
			rows = append(rows, t.rows[w.index<<6+bits.TrailingZeros64(w.bits)])
		}
	}
	best := make([]*rowCause, len(rows))
	for i, v := range t.vars {
		if i == x {
			continue
		}
		causes := map[int]*rowCause{} // by value
		for _, row := range rows {
			c := causes[row[i]]
			if c == nil {
				// In a conflict both bounds of the failed variable may exclude a value of two: normal picks one.
				c = &rowCause{atom: s.normal(atom{row[i], v, differs}), since: at}
				if causes[row[i]] = c; s.holds(c.atom) {
					c.since, _ = s.since(c.atom)
				}
			}
			c.count++
		}
		k, _ := s.loBefore(v, at)
		hi, _ := s.hiBefore(v, at)
		value := &rowCause{atom{k, v, equals}, len(rows), at, false}
		if c := causes[k]; c != nil {
			value.count -= c.count
		}
		isFixed := k == hi && s.domains[v].Size() > 2
		for r, row := range rows {
			if c := causes[row[i]]; c.since < at && c.isBetter(best[r]) {
				best[r] = c
			}
			if isFixed && row[i] != k && value.isBetter(best[r]) {
				best[r] = value
			}
		}
	}
	for _, c := range best {
		if !c.given {
			c.given = true
			s.because(c.atom)
		}
	}
}

// A rowCause is an atom that excludes rows of a table.
type rowCause struct {
	atom
	count int   // the number of rows
	since int32 // the event that made it true
	given bool
}

func (c *rowCause) isBetter(than *rowCause) bool {
	return than == nil || c.count > than.count || c.count == than.count && c.since < than.since
}
