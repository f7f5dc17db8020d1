// Package search is conflict-driven search without the propagation. Packages nogood, lcg and gridn of native drive it
// with their own variables and nogoods; cdcl uses parts of it.
//
//   - loop.go: the search itself: propagation, decisions, learning, backjumps, restarts, and continuing after a
//     solution in the same tree. An [Engine] is what it asks of a package.
//   - store.go: learned nogoods in one slice, and the deletion of the worse half.
//   - levels.go: the levels of a learned nogood.
//   - weights.go, order.go: what took part in recent conflicts comes first, by scores and as a heap.
//   - luby.go: the lengths of runs between restarts.
//
// # Sources
//
// J. P. Marques-Silva, K. A. Sakallah, GRASP: A Search Algorithm for Propositional Satisfiability, IEEE Transactions on
// Computers 48(5), 1999, for learning and backjumps; N. Eén, N. Sörensson, An Extensible SAT-solver, SAT 2003, for the
// order of the steps; M. Gebser, B. Kaufmann, A. Neumann, T. Schaub, Conflict-Driven Answer Set Enumeration, LPNMR
// 2007, for continuing after a solution. Store, Weights and Luby name their own.
package search
