package cnf

// Sequential is the sequential counter: auxiliary variable i is true if one of the first i literals is. For k >= 2
// literals it adds k-1 variables and 3k-4 clauses.
//
// A counter variable may be true although no literal before it is, so at most one of k has 2k valuations instead of
// k+1.
//
// Source: C. Sinz, Towards an Optimal CNF Encoding of Boolean Cardinality Constraints, CP 2005, pp. 827-831 (the case
// of one).
type Sequential struct{}

func (Sequential) String() string { return "sequential" }

func (Sequential) Add(f *Formula, lits []Lit) {
	if len(lits) < 2 {
		return
	}
	counted := f.NewVar()
	f.Add(-lits[0], counted)
	last := len(lits) - 1
	for _, l := range lits[1:last] {
		next := f.NewVar()
		f.Add(-l, next)
		f.Add(-counted, next)
		f.Add(-l, -counted)
		counted = next
	}
	f.Add(-lits[last], -counted)
}
