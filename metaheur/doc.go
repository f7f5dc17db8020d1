// Package metaheur looks for solutions by chance and improvement: the stochastic methods of four papers, each faithful to its paper, and
// the strongest versions of their families. Each method is a struct of options whose zero value is the paper's setting, and a
// [model.Solver].
//
// # What they can say
//
// A method that finds a solution passes it on and stops. That there is no other, or none at all, is beyond it: such a result is incomplete
// ("unknown"), unless the model contradicts itself before the search begins. [Guided] is the exception: its restarts grow until one has
// searched everything, so in the end it proves that there is no solution.
//
// # Models
//
// The methods search models of AllDifferents (and NotEquals without offset) in which one family of disjoint permutations covers the
// variables: Sudoku grids of any shape, with any further houses, Latin squares, jigsaws. Others are refused with an *[UnsupportedError].
package metaheur
