// Package sweep propagates classic 9×9 grids in 512-bit registers: three of them hold the candidates of all cells. One
// sweep applies every rule to the whole grid at once, without a branch or a queue; sweeps repeat until nothing changes.
//
// The rules are: naked singles; hidden singles in rows, columns and boxes; for each digit in each band or stack, all
// that follows from having one mini-row (mini-column) in each row (column) and box, locked candidates included; and if
// a mini-row or mini-column must hold three digits, it holds no other.
//
// spec_test.go defines a sweep in plain Go, lane by lane. It is the specification: the assembly in sweep_amd64.s must
// leave the same registers after every single sweep, and the tests check that. Elsewhere than on amd64, and with the
// build tag purego, the package is empty: the specification takes 60 times as long.
//
// The assembly calls no function, keeps nothing in registers between calls, and accesses only its arguments. The
// runtime does not preempt assembly functions; since each sweep but the last removes a candidate, a call takes at most
// 650 sweeps.
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
// A band is three rows of cells with the same boxes, a stack three columns. A mini-row is the three cells of a row and
// a box, a mini-column the three cells of a column and a box. A digit is hidden in a cell if no other cell of a house
// may hold it.
//
// # Sources
//
// The triads of T. Dillon, tdoku: a fast Sudoku solver and generator, 2019, for propagation over mini-rows and
// mini-columns. The layout is our own.
package sweep
