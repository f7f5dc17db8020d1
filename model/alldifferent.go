package model

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
		if bit == 0 || seen&bit != 0 {
			return c.countRepeats(a)
		}
		seen |= bit
	}
	return 0
}

// countRepeats is Violation for values of any size; it takes quadratic time.
func (c AllDifferent) countRepeats(a Assignment) int {
	repeats := 0
	for i, v := range c.Vars {
		for _, w := range c.Vars[:i] {
			if a[v] == a[w] {
				repeats++
				break
			}
		}
	}
	return repeats
}

func (c AllDifferent) kind() string { return "alldifferent" }

func (c AllDifferent) invalid() string {
	for i, v := range c.Vars {
		for _, w := range c.Vars[:i] {
			if v == w {
				return "mentions a variable twice"
			}
		}
	}
	return ""
}
