// Package killer reads and writes killers in the form of SumoCue, which JSudoku exchanges: SumoCueV1, a D if both
// diagonals hold, and for each cell =15, the first cell of a cage with this sum, or +3, a cell of the cage that cell 3
// begins, counted from 0. In a jigsaw the region follows, J0 to J8. =0 is a cell in no cage. A cage of one cell is a
// clue.
//
// It also reads two forms in which collections of killers are published. PS, of Perfect Sudoku, is 3x3::k: (3x3:d:k: if
// both diagonals hold) and for each cell 256 times the sum of its cage plus a number of the cage, and a colon; without
// a sum the cell is in no cage. In a killer of 81 symbols a cell has the sum of its cage, 0 for a cage without a sum,
// or points to another cell of it.
//
// A cage has different values. The grids are 9x9 in practice; the package also reads and writes other sizes in the same
// form. The boxes are the usual ones.
//
// # Sources
//
// R. Wallace, SumoCue forum (sudocue.net, threads 519 and 551). JSudoku's user guide. For the symbols: the players'
// forum, Understandable snarfable killer cages (thread 6119).
package killer
