package cnf

// Ladder encodes "exactly one of k >= 3 literals" by the position at which a row of k-1 auxiliary variables turns from
// true to false: k-1 variables and 4k-4 clauses, "at least one" included. Exactly one of two literals needs no ladder,
// only two clauses.
//
// At most one of k >= 2 is exactly one of k+1, where the last is a new variable for "none of them": k+1 variables and
// 4k clauses. In both cases the literals determine the auxiliary variables.
//
// Source: I. P. Gent and P. Nightingale, A New Encoding of AllDifferent into SAT, 3rd International Workshop on
// Modelling and Reformulating Constraint Satisfaction Problems, 2004.
type Ladder struct{}

var _ ExactlyOne = Ladder{}

func (Ladder) String() string { return "ladder" }

func (l Ladder) Add(f *Formula, lits []Lit) {
	if len(lits) < 2 {
		return
	}
	none := f.NewVar()
	all := make([]Lit, 0, len(lits)+1)
	l.AddExactly(f, append(append(all, lits...), none))
}

func (Ladder) AddExactly(f *Formula, lits []Lit) {
	if len(lits) < 3 {
		f.Add(lits...)
		Pairwise{}.Add(f, lits)
		return
	}
	// The first literal is true if the whole ladder is false, the last if the whole ladder is true, and any other if
	// the ladder turns false at its position.
	above := f.NewVar()
	f.Add(-lits[0], -above)
	f.Add(lits[0], above)
	last := len(lits) - 1
	for _, l := range lits[1:last] {
		below := f.NewVar()
		f.Add(-below, above)
		f.Add(-l, above)
		f.Add(-l, -below)
		f.Add(l, -above, below)
		above = below
	}
	f.Add(-lits[last], above)
	f.Add(lits[last], -above)
}
