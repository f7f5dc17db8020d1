package hitting

import "nonet/internal/slice"

// A Set is a bit set of the numbers 0..n-1 for a fixed n. Operations on two sets require the same n.
type Set = slice.Set

// NewSet returns a set for numbers 0..n-1 with the given elements.
func NewSet(n int, elements ...int) Set { return slice.NewSet(n, elements...) }
