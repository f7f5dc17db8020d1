package metaheur

import (
	"context"
	"math/rand/v2"
	"strings"
	"testing"

	"nonet/model"
	"nonet/model/sudoku"
)

// A sample is a small satisfiable model.
type sample struct {
	name  string
	model *model.Model
}

// samples returns satisfiable models of all kinds that the methods support: grids of several orders and with boxes that
// are not square, a Latin square, a jigsaw, further houses, pairs that must differ, and domains that the AllDifferents
// do not imply.
func samples(t testing.TB) []sample {
	t.Helper()
	all := []sample{
		{"4x4", lewis(sudoku.Order(2), 0.2, 1)},
		{"6x6", lewis(sudoku.Shape{Height: 2, Width: 3}, 0.3, 2)},
		{"9x9", lewis(sudoku.Order(3), 0.6, 3)},
		{"9x9 empty", sudoku.Order(3).Model()},
		{"16x16", lewis(sudoku.Order(4), 0.7, 4)},
		{"Latin square", latin(6, 0.3)},
		{"jigsaw", jigsaw()},
		{"diagonals", diagonals()},
		{"pairs", pairs()},
		{"parity", parity()},
		{"complete", lewis(sudoku.Order(3), 1, 5)},
		{"one cell", sudoku.Order(1).Model()},
		{"nothing", &model.Model{}},
	}
	for _, s := range all {
		if err := s.model.Validate(); err != nil {
			t.Fatalf("%s: invalid model: %v", s.name, err)
		}
	}
	return all
}

// lewis returns a random instance of Lewis's generator: each cell is given with probability p.
func lewis(s sudoku.Shape, p float64, seed uint64) *model.Model {
	puzzle, _ := sudoku.Lewis(s, p, rand.New(rand.NewPCG(seed, 0)))
	return puzzle.Model()
}

// latin returns a Latin square of order n, whose blocks are its columns.
func latin(n int, p float64) *model.Model {
	s := sudoku.Shape{Height: 1, Width: n}
	m := &model.Model{Vars: s.Model().Vars}
	m.Constraints = append(sudoku.Rows(s), sudoku.Columns(s)...)
	r := rand.New(rand.NewPCG(7, 0))
	for c := range m.Vars {
		if r.Float64() < p {
			m.Constraints = append(m.Constraints, model.Given{Var: model.Var(c), Value: (c/n+c%n)%n + 1})
		}
	}
	return m
}

// regions returns an AllDifferent for each letter of a drawing.
func regions(drawing string) []model.Constraint {
	var all []model.Constraint
	cells := strings.Join(strings.Fields(drawing), "")
	for letter := 'a'; strings.ContainsRune(cells, letter); letter++ {
		var vars []model.Var
		for c, l := range cells {
			if l == letter {
				vars = append(vars, model.Var(c))
			}
		}
		all = append(all, model.AllDifferent{Vars: vars})
	}
	return all
}

// jigsaw returns a 5x5 grid with irregular regions.
func jigsaw() *model.Model {
	s := sudoku.Shape{Height: 1, Width: 5}
	m := &model.Model{Vars: s.Model().Vars}
	m.Constraints = append(sudoku.Rows(s), sudoku.Columns(s)...)
	m.Constraints = append(m.Constraints, regions("aabbb aaabb cccdd ccddd eeeee")...)
	return m
}

// diagonals returns a 9x9 grid whose two diagonals are houses, with the first row given.
func diagonals() *model.Model {
	m := sudoku.Order(3).Model()
	var down, up model.AllDifferent
	for i := range 9 {
		down.Vars = append(down.Vars, model.Var(10*i))
		up.Vars = append(up.Vars, model.Var(8*(i+1)))
		m.Constraints = append(m.Constraints, model.Given{Var: model.Var(i), Value: i + 1})
	}
	m.Constraints = append(m.Constraints, down, up)
	return m
}

// pairs returns a 6x6 grid in which diagonally adjacent cells differ.
func pairs() *model.Model {
	s := sudoku.Shape{Height: 2, Width: 3}
	m := s.Model()
	for c := range model.Var(30) {
		if c%6 < 5 {
			m.Constraints = append(m.Constraints, model.NotEqual{A: c, B: c + 7})
		}
		if c%6 > 0 {
			m.Constraints = append(m.Constraints, model.NotEqual{A: c, B: c + 5})
		}
	}
	return m
}

// parity returns a 6x6 grid in which the domains of some cells contain only even values, which no AllDifferent implies.
func parity() *model.Model {
	s := sudoku.Shape{Height: 2, Width: 3}
	m := s.Model()
	for c, x := range s.Root() {
		if x%2 == 0 && c%5 != 0 {
			m.Vars[c].Domain = model.Values(2, 4, 6)
		}
	}
	return m
}

// compile returns the problem of a model.
func compile(t testing.TB, m *model.Model) *problem {
	t.Helper()
	p, err := newProblem(m)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// newRun returns a run without limits, for tests of parts of methods.
func newRun(t testing.TB, m *model.Model, seed uint64) *run {
	t.Helper()
	return &run{
		Rand: rand.New(rand.NewPCG(seed, 0)), problem: compile(t, m), ctx: context.WithoutCancel(t.Context()),
		opt: &Options{}, best: -1,
	}
}
