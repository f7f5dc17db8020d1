// Package berggren reproduces what a bachelor's thesis measured of backtracking, of rules with a guess, and of a Boltzmann machine, and what it meant
// to measure: the copy at hand is a draft.
//
// The thesis asks how times on the 49,151 puzzles with 17 clues are distributed (Figure 4.1), and whether what is hard for one method is hard for the
// others. Reproduced are its numbers of the rules, its tests of differences and of independence, the machine on easier puzzles, and the orders of
// backtracking.
//
// Source: P. Berggren, D. Nilsson, A study of Sudoku solving algorithms, bachelor's thesis, KTH Stockholm, 2012.
package berggren
