// Package berggren reproduces a bachelor's thesis that measures backtracking, solving by rules with guesses, and a
// Boltzmann machine. The available copy is a draft; the package also measures what the draft only announces. The thesis
// asks how times on the 49,151 puzzles with 17 clues are distributed (Figure 4.1), and whether puzzles that are hard
// for one method are hard for the others. The package reproduces its results for the rules, its tests of differences
// and of independence, the Boltzmann machine on easier puzzles, and the variable orders of backtracking.
//
// Source: P. Berggren, D. Nilsson, A study of Sudoku solving algorithms, bachelor's thesis, KTH Stockholm, 2012.
package berggren
