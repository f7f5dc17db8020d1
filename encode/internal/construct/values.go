package construct

import (
	"slices"

	"nonet/internal/slice"
	"nonet/model"
)

// An Index numbers the values that occur in the domains of a model, from 0 in increasing order. The number of a value
// is its rank. If the values lie close together, as they nearly always do, some ranks may belong to values that do not
// occur.
type Index struct {
	lo, n  int   // dense form: the values are lo..lo+n-1
	sorted []int // sparse form: the values themselves; nil in the dense form
}

// NewIndex returns the index of m without the variables that skip has; skip may be nil.
func NewIndex(m *model.Model, skip []bool) Index {
	skips := func(i int) bool { return skip != nil && skip[i] }
	lo, hi, total := 0, -1, 0
	for i, v := range m.Vars {
		if n := v.Domain.Size(); n > 0 && !skips(i) {
			if total == 0 {
				lo, hi = v.Domain.Min(), v.Domain.At(n-1)
			}
			lo, hi = min(lo, v.Domain.Min()), max(hi, v.Domain.At(n-1))
			total += n
		}
	}
	width := uint(hi) - uint(lo) // unsigned: the signed difference may overflow
	if total == 0 || width < uint(2*total+64) {
		return Index{lo: lo, n: hi - lo + 1}
	}
	sorted := make([]int, 0, total)
	for i, v := range m.Vars {
		if !skips(i) {
			sorted = slices.AppendSeq(sorted, v.Domain.All)
		}
	}
	slices.Sort(sorted)
	return Index{sorted: slices.Compact(sorted)}
}

// Len returns the number of ranks.
func (x *Index) Len() int {
	if x.sorted != nil {
		return len(x.sorted)
	}
	return x.n
}

// Rank returns the rank of a value that occurs in some domain.
func (x *Index) Rank(value int) int {
	if x.sorted != nil {
		k, _ := slices.BinarySearch(x.sorted, value)
		return k
	}
	return value - x.lo
}

// Value is the inverse of Rank.
func (x *Index) Value(k int) int {
	if x.sorted != nil {
		return x.sorted[k]
	}
	return x.lo + k
}

// ReduceTable returns the variables of a table that are not constants, each once, and the distinct rows over them in
// increasing order. It drops a row if a value is not allowed, or if a variable that occurs twice would have two values.
func ReduceTable(
	c model.Table, constant func(v model.Var) bool, allowed func(v model.Var, value int) bool,
) (vars []model.Var, rows [][]int) {
	var columns []int // columns[i] is the first column of vars[i] in c
	for i, v := range c.Vars {
		if !constant(v) && !slices.Contains(vars, v) {
			vars, columns = append(vars, v), append(columns, i)
		}
	}
	for _, row := range c.Rows {
		possible := true
		for i, v := range c.Vars {
			possible = possible && row[i] == row[slices.Index(c.Vars, v)] && allowed(v, row[i])
		}
		if !possible {
			continue
		}
		short := slice.Map(columns, func(column int) int { return row[column] })
		rows = append(rows, short)
	}
	slices.SortFunc(rows, slices.Compare[[]int])
	return vars, slices.CompactFunc(rows, slices.Equal[[]int])
}
