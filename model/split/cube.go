package split

import (
	"fmt"
	"slices"

	"nonet/model"
	"nonet/model/sudoku"
)

// A Cube is a partial assignment: the solutions in which some variables have certain values, each variable once. The empty cube is all
// solutions.
type Cube []model.Given

// With returns the piece of m that the cube cuts out: m with the cube's values as further givens.
func (c Cube) With(m *model.Model) *model.Model {
	more := make([]model.Constraint, len(c))
	for i, g := range c {
		more[i] = g
	}
	return m.With(more...)
}

// On returns the piece of a puzzle that the cube cuts out: p with the cube's values as further clues. The cube must be one of p.Model.
// One that clashes with a clue is an error, since a puzzle cannot say so.
func (c Cube) On(p sudoku.Puzzle) (sudoku.Puzzle, error) {
	p.Clues = slices.Clone(p.Clues)
	for _, g := range c {
		if int(g.Var) < 0 || int(g.Var) >= len(p.Clues) || g.Value < 1 || g.Value > p.Shape.N() {
			return sudoku.Puzzle{}, fmt.Errorf("split: the cube has variable %d = %d, which a %s grid does not have", g.Var, g.Value, p.Shape)
		}
		if old := p.Clues[g.Var]; old != 0 && old != g.Value {
			return sudoku.Puzzle{}, fmt.Errorf("split: the cube has %s = %d, where the puzzle has %d", p.Shape.Name(sudoku.Cell(g.Var)), g.Value, old)
		}
		p.Clues[g.Var] = g.Value
	}
	return p, nil
}

// Validate returns an error if the cube mentions a variable twice, one that m does not have, or a value outside of its domain.
func (c Cube) Validate(m *model.Model) error {
	for i, g := range c {
		switch {
		case g.Var < 0 || int(g.Var) >= len(m.Vars):
			return fmt.Errorf("split: a cube mentions variable %d of %d", g.Var, len(m.Vars))
		case !m.Vars[g.Var].Domain.Contains(g.Value):
			return fmt.Errorf("split: a cube has %s = %d, which is outside its domain", m.NameOf(g.Var), g.Value)
		case slices.ContainsFunc(c[:i], func(h model.Given) bool { return h.Var == g.Var }):
			return fmt.Errorf("split: a cube mentions %s twice", m.NameOf(g.Var))
		}
	}
	return nil
}
