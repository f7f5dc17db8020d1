// Package luby computes the restart sequence of Luby, Sinclair and Zuckerman, 1 1 2 1 1 2 4 1 1 2 1 1 2 4 8 ..., for
// searches whose running time is unknown.
//
// Runs of these lengths, in some unit, take at most a logarithmic factor longer than the best schedule for a known
// distribution of the time to a solution.
//
// Source: M. Luby, A. Sinclair, D. Zuckerman, Optimal Speedup of Las Vegas Algorithms, Information Processing Letters
// 47, 1993, pp. 173-180.
package luby
