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
//
// # Files
//
//   - options.go, problem.go, run.go: what methods have in common, the model as they see it, and a run with its counters
//   - permutations.go, families.go: assignments in which every block is a permutation, and what a swap costs
//   - neighbourhood.go, metropolis.go, dice.go: drawing swaps, the walk at one temperature, random numbers for inner loops
//   - network.go, partial.go: partial assignments under propagation of singles
//   - completion.go, weights.go, repair.go: depth-first search with weights of contradictions, and mending what local search has found with it
//   - annealing.go: Lewis's annealing
//   - tempering.go: replica exchange
//   - ils.go, tabu.go, matching.go: iterated local search
//   - guided.go: restarts guided by the fullest grid
//   - eda.go: estimation of distribution with propagation inside the sampling
//   - ants.go: Lloyd and Amos's ant colony
//   - hillclimb.go, climb.go, climbqueue.go, greedy.go, initial.go: the hill climbing of Jones, Roach and Perkins
//   - boltzmann.go: the Boltzmann machine of Berggren and Nilsson
//   - gibbs.go: Gibbs sampling of whole values with replica exchange, the Boltzmann machine in a strong form
//   - reseda.go, marginals.go: the estimation of distribution of Maire and Prissette, and its probabilities
package metaheur
