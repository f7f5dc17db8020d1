// Package jones reproduces the figures of a paper on steepest-ascent hill climbing. The paper fills a grid greedily,
// makes the best swap within a box repeatedly, and restarts on a plateau. It reports iterations and restarts by level
// and by number of givens (Figures 5 and 6), the effect of the greedy filling (Figure 4), and weights of the two terms
// of its score (Figure 2). Its puzzles are lost: ours have the same numbers of givens on average.
//
// Source: S. K. Jones, P. A. Roach, S. Perkins, Construction of Heuristics for a Search-Based Approach to Solving
// Sudoku, Research and Development in Intelligent Systems XXIV, 2007, pp. 37-49.
package jones
