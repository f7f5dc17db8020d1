package native

import (
	"context"
	"errors"
	"slices"

	"nonet/backends/native/internal/grid9"
	"nonet/model"
)

// classic searches models of classic 9×9 grids with an engine of grid9.
type classic struct {
	engine       grid9.Engine
	base         grid9.Grid // clues in the model itself
	removed      [81]uint16 // by cell: digits that tables over one variable exclude, as bits; bands alone takes them
	baseConflict bool       // base contradicts itself or the domains

	clues    grid9.Grid // base and the givens of the current puzzle
	conflict bool       // there is no search, since the clues contradict each other or the domains
	grid     grid9.Grid // the last solution
}

// classicTiers returns one tier for each engine of grid9.
func classicTiers() []tier {
	var all []tier
	for _, e := range grid9.Engines {
		all = append(all, tier{e.Name, func(m *model.Model) (searcher, error) {
			s := &classic{}
			if !s.recognize(m) {
				return nil, nil
			}
			s.engine = e.New()
			if _, keeps := s.engine.(*grid9.Bands); s.removed != [81]uint16{} && !keeps {
				return nil, nil
			}
			return s, nil
		}})
	}
	return all
}

// recognize reports whether m is a classic grid, and stores its clues in s.base. Such a model has 81 variables with the
// domain 1..9 in the order of the cells; the AllDifferent constraints of sudoku.Shape{3, 3}.Model, in any order and
// with their cells in any order; givens; tables over one variable; and nothing else.
func (s *classic) recognize(m *model.Model) bool {
	if len(m.Vars) != len(s.base) || m.Objective != nil {
		return false
	}
	for _, v := range m.Vars {
		if len(v.Domain) != 9 || !slices.Equal(v.Domain, digits) {
			return false
		}
	}
	houses := 0 // bit h is set if house h has been seen
	for _, c := range m.Constraints {
		switch c := c.(type) {
		case model.AllDifferent:
			h := houseNumber(c.Vars)
			if h < 0 {
				return false
			}
			houses |= 1 << h
		case model.Given:
			if c.Var < 0 || int(c.Var) >= len(m.Vars) {
				return false
			}
			if !addClue(&s.base, c) {
				s.baseConflict = true
			}
		case model.Table:
			if len(c.Vars) != 1 || c.Vars[0] < 0 || int(c.Vars[0]) >= len(m.Vars) {
				return false
			}
			for digit := range 9 {
				if !slices.ContainsFunc(c.Rows, func(row []int) bool { return slices.Equal(row, digits[digit:][:1]) }) {
					s.removed[c.Vars[0]] |= 1 << digit
				}
			}
		default:
			return false
		}
	}
	return houses == 1<<27-1
}

var digits = model.Interval(1, 9)

// houseNumber returns the number of the house with the cells vars, in any order: 0 to 8 for rows, 9 to 17 for columns,
// 18 to 26 for boxes; -1 if there is none.
func houseNumber(vars []model.Var) int {
	if len(vars) != 9 {
		return -1
	}
	var rows, columns, boxes, cells [9]int // number of vars in each row, column and box, and at each place in a box
	for _, v := range vars {
		if v < 0 || v >= 81 {
			return -1
		}
		rows[v/9]++
		columns[v%9]++
		boxes[v/27*3+v%9/3]++
		cells[v/9%3*3+v%3]++
	}
	v := vars[0]
	ones := [9]int{1, 1, 1, 1, 1, 1, 1, 1, 1}
	switch {
	case rows[v/9] == 9 && columns == ones:
		return int(v / 9)
	case columns[v%9] == 9 && rows == ones:
		return int(9 + v%9)
	case boxes[v/27*3+v%9/3] == 9 && cells == ones:
		return int(18 + v/27*3 + v%9/3)
	}
	return -1
}

// addClue adds a given to clues. It returns false if its value is not a digit or the cell has another digit.
func addClue(clues *grid9.Grid, g model.Given) bool {
	c := &clues[g.Var]
	if g.Value < 1 || g.Value > 9 || *c != 0 && int(*c) != g.Value {
		return false
	}
	*c = uint8(g.Value)
	return true
}

func (s *classic) prepare(context.Context) error { return nil }

func (s *classic) start(givens []model.Given) {
	s.clues, s.conflict = s.base, s.baseConflict
	for _, g := range givens {
		if !addClue(&s.clues, g) {
			s.conflict = true
		}
	}
	if s.conflict {
		return
	}
	s.engine.Start(&s.clues)
	if b, ok := s.engine.(*grid9.Bands); ok && s.removed != [81]uint16{} {
		for c, removed := range s.removed {
			b.Keep(c, ^removed)
		}
	}
}

func (s *classic) next(steps int) (event, int) {
	if s.conflict {
		return exhausted, steps
	}
	return s.engine.Next(steps)
}

var errInvalid = errors.New("the grid is not a solution of the clues")

// solution checks with grid9.Valid, whose bit masks cost little compared with the search; model.Check would cost as
// much as solving an easy puzzle.
func (s *classic) solution(a model.Assignment) error {
	s.engine.Solution(&s.grid)
	if !grid9.Valid(&s.clues, &s.grid) {
		return errInvalid
	}
	for c, digit := range s.grid {
		if s.removed[c]>>(digit-1)&1 != 0 {
			return errInvalid
		}
		a[c] = int(digit)
	}
	return nil
}

func (s *classic) effort() model.Effort {
	if s.conflict {
		return model.Effort{Nodes: 1, Failures: 1}
	}
	nodes, failures := s.engine.Effort()
	return model.Effort{Nodes: nodes, Failures: failures}
}
