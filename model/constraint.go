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

// NotEqual states that A differs from B + Offset.
type NotEqual struct {
	A, B   Var
	Offset int
}

func (c NotEqual) Scope() []Var { return []Var{c.A, c.B} }

// Violation returns 1 if A equals B + Offset, and 0 otherwise.
func (c NotEqual) Violation(a Assignment) int {
	if a[c.A] == a[c.B]+c.Offset {
		return 1
	}
	return 0
}

func (c NotEqual) kind() string    { return "notequal" }
func (c NotEqual) invalid() string { return "" }

// Given states that a variable has a fixed value: a clue of a puzzle. It is a constraint and not a smaller domain, so
// that encoders can choose how to state it (a unit clause, a bound, a row, a pre-coloured vertex) and explanations can
// name it.
type Given struct {
	Var   Var
	Value int
}

func (c Given) Scope() []Var { return []Var{c.Var} }

// Violation returns 1 if the variable has another value, and 0 otherwise.
func (c Given) Violation(a Assignment) int {
	if a[c.Var] != c.Value {
		return 1
	}
	return 0
}

func (c Given) kind() string    { return "given" }
func (c Given) invalid() string { return "" }
