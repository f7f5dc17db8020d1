// Package tally counts the completions of Sudoku grids of up to 9×9 cells without enumerating them. It supports rows,
// columns, boxes and clues, and no other rules.
//
// # The sum
//
// A grid has bands and stacks of boxes. In a filled grid each column of a box holds a set of digits. The sets of all
// columns of a box are its partition; the partitions of the boxes of a stack, from top to bottom, are the type of the
// stack. The sets of one column in the boxes of its stack are disjoint. Once every stack has a type, the column rule
// holds and the bands are independent: each may be filled in any way that has its partitions and satisfies rows and
// boxes. So
//
//	number of grids = sum over types t1, t2, ... of the stacks
//	                  of the product over bands b of F_b(partition of t1 in b, partition of t2 in b, ...)
//
// where F_b counts the fillings of band b that agree with its clues. A 9×9 grid has 1680 partitions and 94,080 types;
// each clue leaves a third of the types of its stack. So with n clues there are about 94080³/3ⁿ = 8e14/3ⁿ products,
// however many solutions there are. Renaming the digits without clues and permuting the columns without clues in a
// stack reduces them further.
//
// Two nested loops run over the types of the last two stacks and look up F_b in a matrix. The outermost loop runs over
// the stacks before them (one for 9×9): one pass for each orbit under exchange of digits and columns. Each pass fills
// its matrices. Grids with wide boxes are transposed; where both orientations are possible, New takes the cheaper one.
// Stacks with few types come first.
//
// # Limits
//
// The matrices cached from pass to pass take at most 256 MB, those in use at most 34 MB, and the tables of a plan some
// tens of MB; the number of jobs does not matter. The slowest case is a 9×9 grid with 7 to 9 clues of different digits
// in different columns: about 2e10 products.
//
// # Sources
//
// B. Felgenhauer, F. Jarvis, Mathematics of Sudoku I, Mathematical Spectrum 39(1), 2006, count the completions of the
// empty grid: they put the fillings of the top band into classes and count the completions once for each class. The sum
// over column sets of all bands, for grids with clues, is from this project.
package tally
