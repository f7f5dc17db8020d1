package model

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
