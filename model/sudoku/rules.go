package sudoku

import "nonet/model"

// Rows states that the cells of each row have different values.
func Rows(s Shape) []model.Constraint {
	return houses(s, func(row, k int) Cell { return s.Cell(row, k) })
}

// Columns states that the cells of each column have different values.
func Columns(s Shape) []model.Constraint {
	return houses(s, func(column, k int) Cell { return s.Cell(k, column) })
}

// Boxes states that the cells of each box have different values.
func Boxes(s Shape) []model.Constraint {
	return houses(s, func(box, k int) Cell {
		top, left := box/s.Height*s.Height, box%s.Height*s.Width
		return s.Cell(top+k/s.Width, left+k%s.Width)
	})
}

// houses returns N AllDifferent constraints of N cells each; cell(i, k) is the k-th cell of the i-th house.
func houses(s Shape, cell func(i, k int) Cell) []model.Constraint {
	all := make([]model.Constraint, s.N())
	for i := range all {
		vars := make([]model.Var, s.N())
		for k := range vars {
			vars[k] = model.Var(cell(i, k))
		}
		all[i] = model.AllDifferent{Vars: vars}
	}
	return all
}
