package deduce

import (
	"math/bits"

	"nonet/model"
	"nonet/model/internal/network"
)

// candidates is the state of a deduction: the values that each variable may still take, and what remains to be looked at.
type candidates struct {
	*network.Network
	now  []uint64 // the domains, laid out as Network.Domains
	left []int32  // their sizes

	given   []bool   // variables that have a Given, stated or deduced
	open    int      // variables that are not isolated yet; kept by singles
	settled []int32  // variables with one value left that singles has not isolated yet
	stale   []uint64 // the permutations that have changed since singles looked at them, as a bit set
	failed  bool     // some domain is empty

	overlaps []overlap // found when first needed
}

func newCandidates(n *network.Network) *candidates {
	vars := len(n.Base.Vars)
	return &candidates{
		Network: n,
		now:     make([]uint64, len(n.Domains)),
		left:    make([]int32, vars),
		given:   make([]bool, vars),
		settled: make([]int32, 0, vars),
		stale:   make([]uint64, n.MarkWords),
	}
}

// reset returns to the domains of the base model.
func (c *candidates) reset() {
	copy(c.now, c.Domains)
	copy(c.left, c.Sizes)
	clear(c.given)
	c.open = len(c.left)
	c.failed = false
	c.settled = c.settled[:0]
	for v, size := range c.left {
		switch size {
		case 0:
			c.failed = true
		case 1:
			c.settled = append(c.settled, int32(v))
		}
	}
	clear(c.stale)
	for v := range c.left {
		c.touch(int32(v))
	}
}

// give fixes a variable to the value of a given.
func (c *candidates) give(g model.Given) {
	v := int32(g.Var)
	c.given[v] = true
	if x, ok := c.Index(g.Value); ok && c.has(v, x) {
		c.place(v, x)
	} else {
		c.fail(v)
	}
}

// plane returns the words that hold the values 64w to 64w+63, one for each variable.
func (c *candidates) plane(w int) []uint64 {
	vars := len(c.left)
	return c.now[w*vars : (w+1)*vars]
}

func (c *candidates) has(v int32, x int) bool { return c.plane(x >> 6)[v]>>(x&63)&1 != 0 }

// value returns the only value of v.
func (c *candidates) value(v int32) int {
	for w := 0; ; w++ {
		if d := c.plane(w)[v]; d != 0 {
			return w<<6 | bits.TrailingZeros64(d)
		}
	}
}

// place strikes all values of v but x, which it must have.
func (c *candidates) place(v int32, x int) {
	if c.left[v] == 1 {
		return
	}
	for w := 0; w*len(c.left) < len(c.now); w++ {
		c.plane(w)[v] = 0
	}
	c.plane(x >> 6)[v] = 1 << (x & 63)
	c.left[v] = 1
	c.settled = append(c.settled, v)
	c.touch(v)
}

// strike removes x from the domain of v, if it is there.
func (c *candidates) strike(v int32, x int) {
	if d, bit := &c.plane(x >> 6)[v], uint64(1)<<(x&63); *d&bit != 0 {
		*d &^= bit
		c.struck(v)
	}
}

// struck takes note that a value was removed from the domain of v.
func (c *candidates) struck(v int32) {
	c.left[v]--
	switch c.left[v] {
	case 0:
		c.failed = true
	case 1:
		c.settled = append(c.settled, v)
	}
	c.touch(v)
}

// touch marks the permutations of v as changed.
func (c *candidates) touch(v int32) {
	marks := c.Marks[int(v)*c.MarkWords:]
	for w := range c.stale {
		c.stale[w] |= marks[w]
	}
}

// nextStale returns a permutation that has changed and unmarks it.
func (c *candidates) nextStale() (*network.Group, bool) {
	for w, stale := range c.stale {
		if stale != 0 {
			c.stale[w] &= stale - 1
			return &c.Groups[w<<6|bits.TrailingZeros64(stale)], true
		}
	}
	return nil, false
}

// isolate strikes the value of v, which has one left, from the variables that must differ from it. If v has none left, there is
// nothing to strike.
func (c *candidates) isolate(v int32) {
	if c.left[v] != 1 {
		return
	}
	x := c.value(v)
	domains, bit := c.plane(x>>6), uint64(1)<<(x&63)
	for _, u := range c.Peers.Of(v) {
		if domains[u]&bit != 0 {
			domains[u] &^= bit
			c.struck(u)
		}
	}
	for _, s := range c.Shifted[v] {
		if y, ok := c.Index(c.Values[x] + s.By); ok {
			c.strike(s.Var, y)
		}
	}
}

// fail empties the domain of v: there is no solution.
func (c *candidates) fail(v int32) {
	for w := 0; w*len(c.left) < len(c.now); w++ {
		c.plane(w)[v] = 0
	}
	c.left[v] = 0
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
