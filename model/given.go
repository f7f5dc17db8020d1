package model

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
