package construct

import (
	"slices"

	"nonet/internal/slice"
	"nonet/model"
)

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
