package search

import "math/bits"

// Luby returns the i-th term, i >= 1, of the sequence 1 1 2 1 1 2 4 1 1 2 1 1 2 4 8 ... Term 2^k-1 is 2^(k-1), and the
// 2^k-1 terms after it repeat the sequence from its first term. Runs of these lengths, in some unit, take at most a
// logarithmic factor longer than the best schedule for a known distribution of the time to a solution.
//
// Source: M. Luby, A. Sinclair, D. Zuckerman, Optimal Speedup of Las Vegas Algorithms, Information Processing Letters
// 47, 1993, pp. 173-180.
func Luby(i int64) int64 {
	for {
		k := bits.Len64(uint64(i)) // 2^(k-1) <= i < 2^k
		if i == 1<<k-1 {
			return 1 << (k - 1)
		}
		i -= 1<<(k-1) - 1
	}
}
