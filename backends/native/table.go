package native

import (
	"math/bits"

	"nonet/internal/slice"
)

// table makes Table generalized arc consistent: a value stays if some row that is still possible contains it. The
// possible rows are a bit set, and so are the rows that contain a given value of a given variable; so each step is a
// few operations per word.
//
// Words of the set without possible rows are skipped: index lists the other words first, and the trail holds their
// number (a reversible sparse bit set). Each value remembers a word in which it last had support (residue).
// Source: J. Demeulenaere et al., Compact-Table: Efficiently Filtering Table Constraints with Reversible Sparse
// Bit-Sets, CP 2016.
type table struct {
	columns []column
	valid   int32 // first word of the trail with the possible rows: row k at bit k
	// Word numbers of the set of rows: first the limit words of valid that are not zero. Backtracking does not restore
	// the order of the others.
	index []int32
	limit int32    // word of the trail: number of nonzero words of valid
	mask  []uint64 // scratch: a set of rows
}

// A column is a variable of a table and the rows that contain each of its values.
type column struct {
	v          int32
	lastDomain int32      // first word of the trail with the domain at the last updateTable
	supports   [][]uint64 // by bit of the domain: the set of rows that contain the value
	residue    []int32    // by bit of the domain: the word in which the value last had support
}

// newTable returns the propagator for rows of ranks, which must be in the domains of vars.
func newTable(e *engine, vars []int32, rows [][]int) *table {
	n := (len(rows) + 63) / 64
	p := &table{
		valid: int32(e.reserve(n)), index: make([]int32, n), limit: int32(e.reserve(1)), mask: make([]uint64, n),
	}
	for i, v := range vars {
		d := e.domains[v]
		base := int(d.base) << 6
		c := column{
			v: v, lastDomain: int32(e.reserve(int(d.words))),
			supports: e.supportsOf(v, slice.Map(rows, func(row []int) int { return row[i] - base })),
			residue:  make([]int32, d.words<<6),
		}
		// The rows contain only values of the current domains, so these need no filtering.
		copy(e.words[c.lastDomain:c.lastDomain+d.words], e.bitsOf(v))
		p.columns = append(p.columns, c)
	}
	for k := range rows {
		e.words[int(p.valid)+k>>6] |= 1 << (k & 63)
	}
	for k := range p.index {
		p.index[k] = int32(k)
	}
	e.words[p.limit] = uint64(n)
	return p
}

// A columnKey is the number of rows of a column and the hash of its values.
type columnKey struct {
	rows int
	hash uint64
}

// supportsOf returns the supports of a column of v, which has a bit of the domain in each row. Equal columns of tables
// share them: in some models of other programs hundreds of tables are copies of one.
func (e *engine) supportsOf(v int32, bits []int) [][]uint64 {
	hash := uint64(len(bits))
	for _, bit := range bits {
		hash = (hash ^ uint64(bit)) * 0x9e3779b97f4a7c15
		hash ^= hash >> 32
	}
	domain := slice.Set(e.bitsOf(v))
	key := columnKey{len(bits), hash}
	known, n := e.supports[key], (len(bits)+63)/64
	same := len(known) == len(domain)<<6
	for bit, rows := range known {
		same = same && domain.Has(bit) == (rows != nil) && (rows == nil || len(rows) == n)
	}
	for k, bit := range bits {
		same = same && slice.Set(known[bit]).Has(k)
	}
	if same {
		return known
	}
	supports := make([][]uint64, len(domain)<<6)
	for bit := range domain.All {
		supports[bit] = make([]uint64, n)
	}
	for k, bit := range bits {
		slice.Set(supports[bit]).Add(k)
	}
	if e.supports == nil {
		e.supports = map[columnKey][][]uint64{}
	}
	e.supports[key] = supports
	return supports
}

func (p *table) propagate(e *engine) bool {
	for i := range p.columns {
		if !p.updateTable(e, &p.columns[i]) {
			return false
		}
	}
	for i := range p.columns {
		if !p.filterDomain(e, &p.columns[i]) {
			return false
		}
	}
	return true
}

// updateTable drops the rows whose value in column c has been removed. It iterates over the removed or over the
// remaining values, whichever are fewer. It returns false if no row is left.
func (p *table) updateTable(e *engine, c *column) bool {
	d := e.domains[c.v]
	gone, left := 0, 0
	for i := range d.words {
		now := e.words[d.first+i]
		gone += bits.OnesCount64(e.words[c.lastDomain+i] &^ now)
		left += bits.OnesCount64(now)
	}
	if gone == 0 {
		return true
	}
	live := p.index[:e.words[p.limit]]
	for _, k := range live {
		p.mask[k] = 0
	}
	flip := uint64(0)
	if gone < left {
		flip = ^flip
	}
	for i := range d.words {
		now := e.words[d.first+i]
		w := now
		if gone < left {
			w = e.words[c.lastDomain+i] &^ now
		}
		for ; w != 0; w &= w - 1 {
			rows := c.supports[int(i)<<6+bits.TrailingZeros64(w)]
			for _, k := range live {
				p.mask[k] |= rows[k]
			}
		}
		if e.words[c.lastDomain+i] != now {
			e.set(c.lastDomain+i, now)
		}
	}
	return p.intersectMask(e, flip)
}

// intersectMask keeps only the rows in p.mask, or, if flip is all ones, the rows that are not in it.
func (p *table) intersectMask(e *engine, flip uint64) bool {
	n := int(e.words[p.limit])
	limit := n
	for i := n - 1; i >= 0; i-- {
		k := p.index[i]
		old := e.words[p.valid+k]
		now := old & (p.mask[k] ^ flip)
		if now != old {
			e.set(p.valid+k, now)
		}
		if now == 0 {
			limit--
			p.index[i], p.index[limit] = p.index[limit], k
		}
	}
	if limit != n {
		e.set(p.limit, uint64(limit))
	}
	return limit > 0
}

// filterDomain removes the values of column c without a possible row.
func (p *table) filterDomain(e *engine, c *column) bool {
	d := e.domains[c.v]
	live := p.index[:e.words[p.limit]]
	for i := range d.words {
		old := e.words[d.first+i]
		keep := uint64(0)
		for w := old; w != 0; w &= w - 1 {
			bit := int(i)<<6 + bits.TrailingZeros64(w)
			if p.hasSupport(e, c, bit, live) {
				keep |= w & -w
			}
		}
		if keep == old {
			continue
		}
		e.set(c.lastDomain+i, keep)
		if !e.narrow(c.v, d.base+i, keep) {
			return false
		}
	}
	return true
}

func (p *table) hasSupport(e *engine, c *column, bit int, live []int32) bool {
	rows := c.supports[bit]
	if k := c.residue[bit]; rows[k]&e.words[p.valid+k] != 0 {
		return true
	}
	for _, k := range live {
		if rows[k]&e.words[p.valid+k] != 0 {
			c.residue[bit] = k
			return true
		}
	}
	return false
}
