package native

import (
	"context"
	"errors"
	"slices"

	"nonet/backends/native/internal/grid9"
	"nonet/backends/native/internal/gridn"
	"nonet/model"
)

// classic searches models of classic 9×9 grids with an engine of grid9.
type classic struct {
	prepared
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
		all = append(all, tier{e.Name, func(_ context.Context, m *model.Model) (searcher, error) {
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
		if !v.Domain.Equal(digits) {
			return false
		}
	}
	var others []model.Constraint // without tables
	for _, c := range m.Constraints {
		if t, ok := c.(model.Table); ok {
			if len(t.Vars) != 1 || t.Vars[0] < 0 || int(t.Vars[0]) >= len(m.Vars) {
				return false
			}
			for digit := range 9 {
				if !slices.ContainsFunc(t.Rows, func(row []int) bool { return slices.Equal(row, []int{digit + 1}) }) {
					s.removed[t.Vars[0]] |= 1 << digit
				}
			}
			continue
		}
		others = append(others, c)
	}
	if !matchesShape(&model.Model{Vars: m.Vars, Constraints: others}, gridn.Shape{Height: 3, Width: 3}) {
		return false
	}
	for _, c := range others {
		if g, ok := c.(model.Given); ok && !addClue(&s.base, g) {
			s.baseConflict = true
		}
	}
	return true
}

var digits = model.Interval(1, 9)

// addClue adds a given to clues. It returns false if its value is not a digit or the cell has another digit.
func addClue(clues *grid9.Grid, g model.Given) bool {
	c := &clues[g.Var]
	if g.Value < 1 || g.Value > 9 || *c != 0 && int(*c) != g.Value {
		return false
	}
	*c = uint8(g.Value)
	return true
}

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
