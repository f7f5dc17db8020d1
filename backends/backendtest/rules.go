package backendtest

import (
	"nonet/model"
	"nonet/model/sudoku"
)

// Different returns the AllDifferent of the given cells.
func Different(cells ...int) model.Constraint {
	c := model.AllDifferent{}
	for _, x := range cells {
		c.Vars = append(c.Vars, model.Var(x))
	}
	return c
}

// RuleConstraints returns the constraints of a rule without cells, such as "diagonals", in grids of the given shape.
func RuleConstraints(s sudoku.Shape, rule string) []model.Constraint {
	base := sudoku.Puzzle{Shape: s}
	n := len(base.BaseModel().Constraints)
	base.Rules = []sudoku.Rule{{Kind: rule}}
	return base.BaseModel().Constraints[n:]
}

// nonConsecutiveTables returns the rule non-consecutive as tables of the allowed pairs.
func nonConsecutiveTables(s sudoku.Shape) (all []model.Constraint) {
	var rows [][]int
	for a := 1; a <= s.N(); a++ {
		for b := 1; b <= s.N(); b++ {
			if a-b != 1 && b-a != 1 {
				rows = append(rows, []int{a, b})
			}
		}
	}
	for _, c := range RuleConstraints(s, "non-consecutive") {
		if pair := c.(model.NotEqual); pair.Offset == 1 {
			all = append(all, model.Table{Vars: pair.Scope(), Rows: rows})
		}
	}
	return all
}

// Latin returns the model of the n×n Latin squares.
func Latin(n int) *model.Model {
	m := &model.Model{Vars: make([]model.Variable, n*n)}
	for v := range m.Vars {
		m.Vars[v].Domain = model.Interval(1, n)
	}
	for i := range n {
		var row, column []int
		for k := range n {
			row = append(row, i*n+k)
			column = append(column, k*n+i)
		}
		m.Constraints = append(m.Constraints, Different(row...), Different(column...))
	}
	return m
}
