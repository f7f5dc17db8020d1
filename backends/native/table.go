package native

import "math/bits"

// table propagates Table to generalized arc consistency: a value stays if some row that is still possible has it. The rows still
// possible are a bit set, and so are the rows with a certain value of a certain variable, so each step is a few operations on words.
// Source: J. Demeulenaere et al., Compact-Table: Efficiently Filtering Table Constraints with Reversible Sparse Bit-Sets, CP 2016,
// without their sparse sets and residues.
type table struct {
	columns []column
	valid   int32 // first word of the trail with the rows still possible, row k at bit k
	words   int32 // number of words of a set of rows
	any     []uint64
}

// A column is a variable of a table and the rows in which it has each of its values.
type column struct {
	v    int32
	seen int32      // word of the trail: the size of the domain when the rows were last filtered by it
	rows [][]uint64 // by bit of the domain
}

// newTable returns the propagator for rows of ranks, which must be in the domains.
func newTable(e *engine, vars []int32, rows [][]int) *table {
	n := (len(rows) + 63) / 64
	p := &table{valid: int32(e.reserve(n)), words: int32(n), any: make([]uint64, n)}
	for i, v := range vars {
		d := e.domains[v]
		c := column{v: v, seen: int32(e.reserve(1)), rows: make([][]uint64, int(d.words)<<6)}
		all := make([]uint64, n*e.size(v))
		for k, row := range rows {
			at := &c.rows[row[i]-int(d.base)]
			if *at == nil {
				*at, all = all[:n:n], all[n:]
			}
			(*at)[k>>6] |= 1 << (k & 63)
		}
		p.columns = append(p.columns, c)
	}
	for k := range rows {
		e.words[int(p.valid)+k>>6] |= 1 << (k & 63)
	}
	return p
}

func (p *table) propagate(e *engine) bool {
	filtered := false
	for i := range p.columns {
		c := &p.columns[i]
		size := uint64(e.size(c.v))
		if size == e.words[c.seen] {
			continue
		}
		e.set(c.seen, size)
		filtered = true
		if !p.filter(e, c) {
			return false
		}
	}
	if !filtered {
		return true
	}
	for i := range p.columns {
		if c := &p.columns[i]; !p.support(e, c) {
			return false
		}
	}
	return true
}

// filter drops the rows whose value in column c is gone. It returns false if none is left.
func (p *table) filter(e *engine, c *column) bool {
	clear(p.any)
	for i, w := range e.bitsOf(c.v) {
		for ; w != 0; w &= w - 1 {
			for k, rows := range c.rows[i<<6+bits.TrailingZeros64(w)] {
				p.any[k] |= rows
			}
		}
	}
	left := uint64(0)
	for k, any := range p.any {
		word := p.valid + int32(k)
		old := e.words[word]
		if now := old & any; now != old {
			e.set(word, now)
		}
		left |= old & any
	}
	return left != 0
}

// support removes the values of column c that no row is left for.
func (p *table) support(e *engine, c *column) bool {
	valid := e.words[p.valid : p.valid+p.words]
	for i, w := range e.bitsOf(c.v) {
		keep := uint64(0)
		for m := w; m != 0; m &= m - 1 {
			rows := c.rows[i<<6+bits.TrailingZeros64(m)]
			for k := range rows {
				if rows[k]&valid[k] != 0 {
					keep |= m & -m
					break
				}
			}
		}
		if keep != w && !e.narrow(c.v, int32(i), keep) {
			return false
		}
	}
	if size := uint64(e.size(c.v)); size != e.words[c.seen] {
		e.set(c.seen, size)
	}
	return true
}
