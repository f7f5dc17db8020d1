package deduce

import (
	"context"
	"math/bits"

	"nonet/model"
	"nonet/model/internal/network"
)

// Locked is singles and locked candidates until neither applies: where a permutation overlaps another AllDifferent, a value whose
// places in the permutation all lie in the overlap is struck from the rest of the other. In Sudoku this is pointing (the digit's
// places in a box lie on one line) and claiming (those on a line lie in one box). Unit propagation on the triad encoding does the same.
//
// Source: H. Simonis, Sudoku as a Constraint Problem, CP Workshop on Modelling and Reformulating 2005 (row/block interaction).
type Locked struct{}

func (Locked) Name() string { return "locked" }
func (Locked) Summary() string {
	return "singles and locked candidates (pointing, claiming) until nothing changes"
}
func (Locked) Source() string { return "Simonis 2005" }

func (r Locked) Preprocess(ctx context.Context, m *model.Model) (*model.Model, error) {
	return preprocess(ctx, r, m)
}
func (Locked) Prepare(base *model.Model) func(context.Context, []model.Given) *model.Model {
	return prepare(base, locked)
}

func locked(c *candidates) {
	for again := true; again && !c.failed; {
		singles(c)
		again = false
		if c.open == 0 {
			return
		}
		if c.overlaps == nil {
			c.overlaps = overlapsOf(c.Network)
		}
		for i := range c.overlaps {
			if c.lockedCandidates(&c.overlaps[i]) {
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
	values []uint64 // of the permutation, word by word
	inside []int32  // the permutation's variables that are not shared
	other  []int32  // the other's variables that are not shared
}

// lockedCandidates reports whether it struck anything.
func (c *candidates) lockedCandidates(o *overlap) bool {
	struck := false
	for w, values := range o.values {
		domains := c.plane(w)
		free := values // values that have no place outside the overlap
		for _, v := range o.inside {
			free &^= domains[v]
		}
		if free == 0 {
			continue
		}
		for _, v := range o.other {
			for gone := domains[v] & free; gone != 0; gone &= gone - 1 {
				c.strike(v, w<<6|bits.TrailingZeros64(gone))
				struck = true
			}
		}
	}
	return struck
}

// overlapsOf returns the overlaps of the groups of n.
func overlapsOf(n *network.Network) []overlap {
	all := []overlap{}
	in := make([]int, len(n.Base.Vars))   // in[v] == a+1: v is in group a
	met := make([]int, len(n.Groups))     // met[b] == a+1: groups a and b have been compared
	split := func(a, b int) (o overlap) { // after marking a in in
		o.values = n.Groups[a].Values
		shared := make(map[int32]bool)
		for _, u := range n.Groups[b].Vars {
			if in[u] == a+1 {
				shared[u] = true
			} else {
				o.other = append(o.other, u)
			}
		}
		for _, u := range n.Groups[a].Vars {
			if !shared[u] {
				o.inside = append(o.inside, u)
			}
		}
		return o
	}
	for a := range n.Groups {
		if !n.Groups[a].Permutation() {
			continue
		}
		for _, v := range n.Groups[a].Vars {
			in[v] = a + 1
		}
		met[a] = a + 1
		for _, v := range n.Groups[a].Vars {
			for _, b := range n.GroupsOf.Of(v) {
				if met[b] == a+1 {
					continue
				}
				met[b] = a + 1
				o := split(a, int(b))
				if len(n.Groups[a].Vars)-len(o.inside) >= 2 && len(o.other) > 0 {
					all = append(all, o)
				}
			}
		}
	}
	return all
}
