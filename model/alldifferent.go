package model

import "math/bits"

// AllDifferent states that the variables take pairwise different values.
type AllDifferent struct {
	Vars []Var
}

func (c AllDifferent) Scope() []Var { return c.Vars }

// Violation returns the number of variables minus the number of distinct values among them, which is the least number
// of variables to change. Lewis (2007) adds it up over the rows and columns of a Sudoku, and calls the sum the cost.
func (c AllDifferent) Violation(a Assignment) int {
	var seen uint64
	for _, v := range c.Vars {
		bit := uint64(1) << uint(a[v]) // 0 unless 0 <= a[v] < 64
		if bit == 0 {
			return c.countRepeats(a)
		}
		seen |= bit
	}
	return len(c.Vars) - bits.OnesCount64(seen)
}

// countRepeats is Violation for values of any size.
func (c AllDifferent) countRepeats(a Assignment) int {
	seen := make(map[int]bool, len(c.Vars))
	for _, v := range c.Vars {
		seen[a[v]] = true
	}
	return len(c.Vars) - len(seen)
}

func (c AllDifferent) kind() string    { return "alldifferent" }
func (c AllDifferent) invalid() string { return "" } // Validate looks for variables that it mentions twice
