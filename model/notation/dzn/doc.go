// Package dzn reads and writes the data files that Sudoku models of MiniZinc take: assignments, each with a semicolon.
//
//	% An example
//	S = 2;
//	start = [|
//	  1, 0, 0, 4|
//	  0, 0, 1, 0|
//	  0, 1, 0, 0|
//	  4, 0, 0, 1|];
//
// Models name their data as they like, so a name decides only where values cannot. The array of n*n integers is the
// grid, whatever its name, as [|1, 0|...|], as array2d(1..n, 1..n, [1, _, ...]) or as a plain list; 0, _ and <> are
// blanks. An integer must be a size of the grid: n rows, boxes of order n, n*n cells, or the height and the width of a
// box. An array with regions, blocks or areas in its name has the region of each cell, one with solution or answer the
// solution. Any other assignment is an error, because it may be a rule.
//
// The first line is the name of the puzzle if it is a comment. Write states S for square boxes, boxHeight and boxWidth
// for others, and n and regions for a jigsaw.
//
// # Source
//
// The MiniZinc Handbook, for the syntax of data files; the Sudoku models of its tutorial (S, start) and of H.
// Kjellerstrand (n, x) for the names.
package dzn
