// Package lanes propagates sixteen classic 9×9 grids side by side, with the AVX2 instructions of amd64: a register
// holds one cell of all sixteen grids, 16 bits for each. No instruction moves a bit from lane to lane, so the grids may
// be sixteen puzzles of a list or sixteen nodes of one search, and each is at its own point of its search.
//
// A sweep applies all rules to all cells of all grids, without a branch: naked singles; hidden singles in rows, columns
// and boxes; for each digit in each band or stack, all that follows from having one mini-row (mini-column) in each row
// (column) and box; and if a mini-row or mini-column must hold three digits, it holds no other. These are the rules of
// package sweep, in another order.
//
// spec_test.go defines a sweep in plain Go, for one grid. It is the specification: the assembly in lanes_amd64.s must
// leave the same cells, and the tests check that. On other processors, and with the build tag purego, the package is
// empty: in plain Go, four grids in a word of 64 bits took twice the time of the bit boards of grid9.
//
// The assembly calls no function, keeps nothing in registers between calls, and accesses only its arguments. The
// runtime does not preempt assembly functions; since each sweep but the last removes a candidate of every active grid,
// a call takes at most 650 sweeps.
//
// # Example
//
//	g := lanes.New()
//	g.Load(0, &clues)
//	g.Propagate(1)
//	if g.Solved&^g.Bad&1 == 1 {
//		g.Unload(0, &grid)
//	}
package lanes
