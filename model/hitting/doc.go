// Package hitting finds small hitting sets: given sets of elements 0..n-1, a set that has an element in common with each of them.
//
// [Minimum] finds a smallest one, and while it has not, returns a lower bound on the number of elements. It suits some hundreds of sets over
// some dozens of elements, as they arise where a puzzle is made minimal ([nonet/model/minimal]), and gives bounds on larger ones
// ([nonet/model/unavoidable]). [Implicit] does the same for a large collection whose sets are found one after the other, by questions to a
// solver ([nonet/model/explain]).
//
// # Sources
//
// E. Moreno-Centeno, R. M. Karp, The Implicit Hitting Set Approach to Solve Combinatorial Optimization Problems, Operations Research 61(2),
// 2013, pp. 453-468.
package hitting
