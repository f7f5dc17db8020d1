// Package sweep propagates classic 9×9 grids in registers of 512 bits: three of them hold the candidates of all cells, and one sweep
// applies every rule to the whole grid at once, without a branch or a queue. It sweeps until nothing changes.
//
// The rules are naked singles, hidden singles in rows, columns and boxes, and what follows for one digit in one band or stack from having
// one mini-row in each row and box, locked candidates included; and a mini-row or mini-column that must hold three digits holds no other.
//
// spec.go says in plain Go what a sweep does, lane by lane. It is the specification: the assembly in sweep_amd64.s must leave the same
// registers behind after every single sweep, which the tests check, and where the assembly cannot run (see [Fast]) the specification
// does its work. The build tag purego leaves the assembly out.
//
// The assembly calls nothing, keeps nothing in registers between calls and reads and writes only its arguments. The runtime does not
// interrupt assembly functions; since each sweep but the last takes a candidate, there are never more than 650 sweeps.
//
// # Example
//
//	var f sweep.Frame
//	f.Load(&clues)
//	f.Propagate()
//	if f.Outcome == sweep.Solved {
//		f.Unload(&grid)
//	}
//
// # Words
//
// A band is three rows of boxes' height, a stack three columns; a mini-row is the three cells that a row and a box share, a mini-column
// those of a column and a box. A digit is hidden where only one cell of a house may hold it.
//
// # Sources
//
// The triads of T. Dillon, tdoku: a fast Sudoku solver and generator, 2019, for mini-rows and mini-columns that take part in propagation;
// the layout is our own.
package sweep
