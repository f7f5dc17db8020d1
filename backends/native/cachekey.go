package native

import (
	"cmp"
	"encoding/binary"
	"math/bits"
	"slices"
)

// writeKey writes the key of a component to c.key; see componentCounter. The number of variables and the variables come
// first. They determine what follows: the form, the number of words of each domain, the propagators, and which of
// their variables are fixed. So no two components have the same key.
func (c *componentCounter) writeKey(vars []int32) {
	c.key = binary.AppendUvarint(c.key[:0], uint64(len(vars)))
	c.stamp++ // marks the propagators written below
	canRename := len(vars) <= 128
	for _, v := range vars {
		c.key = binary.AppendUvarint(c.key, uint64(v))
		for _, p := range c.propagatorsOf[v] {
			canRename = canRename && c.kinds[p] == renamable
		}
	}
	if canRename {
		c.writeRenamed(vars)
		return
	}
	for _, v := range vars {
		for _, w := range c.bitsOf(v) {
			c.key = binary.AppendUvarint(c.key, w)
		}
		for _, p := range c.propagatorsOf[v] {
			if c.kinds[p] != renamable && c.propagatorStamp[p] != c.stamp {
				c.propagatorStamp[p] = c.stamp
				c.writeFixed(p)
			}
		}
	}
}

// writeRenamed writes, for each value, the set of vars that can take it, in sorted order.
func (c *componentCounter) writeRenamed(vars []int32) {
	clear(c.columns)
	for i, v := range vars {
		d := &c.domains[v]
		for k, w := range c.bitsOf(v) {
			for ; w != 0; w &= w - 1 {
				c.columns[(int(d.base)+k)<<6+bits.TrailingZeros64(w)][i>>6] |= 1 << (i & 63)
			}
		}
	}
	slices.SortFunc(c.columns, func(a, b [2]uint64) int {
		if a[1] != b[1] {
			return cmp.Compare(a[1], b[1])
		}
		return cmp.Compare(a[0], b[0])
	})
	for _, set := range c.columns {
		if set != [2]uint64{} {
			c.key = binary.LittleEndian.AppendUint64(c.key, set[0])
			if len(vars) > 64 {
				c.key = binary.LittleEndian.AppendUint64(c.key, set[1])
			}
		}
	}
}

// writeFixed writes the contribution of the fixed variables of a propagator.
func (c *componentCounter) writeFixed(p int32) {
	if c.kinds[p] == summed {
		sum := 0
		for _, t := range c.propagators[p].(*linear).terms {
			if c.fixed(t.v) {
				sum += t.coef * c.values[c.min(t.v)]
			}
		}
		c.key = binary.AppendVarint(c.key, int64(sum))
		return
	}
	for _, v := range c.scopes[p] {
		if c.fixed(v) {
			c.key = binary.AppendUvarint(c.key, uint64(c.min(v)))
		}
	}
}
