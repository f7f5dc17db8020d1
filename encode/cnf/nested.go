package cnf

import (
	"strconv"
)

// Nested halves the literals and connects the halves by a new variable: at most one of the first half and the variable,
// and at most one of the second half and the negated variable. It recurses until at most Leaf literals are left, which
// are encoded pairwise. Each halving adds one variable. With leaves of 4, variables and clauses grow linearly: 14
// variables and 69 clauses for 25 literals, against 300 clauses pairwise.
//
// The halves are a commander encoding in disguise. It is known from implementations rather than from a paper, as
// "nested" from LogicNG, whose leaves of 4 are the default here.
type Nested struct {
	Leaf int // largest number of literals encoded pairwise, at least 3; zero means 4
}

func (n Nested) leaf() int {
	if n.Leaf == 0 {
		return 4
	}
	return max(3, n.Leaf) // the larger half of three literals has three again, with the variable
}

func (n Nested) String() string { return "nested-" + strconv.Itoa(n.leaf()) }

func (n Nested) Add(f *Formula, lits []Lit) {
	if len(lits) <= n.leaf() {
		Pairwise{}.Add(f, lits)
		return
	}
	half := len(lits) / 2
	first := f.NewVar()
	part := make([]Lit, 0, len(lits)-half+1)
	n.Add(f, append(append(part, lits[:half]...), first))
	n.Add(f, append(append(part, lits[half:]...), -first))
}
