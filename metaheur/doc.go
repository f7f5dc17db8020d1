// Package metaheur contains stochastic search methods: the methods of four papers, each faithful to its paper, and the
// strongest versions of their families. Each method is a struct of options and a [model.Solver]. The zero value is the
// setting of the paper.
//
// # Results
//
// A method that finds a solution passes it on and stops. It cannot prove that there is no other solution, or none at
// all: such a result is incomplete ("unknown"), unless propagation refutes the model before the search. The exception
// is [Guided], which is complete: its restarts grow until one has searched everything.
//
// # Models
//
// The methods search models of AllDifferents (and NotEquals without offset) in which a family of disjoint permutations
// covers the variables: Sudoku grids of any shape, with any further houses, Latin squares, jigsaws. For other models
// they return an *[UnsupportedError].
package metaheur
