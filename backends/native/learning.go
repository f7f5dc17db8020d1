package native

import (
	"context"
	"errors"

	"nonet/backends/native/internal/gridn"
	"nonet/model"
)

// learning searches models of classic grids of any shape, and of Latin squares, with gridn.
type learning struct {
	prepared
	search *gridn.Search
	shape  gridn.Shape
	base   []uint64 // by cell: domain and givens of the model, value v as bit v-1

	domains []uint64 // base and the givens of the current puzzle
}

func newLearning(_ context.Context, m *model.Model) (searcher, error) {
	shape, ok := gridShape(m)
	if !ok {
		return nil, nil
	}
	s := &learning{shape: shape, base: make([]uint64, len(m.Vars)), domains: make([]uint64, len(m.Vars))}
	for c, v := range m.Vars {
		for value := range v.Domain.All {
			s.base[c] |= s.valueBit(value)
		}
	}
	for _, c := range m.Constraints {
		if g, ok := c.(model.Given); ok {
			s.base[g.Var] &= s.valueBit(g.Value)
		}
	}
	s.search = gridn.New(shape)
	return s, nil
}

// valueBit returns the bit of a value, or 0 if the grid does not have it.
func (s *learning) valueBit(value int) uint64 {
	if value < 1 || value > s.shape.N() {
		return 0
	}
	return 1 << (value - 1)
}

// gridShape returns the shape of the grid that m describes, or false. Such a model has N² variables with domains within
// 1..N in the order of the cells; the AllDifferent constraints of sudoku.Shape.Model, in any order and with their cells
// in any order; givens; and nothing else. A Latin square has the houses of a grid whose boxes are its rows.
func gridShape(m *model.Model) (gridn.Shape, bool) {
	n := 1
	for n < gridn.MaxN && n*n < len(m.Vars) {
		n++
	}
	if n*n != len(m.Vars) || m.Objective != nil {
		return gridn.Shape{}, false
	}
	for _, v := range m.Vars {
		d := v.Domain
		if d.Size() > n || d.Size() > 0 && (d.Min() < 1 || d.Max() > n) {
			return gridn.Shape{}, false
		}
	}
	for height := 1; height <= n; height++ {
		if shape := (gridn.Shape{Height: height, Width: n / height}); n%height == 0 && matchesShape(m, shape) {
			return shape, true
		}
	}
	return gridn.Shape{}, false
}

// matchesShape reports whether the constraints of m are exactly the houses of a shape, and givens.
func matchesShape(m *model.Model, shape gridn.Shape) bool {
	n := shape.N()
	all := ^uint64(0) >> (64 - n)
	var seen [3]uint64 // rows, columns and boxes
	for _, c := range m.Constraints {
		switch c := c.(type) {
		case model.AllDifferent:
			if len(c.Vars) != n {
				return false
			}
			var houses, places [3]uint64 // of the cells: rows and columns in them, columns and rows, boxes and places
			for _, v := range c.Vars {
				if v < 0 || int(v) >= len(m.Vars) {
					return false
				}
				row, column := int(v)/n, int(v)%n
				box, place := shape.Box(int(v))
				for k, at := range [3][2]int{{row, column}, {column, row}, {box, place}} {
					houses[k] |= 1 << at[0]
					places[k] |= 1 << at[1]
				}
			}
			isHouse := false
			for k, house := range houses {
				if house&(house-1) == 0 && places[k] == all {
					seen[k] |= house
					isHouse = true
				}
			}
			if !isHouse {
				return false
			}
		case model.Given:
			if c.Var < 0 || int(c.Var) >= len(m.Vars) {
				return false
			}
		default:
			return false
		}
	}
	return seen == [3]uint64{all, all, all}
}

func (s *learning) start(givens []model.Given) {
	copy(s.domains, s.base)
	for _, g := range givens {
		s.domains[g.Var] &= s.valueBit(g.Value)
	}
	s.search.Start(s.domains)
}

func (s *learning) next(steps int) (event, int) {
	return s.search.Next(steps)
}

var errInvalidGrid = errors.New("the grid is not a solution of the domains and clues")

// solution checks with gridn.Valid; model.Check would cost about as much as solving an easy puzzle.
func (s *learning) solution(a model.Assignment) error {
	s.search.Solution(a)
	if !gridn.Valid(s.shape, s.domains, a) {
		return errInvalidGrid
	}
	return nil
}

func (s *learning) effort() model.Effort { return effortOf(s.search.Effort) }
