// Package cover encodes models as exact cover problems, and reads and writes such problems.
//
// In Knuth's terms, an exact cover problem has items and options; an option is a set of items. A solution is a set of
// options that covers each primary item exactly once and each secondary item at most once. With colours, options that
// give a secondary item the same colour may share it. Sudoku is the textbook case: an option for each cell and value,
// an item for each cell and for each value in each row, column and box. The 9x9 grid gives 729 options and 324 items,
// with four items to an option.
//
// [Encoder] encodes AllDifferent, NotEqual, Table and Given. Package dlx solves the problems.
//
//	e, err := cover.Encoder{Names: true}.Encode(ctx, puzzle.Model())
//	cover.Write(file, e.Formula)
//
// The package does not search. It does not encode Linear constraints and objectives, because as exact covers they would
// become far larger than they are.
//
// # Sources
//
// D. E. Knuth, The Art of Computer Programming, volume 4B, section 7.2.2.1, 2022. The format is the one of his programs
// DLX1 and DLX2.
package cover
