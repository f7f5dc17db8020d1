package cnf

import "fmt"

// A Sum is a way to state a Linear constraint in clauses. Each takes sums with any coefficients, values and relation, and defines its
// auxiliary variables by those of the terms, so that the number of models stays.
type LinearEncoding int

const (
	// Totalizer adds up the terms in a balanced tree. Each node has an auxiliary variable "at least s" for each sum s it can have that
	// matters; a node has at most two clauses for each sum of its one half and each of the other. Terms are handled in order encoding,
	// so that over Order they need no variables of their own. Unit propagation finds the bounds of every term. On magic squares of orders 3
	// to 5 and on cages, clasp meets 1.1 to 138 times fewer conflicts than with Diagram, and there are fewer clauses; only for cages over
	// Log, which keeps bounds from propagating, it is the other way round.
	// Source: S. Joshi, R. Martins, V. Manquinho, Generalized Totalizer Encoding for Pseudo-Boolean Constraints, CP 2015; the nodes
	// here say "at least", as in O. Bailleux, Y. Boufkhad, Efficient CNF Encoding of Boolean Cardinality Constraints, CP 2003.
	Totalizer LinearEncoding = iota

	// Diagram follows the terms one after another: an auxiliary variable for each partial sum that leaves different choices for the
	// terms that are left, as in a multi-valued decision diagram. A constraint over k terms of n values of which s partial sums
	// differ has at most 2ns clauses. Unit propagation finds what is wrong once all terms before it are known. It has its place where
	// many partial sums are different, but make no difference: a few large coefficients among small ones.
	// Source: I. Abío, R. Nieuwenhuis, A. Oliveras, E. Rodríguez-Carbonell, V. Mayer-Eichberger, A New Look at BDDs for Pseudo-Boolean
	// Constraints, JAIR 45, 2012, for the partial sums that are alike; the variables here have many values, and clauses in both directions.
	BDD
)

// sums is the table behind Sums, in the order of the constants.
var linearEncodings = [...]struct {
	name    string
	summary string
	plan    func(*linear) plan
	source  string
}{
	Totalizer: {"totalizer", "a balanced tree of partial sums in order encoding (Joshi et al. 2015)", planTotalizer,
		"S. Joshi, R. Martins, V. Manquinho, Generalized Totalizer Encoding for Pseudo-Boolean Constraints, CP 2015"},
	BDD: {"diagram", "the partial sums, term by term, in a decision diagram (Abío et al. 2012)", planBDD,
		"I. Abío et al., A New Look at BDDs for Pseudo-Boolean Constraints, JAIR 45, 2012"},
}

// Sums returns all forms.
func LinearEncodings() []LinearEncoding { return []LinearEncoding{Totalizer, BDD} }

// String returns the name of s, which ParseLinearEncoding reads back.
func (s LinearEncoding) String() string {
	if s < 0 || int(s) >= len(linearEncodings) {
		return fmt.Sprintf("sum(%d)", int(s))
	}
	return linearEncodings[s].name
}

// Summary says in a line how the form works, and where it comes from.
func (s LinearEncoding) Summary() string { return linearEncodings[s].summary }

// ParseLinearEncoding returns the form with the given name.
func ParseLinearEncoding(name string) (LinearEncoding, error) {
	return parseName(LinearEncodings(), "form of sums", name)
}

// A plan is a constraint about to be stated.
type plan struct {
	clauses int            // how many it has, at most; more than MaxLinearClauses if it was given up
	encode  func(*builder) // adds them
}
