// Package thein reproduces the tables and figures of a thesis that compares integer programming with constraint
// programming.
//
// The thesis solves ten puzzles of each of four levels by an integer program (GLPK) and by a constraint program of its
// own, with and without a heuristic that fills cells first. The package reproduces Tables 4.1 to 4.6, Figures 4.1 to
// 4.3 and the puzzle of appendix C. The puzzles are lost and are replaced by
// generated puzzles of the same characteristics.
//
// Source: M. Thein, An In Depth Analysis of Sudoku with Focus in Integer and Constraint Programming, M.S. thesis,
// Pennsylvania State University, 2014.
package thein
