package model

import (
	"fmt"
	"strings"
)

// A Constraint is a relation over some variables. The interface is sealed: all constraints are in this package. Code
// that handles constraints switches over their types, with a default that reports the type as unsupported.
type Constraint interface {
	// Scope returns the variables mentioned, in the constraint's own order. The caller must not modify it.
	Scope() []Var

	// Violation returns how far a is from satisfying the constraint. It is zero exactly when a satisfies the
	// constraint, and never negative. The comment of each constraint states the unit. a must have a value for every
	// variable of the scope.
	Violation(a Assignment) int

	kind() string    // its name in messages
	invalid() string // the reason why it is ill-formed, or ""
}

// Describe returns a constraint of m as one line of text with the names of the variables.
func (m *Model) Describe(c Constraint) string {
	switch c := c.(type) {
	case AllDifferent:
		return "alldifferent(" + m.joinNames(c.Vars) + ")"
	case Linear:
		return m.DescribeSum(c.Terms) + fmt.Sprintf(" %s %d", c.Relation, c.Bound)
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

// DescribeSum returns a sum with the names of the variables, such as 2*a - b.
func (m *Model) DescribeSum(terms []Term) string {
	if len(terms) == 0 {
		return "0"
	}
	var b strings.Builder
	for i, t := range terms {
		switch {
		case t.Coef < 0 && i == 0:
			b.WriteByte('-')
		case t.Coef < 0:
			b.WriteString(" - ")
		case i > 0:
			b.WriteString(" + ")
		}
		if size := magnitude(t.Coef); size != 1 {
			fmt.Fprintf(&b, "%d*", size)
		}
		b.WriteString(m.NameOf(t.Var))
	}
	return b.String()
}
