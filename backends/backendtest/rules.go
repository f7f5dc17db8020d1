package backendtest

import (
	"nonet/model"
	"nonet/model/sudoku"
)

// Different states that the cells are pairwise different.
func Different(cells ...int) model.Constraint {
	c := model.AllDifferent{}
	for _, x := range cells {
		c.Vars = append(c.Vars, model.Var(x))
	}
	return c
}

// Diagonals states the rule of Sudoku-X.
func Diagonals(s sudoku.Shape) []model.Constraint {
	var down, up []int
	for i := range s.N() {
		down = append(down, int(s.Cell(i, i)))
		up = append(up, int(s.Cell(i, s.N()-1-i)))
	}
	return []model.Constraint{Different(down...), Different(up...)}
}

// DisjointGroups states that cells at the same place in their boxes differ.
func DisjointGroups(s sudoku.Shape) []model.Constraint {
	groups := make([][]int, s.N())
	for c := range s.Cells() {
		r, k := s.Row(sudoku.Cell(c)), s.Column(sudoku.Cell(c))
		place := r%s.Height*s.Width + k%s.Width
		groups[place] = append(groups[place], c)
	}
	var all []model.Constraint
	for _, g := range groups {
		all = append(all, Different(g...))
	}
	return all
}

// Windows states the rule of Windoku.
func Windows() []model.Constraint {
	var all []model.Constraint
	for w := range 4 {
		var cells []int
		for i := range 9 {
			cells = append(cells, (w/2*4+1+i/3)*9+w%2*4+1+i%3)
		}
		all = append(all, Different(cells...))
	}
	return all
}

// Leaps states that cells which are (dr, dc) apart, in any direction, do not differ by one of the offsets.
func Leaps(s sudoku.Shape, dr, dc int, offsets ...int) []model.Constraint {
	var all []model.Constraint
	n := s.N()
	for r := range n {
		for c := range n {
			for _, d := range [][2]int{{dr, dc}, {dr, -dc}} {
				if r2, c2 := r+d[0], c+d[1]; r2 < n && c2 >= 0 && c2 < n {
					for _, o := range offsets {
						all = append(all, model.NotEqual{A: model.Var(s.Cell(r2, c2)), B: model.Var(s.Cell(r, c)), Offset: o})
					}
				}
			}
		}
	}
	return all
}

// King states that cells which touch at a corner differ.
func King(s sudoku.Shape) []model.Constraint { return Leaps(s, 1, 1, 0) }

// Knight states that cells a knight's move apart differ.
func Knight(s sudoku.Shape) []model.Constraint {
	return append(Leaps(s, 1, 2, 0), Leaps(s, 2, 1, 0)...)
}

// Nonconsecutive states that neighbours in a row or column do not differ by one.
func Nonconsecutive(s sudoku.Shape) []model.Constraint {
	return append(Leaps(s, 0, 1, 1, -1), Leaps(s, 1, 0, 1, -1)...)
}

// NonconsecutiveTables is the same rule, stated by tables of the allowed pairs.
func NonconsecutiveTables(s sudoku.Shape) []model.Constraint {
	var rows [][]int
	for a := 1; a <= s.N(); a++ {
		for b := 1; b <= s.N(); b++ {
			if a-b != 1 && b-a != 1 {
				rows = append(rows, []int{a, b})
			}
		}
	}
	var all []model.Constraint
	for _, c := range append(Leaps(s, 0, 1, 1), Leaps(s, 1, 0, 1)...) {
		all = append(all, model.Table{Vars: c.Scope(), Rows: rows})
	}
	return all
}

// Latin returns the model of the Latin squares of n rows.
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

// Magic returns the model of the magic squares of n rows: all values different, rows, columns and diagonals with the same sum.
func Magic(n int) *model.Model {
	m := &model.Model{Vars: make([]model.Variable, n*n)}
	all := model.AllDifferent{}
	lines := make([]model.Linear, 2*n+2)
	for v := range m.Vars {
		m.Vars[v].Domain = model.Interval(1, n*n)
		all.Vars = append(all.Vars, model.Var(v))
		in := []int{v / n, n + v%n}
		if v/n == v%n {
			in = append(in, 2*n)
		}
		if v/n+v%n == n-1 {
			in = append(in, 2*n+1)
		}
		for _, l := range in {
			lines[l].Terms = append(lines[l].Terms, model.Term{Coef: 1, Var: model.Var(v)})
		}
	}
	m.Constraints = append(m.Constraints, all)
	for _, l := range lines {
		l.Bound = n * (n*n + 1) / 2
		m.Constraints = append(m.Constraints, l)
	}
	return m
}
