// Package reseda reproduces the tables of a paper on an estimation of distribution that is restarted from zones.
//
// The paper samples whole grids from a probability for each value of each cell, moves the probabilities towards the best grids, and, when they have
// settled on a wrong grid, begins again from parts of it. Reproduced are single shots at an easy and a medium puzzle (Tables 1 and 2), restarts on a
// hard one (Table 3), on five classes of puzzles (Table 4) and on AI Escargot (Table 5), and it is compared with what propagates.
//
// Source: S. Maire, C. Prissette, A Restarted Estimation of Distribution Algorithm for Solving Sudoku Puzzles, Statistics and Computing, 2012 (HAL
// inria-00591852, 2011).
package reseda
