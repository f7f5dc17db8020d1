package cnf

// Pairwise forbids every two literals to be true together: for k literals it adds k(k-1)/2 clauses and no auxiliary
// variables, so counting needs no projection. It is the binomial encoding of the literature, which names no author.
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
