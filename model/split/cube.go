package split

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"nonet/internal/slice"
	"nonet/model"
	"nonet/model/sudoku"
)

// A Cube is a partial assignment, with each variable at most once. It stands for the solutions that extend it: those
// of the model with the cube as further givens. The empty cube stands for all.
type Cube []model.Given

// RestrictPuzzle returns p with the values of the cube as further clues. The cube must be valid for p.Model. It returns
// an error if the cube contradicts a clue, since a cell of a puzzle has at most one clue.
func (c Cube) RestrictPuzzle(p sudoku.Puzzle) (sudoku.Puzzle, error) {
	p.Clues = slices.Clone(p.Clues)
	for _, g := range c {
		if int(g.Var) < 0 || int(g.Var) >= len(p.Clues) || g.Value < 1 || g.Value > p.Shape.N() {
			return sudoku.Puzzle{}, fmt.Errorf("the cube has variable %d = %d, which is outside a %s grid",
				g.Var, g.Value, p.Shape)
		}
		if old := p.Clues[g.Var]; old != 0 && old != g.Value {
			return sudoku.Puzzle{}, fmt.Errorf("the cube has %s = %d, where the puzzle has %d",
				p.Shape.Name(sudoku.Cell(g.Var)), g.Value, old)
		}
		p.Clues[g.Var] = g.Value
	}
	return p, nil
}

// Validate returns an error if the cube mentions a variable twice, a variable that m does not have, or a value outside
// its domain.
func (c Cube) Validate(m *model.Model) error {
	for i, g := range c {
		switch {
		case g.Var < 0 || int(g.Var) >= len(m.Vars):
			return fmt.Errorf("a cube mentions variable %d of %d", g.Var, len(m.Vars))
		case !m.Vars[g.Var].Domain.Contains(g.Value):
			return fmt.Errorf("a cube has %s = %d, which is outside its domain", m.NameOf(g.Var), g.Value)
		case slices.ContainsFunc(c[:i], func(h model.Given) bool { return h.Var == g.Var }):
			return fmt.Errorf("a cube mentions %s twice", m.NameOf(g.Var))
		}
	}
	return nil
}

// wholeText is the text of the empty cube.
const wholeText = "all"

// Text formats the cube as the names of its variables with their values, "r1c1=5 r3c4=2", in the order of the cube. A
// variable without a name, or with a name that Parse could misread, is written by its index: "#3=5". The empty cube is
// "all".
func (c Cube) Text(m *model.Model) string {
	if len(c) == 0 {
		return wholeText
	}
	words := slice.Map(c, func(g model.Given) string { return variableText(m, g.Var) + "=" + strconv.Itoa(g.Value) })
	return strings.Join(words, " ")
}

// variableText returns the text of v in a cube: its name, or its index if the name is empty or ambiguous.
func variableText(m *model.Model, v model.Var) string {
	name := m.Vars[v].Name
	if fields := strings.Fields(name); len(fields) != 1 || fields[0] != name || strings.ContainsAny(name, "#=") {
		return "#" + strconv.Itoa(int(v))
	}
	return name
}

// Parse reads the format of Text. The result is valid for m: see Cube.Validate.
func Parse(m *model.Model, text string) (Cube, error) {
	words := strings.Fields(text)
	switch {
	case len(words) == 0:
		return nil, fmt.Errorf("empty text of a cube; the cube of all solutions is written %q", wholeText)
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
			return fmt.Errorf("term %d of a cube, %q, %s", i+1, w, reason)
		}
		name, value, found := strings.Cut(w, "=")
		if !found {
			return nil, bad("does not have the form NAME=VALUE")
		}
		v, known := names[name]
		if !known {
			return nil, bad("names an unknown variable")
		}
		x, err := strconv.Atoi(value)
		if err != nil {
			return nil, bad("has a value that is not an integer")
		}
		c = append(c, model.Given{Var: v, Value: x})
	}
	return c, c.Validate(m)
}
