package cnf

// Bitwise numbers the literals and makes a true literal imply its number in binary: for k >= 2 literals it adds b =
// ceil(log2 k) variables and k*b clauses. While no literal is true, the variables are free.
//
// Source: A. M. Frisch, T. J. Peugniez, A. J. Doggett and P. W. Nightingale, Solving Non-Boolean Satisfiability
// Problems with Stochastic Local Search: A Comparison of Encodings, Journal of Automated Reasoning 35, 2005, pp.
// 143-179; S. Prestwich, Variable Dependency in Local Search: Prevention Is Better Than Cure, SAT 2007, pp. 107-120 (as
// the binary encoding).
type Bitwise struct{}

func (Bitwise) String() string { return "bitwise" }

func (Bitwise) Add(f *Formula, lits []Lit) {
	number := newVars(f, bitsFor(len(lits)))
	for i, l := range lits {
		implyBinary(f, l, number, i)
	}
}
