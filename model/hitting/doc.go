// Package hitting finds small hitting sets: given sets of elements 0..n-1, a set that has an element in common with each of them.
//
// [Minimum] finds a smallest one, and while it has not, says how many elements are needed at least. It suits some hundreds of sets over
// some dozens of elements, as they arise where a puzzle is made minimal ([nonet/model/minimal]), and gives bounds on larger ones
// ([nonet/model/unavoidable]).
//
// # Files
//
//   - set.go: Set, sets of small numbers
//   - hitting.go: Minimum, and the bound by disjoint sets
package hitting
