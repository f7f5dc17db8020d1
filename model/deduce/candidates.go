package deduce

import (
	"math/bits"

	"nonet/model"
	"nonet/model/internal/network"
)

// candidates is the state of a deduction: the values that each variable may still take, and the queues of propagation.
type candidates struct {
	*network.Network
	domains []uint64 // current domains, laid out as Network.Domains
	sizes   []int32  // by variable: the size of its current domain

	given        []bool   // by variable: it has a Given, stated or deduced
	unpropagated int      // number of variables whose value propagateSingles has not propagated yet
	singles      []int32  // queue of variables with one value left, to be propagated
	dirty        []uint64 // permutations that changed since the last look for hidden singles, a bit set over Groups
	failed       bool     // some domain is empty

	overlaps []overlap // computed on first use
}

func newCandidates(n *network.Network) *candidates {
	vars := len(n.Base.Vars)
	return &candidates{
		Network: n,
		domains: make([]uint64, len(n.Domains)),
		sizes:   make([]int32, vars),
		given:   make([]bool, vars),
		singles: make([]int32, 0, vars),
		dirty:   make([]uint64, n.PermutationWords),
	}
}

// reset restores the domains of the base model.
func (c *candidates) reset() {
	copy(c.domains, c.Domains)
	copy(c.sizes, c.Sizes)
	clear(c.given)
	c.unpropagated = len(c.sizes)
	c.failed = false
	c.singles = c.singles[:0]
	for v, size := range c.sizes {
		switch size {
		case 0:
			c.failed = true
		case 1:
			c.singles = append(c.singles, int32(v))
		}
	}
	clear(c.dirty)
	for v := range c.sizes {
		c.markDirty(int32(v))
	}
}

// applyGiven fixes a variable to the value of a given.
func (c *candidates) applyGiven(g model.Given) {
	v := int32(g.Var)
	c.given[v] = true
	if x, ok := c.Index(g.Value); ok && c.contains(v, x) {
		c.assign(v, x)
	} else {
		c.fail(v)
	}
}

// plane returns the w-th word of each variable's domain, which holds the values with index 64w to 64w+63.
func (c *candidates) plane(w int) []uint64 {
	vars := len(c.sizes)
	return c.domains[w*vars : (w+1)*vars]
}

func (c *candidates) contains(v int32, x int) bool { return c.plane(x >> 6)[v]>>(x&63)&1 != 0 }

// value returns the index of the only value of v.
func (c *candidates) value(v int32) int {
	for w := 0; ; w++ {
		if d := c.plane(w)[v]; d != 0 {
			return w<<6 | bits.TrailingZeros64(d)
		}
	}
}

// assign removes all values of v but x, which must be in its domain.
func (c *candidates) assign(v int32, x int) {
	if c.sizes[v] == 1 {
		return
	}
	for w := 0; w*len(c.sizes) < len(c.domains); w++ {
		c.plane(w)[v] = 0
	}
	c.plane(x >> 6)[v] = 1 << (x & 63)
	c.sizes[v] = 1
	c.singles = append(c.singles, v)
	c.markDirty(v)
}

// remove removes x from the domain of v, if it is there.
func (c *candidates) remove(v int32, x int) {
	if d, bit := &c.plane(x >> 6)[v], uint64(1)<<(x&63); *d&bit != 0 {
		*d &^= bit
		c.afterRemoval(v)
	}
}

// afterRemoval updates sizes and queues after a value was removed from the domain of v.
func (c *candidates) afterRemoval(v int32) {
	c.sizes[v]--
	switch c.sizes[v] {
	case 0:
		c.failed = true
	case 1:
		c.singles = append(c.singles, v)
	}
	c.markDirty(v)
}

// markDirty marks the permutations of v as changed.
func (c *candidates) markDirty(v int32) {
	marks := c.PermutationsOf[int(v)*c.PermutationWords:]
	for w := range c.dirty {
		c.dirty[w] |= marks[w]
	}
}

// nextDirty returns a permutation that has changed, and unmarks it.
func (c *candidates) nextDirty() (*network.Group, bool) {
	for w, stale := range c.dirty {
		if stale != 0 {
			c.dirty[w] &= stale - 1
			return &c.Groups[w<<6|bits.TrailingZeros64(stale)], true
		}
	}
	return nil, false
}

// propagate removes the only value of v from the variables that must differ from v. If the domain of v is empty, it
// does nothing.
func (c *candidates) propagate(v int32) {
	if c.sizes[v] != 1 {
		return
	}
	x := c.value(v)
	domains, bit := c.plane(x>>6), uint64(1)<<(x&63)
	for _, u := range c.Peers.Get(v) {
		if domains[u]&bit != 0 {
			domains[u] &^= bit
			c.afterRemoval(u)
		}
	}
	for _, s := range c.Shifted[v] {
		if y, ok := c.Index(c.Values[x] + s.Offset); ok {
			c.remove(s.Var, y)
		}
	}
}

// fail records that there is no solution, by emptying the domain of v.
func (c *candidates) fail(v int32) {
	for w := 0; w*len(c.sizes) < len(c.domains); w++ {
		c.plane(w)[v] = 0
	}
	c.sizes[v] = 0
	c.failed = true
}

// pop removes and returns the last item of a stack.
func pop(stack *[]int32) (int32, bool) {
	s := *stack
	if len(s) == 0 {
		return 0, false
	}
	*stack = s[:len(s)-1]
	return s[len(s)-1], true
}
