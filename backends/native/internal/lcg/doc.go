// Package lcg solves problems over variables with any bounded domains by lazy clause generation: propagators that
// explain what they infer, and package search, which learns nogoods from the explanations. The package does not
// depend on package model.
//
// An [atom] says that a variable is at least, at most, equal to or different from a number. A nogood is a set of atoms
// that cannot all hold. Nothing is encoded before the search: no literal exists for an atom, so a variable costs a few
// numbers, five bytes for each value, and 16 for each value with literals. Where all domains have more than 2^22
// values, the wide ones keep only the values that have been removed.
//
//   - state.go: bounds and holes of the domains, and the trail. Each event on the trail makes an atom true. Its reason
//     takes 8 bytes; the antecedents are derived only when a conflict is analysed.
//   - linear.go: sums, bounds consistent. Explanations are weakened by what the sum has to spare.
//   - alldifferent.go: fixed values are removed from the others one by one; Hall intervals; clauses that each value is
//     taken.
//   - table.go: tables of rows, by bit sets.
//   - tasks.go: tasks of which no two run at the same time, found among sums and clauses: edge finding.
//   - cases.go: a variable that is bounded in each of several cases, found among sums and clauses.
//   - product.go: products of two variables.
//   - literals.go: 0-1 variables that say whether a variable is a value, or at most a value.
//   - nogoods.go: learned nogoods with two watched atoms, and the clauses among the constraints.
//   - learn.go: the first unique implication point, with local minimization.
//   - search.go: decisions on the variable with the most recent conflicts in relation to the size of its domain, at its
//     lowest value or the best one for the objective, or in that half of its domain; every other run follows advice
//     instead, if the problem has some; restarts; improvement of an objective.
//
// With an objective, the search continues after a solution with a better bound.
//
// # Sources
//
// Package search names its own. O. Ohrimenko, P. J. Stuckey, M. Codish, Propagation via Lazy Clause Generation,
// Constraints 14, 2009. T. Feydy, P. J. Stuckey, Lazy Clause Generation Reengineered, CP 2009.
package lcg
