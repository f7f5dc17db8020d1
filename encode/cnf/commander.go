package cnf

import "strconv"

// Commander cuts the literals into groups and gives each a commander that is true if one of the group is. At most one literal of each
// group and at most one commander is true, stated pairwise: for k literals in G = ceil(k/Group) groups of sizes g, G variables and
// sum g(g-1)/2 + k + G(G-1)/2 clauses. Literals that fit in one group need no commander; they are stated pairwise.
//
// Full adds the other direction, that a commander is false if none of its group is true: G more clauses, after which the commanders
// follow from the literals and the plain model count is k+1.
//
// The paper has both directions and applies the encoding to the commanders again; one level is what other programs use.
//
// Source: W. Klieber and G. Kwon, Efficient CNF Encoding for Selecting 1 from N Objects, 4th Workshop on Constraints in Formal
// Verification, 2007.
type Commander struct {
	Group int // size of a group; zero or less means 3, as in the paper
	Full  bool
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
