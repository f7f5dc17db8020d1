package values

import (
	"slices"

	"nonet/model"
)

// Reduce returns the variables of a table that are not known, each once, and the different rows over them, increasing, that agree with
// themselves where a variable comes twice, and with the values that are allowed.
func ReduceTable(c model.Table, known func(v model.Var) bool, allowed func(v model.Var, value int) bool) (vars []model.Var, rows [][]int) {
	var columns []int // of the variables, in c
	for i, v := range c.Vars {
		if !known(v) && !slices.Contains(vars, v) {
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
		short := make([]int, len(columns))
		for i, column := range columns {
			short[i] = row[column]
		}
		rows = append(rows, short)
	}
	slices.SortFunc(rows, slices.Compare[[]int])
	return vars, slices.CompactFunc(rows, slices.Equal[[]int])
}
