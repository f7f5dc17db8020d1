package deduce

import (
	"math/bits"

	"nonet/model/internal/network"
)

// Singles repeats two rules until neither changes anything. Naked single: a variable with one value left takes it, and
// the value is removed from the variables that must differ from it. Hidden single: a value with one place left in a
// permutation is assigned there. A permutation is an AllDifferent with as many variables as there are values in their
// domains. Unit propagation on the extended encoding of Lynce and Ouaknine does the same.
//
// Source: I. Lynce, J. Ouaknine, Sudoku as a SAT Problem, AIMATH 2006; the rules are folklore.
var Singles = &Reduction{"singles", "naked and hidden singles until nothing changes", "Lynce & Ouaknine 2006",
	prepare(propagateSingles)}

func propagateSingles(c *candidates) {
	for !c.failed && c.unpropagated > 0 {
		if v, ok := pop(&c.singles); ok {
			c.unpropagated--
			c.given[v] = true
			c.propagate(v)
		} else if g, ok := c.nextDirty(); ok {
			c.hiddenSingles(g)
		} else {
			return
		}
	}
}

// hiddenSingles assigns the values with one place left in g. The queue of singles must be empty.
func (c *candidates) hiddenSingles(g *network.Group) {
	for w, values := range g.Values {
		domains := c.plane(w)
		var some, several, placed uint64 // values with at least one place, with several, of variables with one value
		for _, v := range g.Vars {
			d := domains[v]
			several |= some & d
			some |= d
			if c.sizes[v] == 1 {
				placed |= d
			}
		}
		if values&^some != 0 {
			c.fail(g.Vars[0])
			return
		}
		for hidden := some &^ several &^ placed; hidden != 0; hidden &= hidden - 1 {
			bit := hidden & -hidden
			v, ok := firstWith(domains, g.Vars, bit)
			if !ok { // Another value has just taken its only place.
				c.fail(g.Vars[0])
				return
			}
			c.assign(v, w<<6|bits.TrailingZeros64(bit))
		}
	}
}

// firstWith returns the first of vars whose domain has the bit.
func firstWith(domains []uint64, vars []int32, bit uint64) (int32, bool) {
	for _, v := range vars {
		if domains[v]&bit != 0 {
			return v, true
		}
	}
	return 0, false
}
