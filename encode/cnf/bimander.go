package cnf

import "strconv"

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
