package deduce

import (
	"math/bits"

	"nonet/internal/slice"
	"nonet/model/internal/network"
)

// Locked applies singles and locked candidates until neither changes anything. Where a permutation overlaps another
// AllDifferent, a value whose places in the permutation all lie in the overlap is removed from the rest of the other.
// In Sudoku this is pointing (the places of a digit in a box lie on one line) and claiming (the places of a digit on a
// line lie in one box). Unit propagation on the triad encoding does the same.
//
// Source: H. Simonis, Sudoku as a Constraint Problem, CP Workshop on Modelling and Reformulating 2005 (row/block
// interaction).
var Locked = &Reduction{"locked", "singles and locked candidates (pointing, claiming) until nothing changes",
	"Simonis 2005", prepare(propagateLocked)}

func propagateLocked(c *candidates) {
	for again := true; again && !c.failed; {
		propagateSingles(c)
		again = false
		if c.unpropagated == 0 {
			return
		}
		if c.overlaps == nil {
			c.overlaps = findOverlaps(c.Network)
		}
		for i := range c.overlaps {
			if c.removeLocked(&c.overlaps[i]) {
				again = true
			}
			if c.failed {
				return
			}
		}
	}
}

// An overlap is a permutation that shares at least two variables with another AllDifferent.
type overlap struct {
	values    []uint64 // values of the permutation, a bit set
	ownOnly   []int32  // variables of the permutation outside the overlap
	otherOnly []int32  // variables of the other AllDifferent outside the overlap
}

// removeLocked removes the values that are locked in o, and reports whether it removed any.
func (c *candidates) removeLocked(o *overlap) bool {
	removed := false
	for w, values := range o.values {
		domains := c.plane(w)
		confined := values // values of the permutation without a place outside the overlap
		for _, v := range o.ownOnly {
			confined &^= domains[v]
		}
		if confined == 0 {
			continue
		}
		for _, v := range o.otherOnly {
			for gone := domains[v] & confined; gone != 0; gone &= gone - 1 {
				c.remove(v, w<<6|bits.TrailingZeros64(gone))
				removed = true
			}
		}
	}
	return removed
}

// findOverlaps returns the overlaps of the groups of n.
func findOverlaps(n *network.Network) []overlap {
	all := []overlap{}
	memberOf := make([]int, len(n.Base.Vars))  // memberOf[v] == a+1: v is in group a
	compared := make([]int, len(n.Groups))     // compared[b] == a+1: groups a and b have been compared
	newOverlap := func(a, b int) (o overlap) { // the variables of a must be marked in memberOf
		o.values = n.Groups[a].Values
		shared := make(map[int32]bool)
		for _, u := range n.Groups[b].Vars {
			if memberOf[u] == a+1 {
				shared[u] = true
			} else {
				o.otherOnly = append(o.otherOnly, u)
			}
		}
		o.ownOnly = slice.Filter(n.Groups[a].Vars, func(u int32) bool { return !shared[u] })
		return o
	}
	for a := range n.Groups {
		if !n.Groups[a].Permutation() {
			continue
		}
		for _, v := range n.Groups[a].Vars {
			memberOf[v] = a + 1
		}
		for _, v := range n.Groups[a].Vars {
			for _, b := range n.GroupsOf.Get(v) {
				if compared[b] == a+1 {
					continue
				}
				compared[b] = a + 1
				o := newOverlap(a, int(b))
				if len(n.Groups[a].Vars)-len(o.ownOnly) >= 2 && len(o.otherOnly) > 0 {
					all = append(all, o)
				}
			}
		}
	}
	return all
}
