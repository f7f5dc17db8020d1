package cnf

// Pairwise states that no two literals are true together: for k literals, k(k-1)/2 clauses and no auxiliary variables, so that there is
// nothing to project away. It is the binomial encoding of the literature, in which it has no particular author.
type Pairwise struct{}

func (Pairwise) String() string { return "pairwise" }

func (Pairwise) Add(f *Formula, lits []Lit) {
	body := f.Body
	for i, a := range lits {
		for _, b := range lits[i+1:] {
			body = append(body, -a, -b, 0)
		}
	}
	f.Body = body
	f.Clauses += len(lits) * (len(lits) - 1) / 2
}
