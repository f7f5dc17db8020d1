package model

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

// Linear states that the sum of coefficient times value over the terms is equal to, at most, or at least Bound. A variable may occur
// in several terms.
type Linear struct {
	Terms    []Term
	Relation Relation
	Bound    int
}

func (c Linear) Scope() []Var {
	vars := make([]Var, len(c.Terms))
	for i, t := range c.Terms {
		vars[i] = t.Var
	}
	return vars
}

// Violation returns by how much the sum misses the bound.
func (c Linear) Violation(a Assignment) int {
	excess := sum(c.Terms, a) - c.Bound
	switch c.Relation {
	case AtMost:
		return max(0, excess)
	case AtLeast:
		return max(0, -excess)
	default:
		return max(excess, -excess)
	}
}

func sum(terms []Term, a Assignment) int {
	total := 0
	for _, t := range terms {
		total += t.Coef * a[t.Var]
	}
	return total
}

func (c Linear) kind() string { return "linear" }

func (c Linear) invalid() string {
	if c.Relation < Equal || c.Relation > AtLeast {
		return "unknown relation"
	}
	return ""
}
