package hitting

import "nonet/internal/bitset"

// A Set is a bit set of the numbers 0..n-1 for a fixed n. Operations on two sets require the same n.
type Set = bitset.Set

// NewSet returns a set for numbers 0..n-1 with the given elements.
func NewSet(n int, elements ...int) Set { return bitset.New(n, elements...) }
