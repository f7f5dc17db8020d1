package model

import (
	"fmt"
	"strings"
)

// A Constraint is a relation over some variables. The interface is sealed: the constraints are those of this package, and whoever
// handles them switches over their types with a default that says what it cannot handle.
type Constraint interface {
	// Scope returns the variables mentioned, in the constraint's own order. The caller must not modify it.
	Scope() []Var

	// Violation returns how far a is from satisfying the constraint: zero exactly when it holds, and more the further it is off.
	// Each constraint says what it counts. a must have a value for every variable of the scope.
	Violation(a Assignment) int

	kind() string    // the word for it in messages
	invalid() string // what is ill-formed about it, or ""
}

// Describe states a constraint of m in one line, with the names of the variables.
func (m *Model) Describe(c Constraint) string {
	switch c := c.(type) {
	case AllDifferent:
		return "alldifferent(" + m.joinNames(c.Vars) + ")"
	case Linear:
		return m.formatTerms(c.Terms) + fmt.Sprintf(" %s %d", c.Relation, c.Bound)
	case NotEqual:
		if c.Offset == 0 {
			return m.NameOf(c.A) + " != " + m.NameOf(c.B)
		}
		return fmt.Sprintf("%s != %s %+d", m.NameOf(c.A), m.NameOf(c.B), c.Offset)
	case Table:
		return fmt.Sprintf("(%s) in table of %d rows", m.joinNames(c.Vars), len(c.Rows))
	case Given:
		return fmt.Sprintf("%s = %d", m.NameOf(c.Var), c.Value)
	default:
		panic(fmt.Sprintf("model: unknown constraint %T", c))
	}
}

func (m *Model) joinNames(vars []Var) string {
	var b strings.Builder
	for i, v := range vars {
		if i > 0 {
			b.WriteString(", ")
		}
		b.WriteString(m.NameOf(v))
	}
	return b.String()
}

func (m *Model) formatTerms(terms []Term) string {
	if len(terms) == 0 {
		return "0"
	}
	var b strings.Builder
	for i, t := range terms {
		if i > 0 {
			b.WriteByte(' ')
		}
		fmt.Fprintf(&b, "%+d %s", t.Coef, m.NameOf(t.Var))
	}
	return b.String()
}
