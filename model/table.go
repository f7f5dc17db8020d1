package model

import "fmt"

// Table states that the values of Vars, in order, are one of Rows. Without rows it is unsatisfiable.
type Table struct {
	Vars []Var
	Rows [][]int // Rows[k][i] is the value of Vars[i] in the k-th allowed combination
}

func (c Table) Scope() []Var { return c.Vars }

// Violation returns the least number of variables to change so that the values match some row; without rows, one more
// than the number of variables.
func (c Table) Violation(a Assignment) int {
	nearest := len(c.Vars) + 1
	for _, row := range c.Rows {
		differ := 0
		for i, v := range c.Vars {
			if a[v] != row[i] {
				differ++
			}
		}
		nearest = min(nearest, differ)
	}
	return nearest
}

func (c Table) kind() string { return "table" }

func (c Table) invalid() string {
	for k, row := range c.Rows {
		if len(row) != len(c.Vars) {
			return fmt.Sprintf("row %d has %d values, the scope has %d variables", k, len(row), len(c.Vars))
		}
	}
	return ""
}
