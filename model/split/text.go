package split

import (
	"fmt"
	"strconv"
	"strings"

	"nonet/model"
)

// whole is the text of the empty cube.
const whole = "all"

// Text writes the cube as the names of its variables with their values, "r1c1=5 r3c4=2", in the cube's order. A variable without a name, or
// with one that would be misread, is written by its number: "#3=5". The empty cube is "all".
func (c Cube) Text(m *model.Model) string {
	if len(c) == 0 {
		return whole
	}
	words := make([]string, len(c))
	for i, g := range c {
		words[i] = word(m, g.Var) + "=" + strconv.Itoa(g.Value)
	}
	return strings.Join(words, " ")
}

func word(m *model.Model, v model.Var) string {
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
		return nil, fmt.Errorf("split: a cube of no words; the cube of all solutions is written %q", whole)
	case len(words) == 1 && words[0] == whole:
		return nil, nil
	}
	names := make(map[string]model.Var, len(m.Vars))
	for v := range m.Vars {
		names[word(m, model.Var(v))] = model.Var(v)
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
