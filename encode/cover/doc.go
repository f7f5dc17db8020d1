// Package cover states models as exact cover problems, and reads and writes them.
//
// An exact cover problem, in the terms of Knuth, has items and options; an option is a set of items. Wanted are the selections of options
// that cover each primary item exactly once and each secondary item at most once. With colours, options that give a secondary item the
// same colour may share it. A Sudoku is the textbook case: an option for each cell and value, an item for each cell and for each value in
// each row, column and box. On the 9x9 grid these are 729 options and 324 items, with four items to an option.
//
// [Encoder] states AllDifferent, NotEqual, Table and Given. Problems are solved by package dlx.
//
//	e, err := cover.Encoder{Names: true}.Encode(puzzle.Model())
//	cover.Write(file, e.Formula)
//
// What this package does not do: search, or encode Linear constraints and objectives. These do not become exact covers without adding
// far more than they say.
//
// # Sources
//
// D. E. Knuth, The Art of Computer Programming, volume 4B, section 7.2.2.1, 2022; the format is that of his programs DLX1 and DLX2.
package cover
