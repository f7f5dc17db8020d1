package cnf

import "strconv"

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
