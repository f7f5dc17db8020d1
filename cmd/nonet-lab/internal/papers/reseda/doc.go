// Package reseda reproduces the tables of a paper on a restarted estimation of distribution algorithm. The algorithm
// samples complete grids from a probability for each value of each cell, and moves the probabilities towards the best
// grids. When they have converged to a wrong grid, it restarts from zones of that grid. The package reproduces single
// attempts on an easy and a medium puzzle (Tables 1 and 2), restarts on a hard puzzle (Table 3), on five classes of
// puzzles (Table 4) and on AI Escargot (Table 5), and compares the algorithm with methods that propagate.
//
// Source: S. Maire, C. Prissette, A Restarted Estimation of Distribution Algorithm for Solving Sudoku Puzzles,
// Statistics and Computing, 2012 (HAL inria-00591852, 2011).
package reseda
