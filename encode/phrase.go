package encode

import (
	"fmt"
	"strconv"
	"strings"

	"nonet/model"
)

// Enumerate joins words: "a", "a and b", "a, b and c" with the last word "and".
func Enumerate(words []string, last string) string {
	if len(words) < 2 {
		return strings.Join(words, "")
	}
	return strings.Join(words[:len(words)-1], ", ") + " " + last + " " + words[len(words)-1]
}

// OneOf says that one of some atoms of kind Is holds: "r1c1 is 5", "one of r1c1, r1c2 and r1c3 is 5", "r1c1 is 1, 2 or 5", "r1c1 is 1 or
// r1c2 is 2".
func OneOf(m *model.Model, atoms []Atom) string {
	if len(atoms) == 0 {
		return "nothing holds"
	}
	sameVar, sameValue := true, true
	var vars, values, whole []string
	for _, a := range atoms {
		sameVar = sameVar && a.Var == atoms[0].Var
		sameValue = sameValue && a.Value == atoms[0].Value
		vars = append(vars, m.NameOf(a.Var))
		values = append(values, strconv.Itoa(a.Value))
		whole = append(whole, fmt.Sprintf("%s is %d", m.NameOf(a.Var), a.Value))
	}
	switch {
	case sameVar:
		return vars[0] + " is " + Enumerate(values, "or")
	case sameValue:
		return "one of " + Enumerate(vars, "and") + " is " + values[0]
	}
	return Enumerate(whole, "or")
}

// NotBoth says that two atoms of kind Is do not both hold: "r1c1 and r1c2 are not both 5", "r1c1 is not both 4 and 5".
func NotBoth(m *model.Model, a, b Atom) string {
	x, y := m.NameOf(a.Var), m.NameOf(b.Var)
	switch {
	case a.Var == b.Var:
		return fmt.Sprintf("%s is not both %d and %d", x, a.Value, b.Value)
	case a.Value == b.Value:
		return fmt.Sprintf("%s and %s are not both %d", x, y, a.Value)
	}
	return fmt.Sprintf("%s is not %d while %s is %d", x, a.Value, y, b.Value)
}

// Exactly says that exactly, or at most, one of some atoms of kind Is holds.
func Exactly(m *model.Model, quantity string, atoms []Atom) string {
	text := OneOf(m, atoms)
	if strings.HasPrefix(text, "one of ") {
		return quantity + " " + text
	}
	return quantity + " one of these: " + text
}
