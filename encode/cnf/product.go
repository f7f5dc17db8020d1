package cnf

// Product arranges k literals in a grid of p = ceil(sqrt k) rows and q = ceil(k/p) columns. A true literal makes the
// variables of its row and its column true; at most one row and at most one column is true, both encoded pairwise: p+q
// variables and 2k + p(p-1)/2 + q(q-1)/2 clauses for k >= 2.
//
// The paper applies the encoding recursively to the rows and columns while that is smaller. For the sizes met here it
// hardly is, and other programs too call one level "product".
//
// Source: J. Chen, A New SAT Encoding of the At-Most-One Constraint, Workshop on Constraint Modelling and Reformulation
// (ModRef), 2010.
type Product struct{}

func (Product) String() string { return "product" }

func (Product) Add(f *Formula, lits []Lit) {
	if len(lits) < 2 {
		return
	}
	p := ceilSqrt(len(lits))
	q := (len(lits) + p - 1) / p
	rows, columns := newVars(f, p), newVars(f, q)
	for i, l := range lits {
		f.Add(-l, rows[i/q])
		f.Add(-l, columns[i%q])
	}
	Pairwise{}.Add(f, rows)
	Pairwise{}.Add(f, columns)
}

// newVars adds n auxiliary variables and returns their positive literals.
func newVars(f *Formula, n int) []Lit {
	vars := make([]Lit, n)
	for i := range vars {
		vars[i] = f.NewVar()
	}
	return vars
}
