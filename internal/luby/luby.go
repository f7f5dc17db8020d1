package luby

import "math/bits"

// Term returns the i-th term of the sequence, i >= 1. Term 2^k-1 is 2^(k-1), and the 2^k-1 terms after it repeat the
// sequence from its first term.
func Term(i int64) int64 {
	for {
		k := bits.Len64(uint64(i)) // 2^(k-1) <= i < 2^k
		if i == 1<<k-1 {
			return 1 << (k - 1)
		}
		i -= 1<<(k-1) - 1
	}
}
