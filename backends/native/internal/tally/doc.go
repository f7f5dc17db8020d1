// Package tally counts the completions of Sudoku grids of up to 9×9 cells without walking through them. It knows rows, columns, boxes and
// clues, and nothing else.
//
// # The sum
//
// A grid is cut into bands and stacks of boxes. In a filled grid each column of a box holds a set of digits; call the sets of all columns
// of a box its partition, and the partitions of the boxes of one stack, from top to bottom, the type of the stack. In a type the sets of
// each column are disjoint. Conversely, once a type is chosen for each stack, columns are taken care of, and the bands no longer see each
// other: each may be filled in any way that has its partitions and keeps rows and boxes. So
//
//	number of grids = sum over types t1, t2, ... of the product over bands b of F_b(partition of t1 in b, partition of t2 in b, ...)
//
// where F_b counts the fillings of band b that agree with its clues. A 9×9 grid has 1680 partitions and 94,080 types; each clue leaves a
// third of those of its stack. So n clues leave about 94080³/3ⁿ = 8e14/3ⁿ products, however many solutions there are, and renaming the
// digits that are no clues and permuting the columns without clues in a stack leaves a part of these.
//
// The last two stacks are summed over in two nested loops that look F_b up in a matrix. The stacks before them, of which 9×9 has one, are
// run through in the outermost loop, once for each orbit of the digits and columns that can be exchanged, and the matrices are made for
// each pass. Grids whose boxes are wide are transposed; where both ways are possible, and among the orders of stacks, the cheapest is taken.
//
// # Limits
//
// The matrices that are kept from pass to pass take at most 256 MB, those in use at most 34 MB; tables of a plan, some tens of MB. The number
// of jobs makes no difference. What takes longest is a 9×9 grid with 7 to 9 clues in different columns and of different digits: about 2e10
// products.
//
// # Sources
//
// B. Felgenhauer, F. Jarvis, Mathematics of Sudoku I, Mathematical Spectrum 39(1), 2006, count the empty grid by classes of one band; the
// sum over column sets of all bands for the number of grids with clues is this package's.
package tally
