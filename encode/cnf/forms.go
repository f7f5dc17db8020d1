package cnf

import "strconv"

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

// Commander splits the literals into groups and gives each group a commander, a variable that is true if a literal of
// the group is. At most one literal of each group and at most one commander is true, both encoded pairwise: for k
// literals in G = ceil(k/Group) groups of sizes g, it adds G variables and sum g(g-1)/2 + k + G(G-1)/2 clauses.
// Literals that fit into one group need no commander; they are encoded pairwise.
//
// Full adds the converse, that a commander is false if no literal of its group is true. This takes G more clauses; the
// literals then determine the commanders, and the model count without projection is k+1.
//
// The paper has both directions and applies the encoding recursively to the commanders; other programs use one level,
// as here.
//
// Source: W. Klieber and G. Kwon, Efficient CNF Encoding for Selecting 1 from N Objects, 4th Workshop on Constraints in
// Formal Verification, 2007.
type Commander struct {
	Group int  // size of a group; zero or less means 3, as in the paper
	Full  bool // a commander is false if no literal of its group is true
}

func (c Commander) group() int {
	if c.Group <= 0 {
		return 3
	}
	return c.Group
}

func (c Commander) String() string {
	name := "commander-" + strconv.Itoa(c.group())
	if c.Full {
		name += "-full"
	}
	return name
}

func (c Commander) Add(f *Formula, lits []Lit) {
	size := c.group()
	if len(lits) <= size {
		Pairwise{}.Add(f, lits)
		return
	}
	commanders := newVars(f, (len(lits)+size-1)/size)
	for i, commander := range commanders {
		group := lits[i*size : min((i+1)*size, len(lits))]
		Pairwise{}.Add(f, group)
		for _, l := range group {
			f.Add(-l, commander)
		}
		if c.Full {
			f.Body = append(f.Body, -commander)
			f.Add(group...)
		}
	}
	Pairwise{}.Add(f, commanders)
}

// Bimander splits the literals into groups, encodes each group pairwise, and makes a true literal imply the number of
// its group in binary: for k >= 2 literals in G = ceil(k/Group) groups of sizes g, it adds b = ceil(log2 G) variables
// and sum g(g-1)/2 + k*b clauses. It lies between Pairwise (one group) and Bitwise (groups of one).
//
// By default there are ceil(sqrt k) groups, or fewer if fewer groups of equal size hold all literals.
//
// Source: V.-H. Nguyen and S. T. Mai, A New Method to Encode the At-Most-One Constraint into SAT, SoICT 2015.
type Bimander struct {
	Group int // size of a group; zero or less means k / ceil(sqrt k), rounded up
}

func (b Bimander) String() string {
	if b.Group <= 0 {
		return "bimander-sqrt"
	}
	return "bimander-" + strconv.Itoa(b.Group)
}

func (b Bimander) Add(f *Formula, lits []Lit) {
	if len(lits) < 2 {
		return
	}
	size := b.size(len(lits))
	groups := (len(lits) + size - 1) / size
	number := newVars(f, bitsFor(groups))
	for i := range groups {
		group := lits[i*size : min((i+1)*size, len(lits))]
		Pairwise{}.Add(f, group)
		for _, l := range group {
			implyBinary(f, l, number, i)
		}
	}
}

// size returns the size of the groups of k literals.
func (b Bimander) size(k int) int {
	if b.Group > 0 {
		return b.Group
	}
	m := ceilSqrt(k)
	return (k + m - 1) / m
}

// implyBinary adds clauses that make l imply that number has the value n in binary, the lowest bit first.
func implyBinary(f *Formula, l Lit, number []Lit, n int) {
	for b, bit := range number {
		if n>>b&1 == 0 {
			bit = -bit
		}
		f.Add(-l, bit)
	}
}

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
