package model

import (
	"math"
	"math/bits"
)

// A Term is a coefficient times a variable.
type Term struct {
	Coef int
	Var  Var
}

// A Relation compares a linear expression with a number.
type Relation int

const (
	Equal   Relation = iota // the zero value
	AtMost                  // expression <= bound
	AtLeast                 // expression >= bound
)

func (r Relation) String() string {
	switch r {
	case Equal:
		return "="
	case AtMost:
		return "<="
	case AtLeast:
		return ">="
	}
	return "?"
}

// Linear states that the sum of coefficient times value over the terms is equal to, at most, or at least Bound. A
// variable may occur in several terms. In a valid model (see Model.Validate) the sum fits an int for all values of the
// domains.
type Linear struct {
	Terms    []Term
	Relation Relation
	Bound    int
}

func (c Linear) Scope() []Var { return c.appendScope(make([]Var, 0, len(c.Terms))) }

func (c Linear) appendScope(vars []Var) []Var {
	for _, t := range c.Terms {
		vars = append(vars, t.Var)
	}
	return vars
}

// Violation returns the distance of the sum from the nearest value that satisfies the relation. If the distance does
// not fit an int, it returns the largest int.
func (c Linear) Violation(a Assignment) int {
	total := evaluate(c.Terms, a)
	switch {
	case total == c.Bound, c.Relation == AtMost && total < c.Bound, c.Relation == AtLeast && total > c.Bound:
		return 0
	}
	// Unsigned, since the difference may exceed the largest int.
	distance := uint(max(total, c.Bound)) - uint(min(total, c.Bound))
	return int(min(distance, math.MaxInt))
}

// evaluate returns the value of the sum of the terms under a.
func evaluate(terms []Term, a Assignment) int {
	total := 0
	for _, t := range terms {
		total += t.Coef * a[t.Var]
	}
	return total
}

// mayOverflow reports whether the arithmetic of a constraint may exceed the largest int.
func (m *Model) mayOverflow(c Constraint) bool {
	switch c := c.(type) {
	case Linear:
		return m.sumOverflows(0, c.Terms)
	case NotEqual:
		offset := max(c.Offset, -c.Offset)
		far := func(d Domain) bool {
			return d.Size() > 0 && (d.Min() < math.MinInt+offset || d.Max() > math.MaxInt-offset)
		}
		return offset < 0 || far(m.Vars[c.A].Domain) || far(m.Vars[c.B].Domain)
	}
	return false
}

// largest returns the largest absolute value in the domain of v.
func (m *Model) largest(v Var) uint64 {
	d := m.Vars[v].Domain
	if d.Size() == 0 {
		return 0
	}
	return max(magnitude(d.Min()), magnitude(d.Max()))
}

// sumOverflows reports whether the sum of the largest absolute values of a constant and the terms exceeds the largest
// int.
func (m *Model) sumOverflows(constant int, terms []Term) bool {
	total := magnitude(constant)
	if total > math.MaxInt {
		return true
	}
	for _, t := range terms {
		high, product := bits.Mul64(magnitude(t.Coef), m.largest(t.Var))
		if high != 0 || product > math.MaxInt || total+product > math.MaxInt {
			return true
		}
		total += product
	}
	return false
}

// magnitude returns the absolute value of n; for the smallest int, too.
func magnitude(n int) uint64 { return uint64(max(n, -n)) }

func (c Linear) kind() string { return "linear" }

func (c Linear) invalid() string {
	if c.Relation < Equal || c.Relation > AtLeast {
		return "unknown relation"
	}
	return ""
}
