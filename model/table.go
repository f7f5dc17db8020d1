package model

import (
	"fmt"
	"slices"
)

// Table states that the values of Vars, in order, are one of Rows. Without rows it is unsatisfiable.
type Table struct {
	Vars []Var
	Rows [][]int // Rows[k][i] is the value of Vars[i] in the k-th allowed combination
}

func (c Table) Scope() []Var { return c.Vars }

// Distinct returns a table with the same meaning in which no variable has two columns: c itself if it is one.
func (c Table) Distinct() Table {
	first := make([]int, len(c.Vars)) // by column: the first column of its variable
	kept := Table{Rows: [][]int{}}
	for i, v := range c.Vars {
		if first[i] = slices.Index(c.Vars, v); first[i] == i {
			kept.Vars = append(kept.Vars, v)
		}
	}
	if len(kept.Vars) == len(c.Vars) {
		return c
	}
rows:
	for _, row := range c.Rows {
		var short []int
		for i, value := range row {
			if value != row[first[i]] {
				continue rows
			}
			if first[i] == i {
				short = append(short, value)
			}
		}
		kept.Rows = append(kept.Rows, short)
	}
	return kept
}

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
