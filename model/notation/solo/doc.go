// Package solo reads and writes the game ids of Solo in Simon Tatham's Portable Puzzle Collection, such as
// 2x2:1b4b1b1b4b1: parameters and a description of the grid. The parameters are the columns and rows of blocks, or a
// number of rows and j for a jigsaw, then x for both diagonals and k for a killer; symmetry and difficulty have no
// meaning for the puzzle. The description is the clues, with letters for runs of blanks; for a jigsaw the walls between
// blocks; for a killer the walls between cages and the sums.
//
// A random seed, such as 3x3#123, names a puzzle that only the generator of the program knows, and is refused.
//
// # Source
//
// S. Tatham, solo.c: decode_params, spec_to_grid, spec_to_dsf and the functions that encode.
package solo
