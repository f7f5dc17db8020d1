// Package lewis reproduces the two figures and the table of a paper that applies constraint programming before
// simulated annealing. The paper fills cells by propagation, anneals the other cells, and measures the effect on random
// puzzles of orders 3, 4 and 5, by the proportion of givens, and on published puzzles. Its time limits in seconds are
// limits on moves here.
//
// Source: R. Lewis, On the combination of constraint programming and stochastic search: the Sudoku case, Hybrid
// Metaheuristics 2007, LNCS 4771, pp. 96-107.
package lewis
