// Package hitting finds small hitting sets: given sets of elements 0..n-1, a set that intersects each of them.
//
// [Minimum] finds a minimum hitting set, or, if it is stopped early, a lower bound on its size. It is made for some
// hundreds of sets over some dozens of elements, as they arise when a puzzle is made minimal ([nonet/model/minimal]),
// and gives bounds on larger collections ([nonet/model/unavoidable]). [Implicit] does the same for a large collection
// that is not listed: a callback, such as a query to a solver, finds the sets one by one ([nonet/model/explain]).
//
// # Sources
//
// E. Moreno-Centeno, R. M. Karp, The Implicit Hitting Set Approach to Solve Combinatorial Optimization Problems,
// Operations Research 61(2), 2013, pp. 453-468.
package hitting
