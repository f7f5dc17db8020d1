package split

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"nonet/model"
	"nonet/model/sudoku"
)

// A Cube is a partial assignment: the solutions in which some variables have certain values, each variable once. The empty cube is all
// solutions.
type Cube []model.Given

// Restrict returns the piece of m that the cube cuts out: m with the cube's values as further givens.
func (c Cube) Restrict(m *model.Model) *model.Model {
	more := make([]model.Constraint, len(c))
	for i, g := range c {
		more[i] = g
	}
	return m.With(more...)
}

// RestrictPuzzle returns the piece of a puzzle that the cube cuts out: p with the cube's values as further clues. The cube must be one of p.Model.
// One that clashes with a clue is an error, since a puzzle cannot say so.
func (c Cube) RestrictPuzzle(p sudoku.Puzzle) (sudoku.Puzzle, error) {
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

// wholeText is the text of the empty cube.
const wholeText = "all"

// Text writes the cube as the names of its variables with their values, "r1c1=5 r3c4=2", in the cube's order. A variable without a name, or
// with one that would be misread, is written by its number: "#3=5". The empty cube is "all".
func (c Cube) Text(m *model.Model) string {
	if len(c) == 0 {
		return wholeText
	}
	words := make([]string, len(c))
	for i, g := range c {
		words[i] = variableText(m, g.Var) + "=" + strconv.Itoa(g.Value)
	}
	return strings.Join(words, " ")
}

func variableText(m *model.Model, v model.Var) string {
	name := m.Vars[v].Name
	if fields := strings.Fields(name); len(fields) != 1 || fields[0] != name || strings.ContainsAny(name, "#=") {
		return "#" + strconv.Itoa(int(v))
	}
	return name
}

// Parse reads what Text has written. The cube is one of m: see Cube.Validate.
func Parse(m *model.Model, text string) (Cube, error) {
	words := strings.Fields(text)
	switch {
	case len(words) == 0:
		return nil, fmt.Errorf("split: a cube of no words; the cube of all solutions is written %q", wholeText)
	case len(words) == 1 && words[0] == wholeText:
		return nil, nil
	}
	names := make(map[string]model.Var, len(m.Vars))
	for v := range m.Vars {
		names[variableText(m, model.Var(v))] = model.Var(v)
	}
	var c Cube
	for i, w := range words {
		bad := func(reason string) error {
			return fmt.Errorf("split: word %d of a cube, %q, %s", i+1, w, reason)
		}
		name, value, found := strings.Cut(w, "=")
		if !found {
			return nil, bad("is not NAME=VALUE")
		}
		v, known := names[name]
		if !known {
			return nil, bad("names no variable")
		}
		x, err := strconv.Atoi(value)
		if err != nil {
			return nil, bad("has no number for a value")
		}
		c = append(c, model.Given{Var: v, Value: x})
	}
	return c, c.Validate(m)
}
