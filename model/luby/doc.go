// Package luby has the sequence by which searches restart that do not know how long a run should be: 1 1 2 1 1 2 4 1 1 2 1 1 2 4 8 ...
//
// Runs of these lengths, in some unit, take only a logarithmic factor longer than the best that could be done if the distribution of the
// time to a solution were known.
//
// Source: M. Luby, A. Sinclair, D. Zuckerman, Optimal Speedup of Las Vegas Algorithms, Information Processing Letters 47, 1993, pp. 173-180.
package luby
