// Package lewis reproduces the two figures and the table of a paper that has constraint programming go before simulated annealing, tries what the
// paper leaves open one thing at a time, and shows stronger methods on the same puzzles.
//
// The paper fills the cells that follow from others, anneals the rest, and asks what that is worth on random puzzles of orders 3, 4 and 5, by the
// proportion of givens, and on published ones. Here, limits on moves stand for its seconds.
//
// Source: R. Lewis, On the combination of constraint programming and stochastic search: the Sudoku case, Hybrid Metaheuristics 2007, LNCS 4771,
// pp. 96-107.
package lewis
