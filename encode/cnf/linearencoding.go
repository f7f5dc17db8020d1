package cnf

import "fmt"

// A LinearEncoding is an encoding of Linear constraints. Each handles any coefficients, values and relation, and
// defines its auxiliary variables by those of the terms, so that the number of models stays the same.
type LinearEncoding int

const (
	// Totalizer adds up the terms in a balanced tree. Each node has an auxiliary variable "at least s" for each of its
	// possible sums s that matters to the constraint, and at most two clauses for each pair of sums of its children.
	// Terms are in the order encoding, so over Order they need no further variables. Unit propagation finds the bounds
	// of every term. On magic squares of orders 3 to 5 and on cages, clasp meets 1.1 to 138 times fewer conflicts than
	// with BDD, and there are fewer clauses. The exception is cages over Log, where bits keep bounds from propagating
	// and BDD is better.
	// Source: S. Joshi, R. Martins, V. Manquinho, Generalized Totalizer Encoding for Pseudo-Boolean Constraints, CP
	// 2015; the nodes here mean "at least", as in O. Bailleux, Y. Boufkhad, Efficient CNF Encoding of Boolean
	// Cardinality Constraints, CP 2003.
	Totalizer LinearEncoding = iota

	// BDD adds up the terms one after another, as in a multi-valued decision diagram: there is an auxiliary variable
	// for each set of partial sums that leave the same choices for the remaining terms. A constraint over k terms of n
	// values with s such sets has at most 2ns clauses. Unit propagation detects a violation once all earlier terms are
	// known. BDD suits constraints with many partial sums of which most do not matter: a few large coefficients among
	// small ones.
	// Source: I. Abío, R. Nieuwenhuis, A. Oliveras, E. Rodríguez-Carbonell, V. Mayer-Eichberger, A New Look at BDDs for
	// Pseudo-Boolean Constraints, JAIR 45, 2012, for merging equivalent partial sums; the variables here have many
	// values, and clauses are in both directions.
	BDD

	// Adder adds up the terms in binary and compares the sum with the bound: few clauses for any numbers, but unit
	// propagation seldom finds bounds. It suits large coefficients and domains.
	// Source: N. Eén, N. Sörensson, Translating Pseudo-Boolean Constraints into SAT, JSAT 2, 2006, pp. 1-26, section
	// 5.4; J. P. Warners, A Linear-Time Transformation of Linear Inequalities into Conjunctive Normal Form, IPL 68,
	// 1998.
	Adder
)

// linearEncodings is the table behind LinearEncodings, in the order of the constants.
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
	Adder: {"adder", "adders in binary: few clauses for any numbers (Eén and Sörensson 2006)", planAdder,
		"N. Eén, N. Sörensson, Translating Pseudo-Boolean Constraints into SAT, JSAT 2, 2006"},
}

// LinearEncodings returns all encodings.
func LinearEncodings() []LinearEncoding { return []LinearEncoding{Totalizer, BDD, Adder} }

// String returns the name of e, which ParseLinearEncoding parses.
func (e LinearEncoding) String() string {
	if e < 0 || int(e) >= len(linearEncodings) {
		return fmt.Sprintf("sum(%d)", int(e))
	}
	return linearEncodings[e].name
}

// Summary returns a line on how e works, and its source.
func (e LinearEncoding) Summary() string { return linearEncodings[e].summary }

// ParseLinearEncoding returns the encoding with the given name.
func ParseLinearEncoding(name string) (LinearEncoding, error) {
	return parseName(LinearEncodings(), "linear encoding", name)
}

// A plan is a Linear constraint that is ready to be encoded.
type plan struct {
	clauses int            // an upper bound, more than MaxLinearClauses if planning was aborted; 0 for Adder: no limit
	encode  func(*builder) // adds the clauses
}
