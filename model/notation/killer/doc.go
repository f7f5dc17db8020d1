// Package killer reads and writes killers in the texts in which they are published and archived:
//
//   - PS, of the program Perfect Sudoku: 3x3::k: and, for each cell, 256 times the sum of its cage plus the cage's
//     number, with a colon behind each. 3x3:d:k: adds both diagonals.
//   - SumoCue: SumoCueV1, a D if both diagonals hold, and for each cell =15, the first cell of a cage with this sum, or
//     +3, a cell of the cage that cell 3 begins, counted from 0. In a jigsaw the region follows, J0 to J8. =0 is a cell
//     in no cage. A cage of one cell is a clue.
//   - Short: one symbol per cell, 0-9 A-Z a-j for the sums 0 to 45 of cages, or a pointer to a cell of the same cage:
//     < > ^ v, and for the diagonals ` up left, ' up right, comma down left, dot down right.
//   - Notepad: the clues, a letter per cell for its cage or its region, and a list of sums such as a20,b4, with the
//     word Killer or Jigsaw somewhere and white space anywhere.
//
// A cage has different values. The grids are 9x9 in practice; the package also reads and writes other sizes in the same
// forms. The boxes are the usual ones.
//
// # Sources
//
// R. Wallace, SumoCue forum (sudocue.net, threads 519 and 551), for SumoCue, PS and Notepad. The thread t6119 of
// enjoysudoku.com, Understandable snarfable killer cages, for the short form. JSudoku's user guide.
package killer
