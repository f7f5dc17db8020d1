// Package clp solves 0-1 programs by branch and bound of its own over the linear relaxation that COIN CLP solves. [Engine] is a
// backends.Engine for *ip.Program: any rows with integer coefficients, with or without an objective, all solutions or the best.
//
// It needs CLP's library and cgo and is part of builds with the tag clp (Debian: apt-get install coinor-libclp-dev zlib1g-dev pkg-config g++; then
// go build -tags clp). Without the tag the package has the same API, and Solve returns an error that wraps backends.ErrUnavailable.
//
//	e := clp.Engine{} // or clp.Engine{Variant: clp.Probe}
//	r, err := e.Solve(ctx, program, func(x ip.Point) bool {
//		fmt.Println(x)
//		return true // go on
//	})
//
// # How it searches
//
// Preprocessing by singles is recommended: propagation finds the same, but on smaller programs there is less to encode and to compile.
//
// At each node the rows are propagated over integers (state.go). If columns are left, the relaxation of what is left is solved
// (linear.go, basis.go). An integral point is a solution, and the search goes on around it (split.go). A fractional one makes the search
// try each free column at 1 and fix those that fail at 0, until none fails (probe.go); then it branches (branch.go). The variants
// change this order; see [Variant].
//
// # What is exact
//
// Every answer. The relaxation runs in floating point with CLP's tolerances of 1e-7, and it only guides: a point is rounded and checked
// with integers against all rows, and a node is closed on account of the relaxation only if its multipliers prove, with integers, that
// the rows contradict the bounds or that nothing better than the incumbent is left (certificate.go). Where the proof fails, the
// search branches as if there were no relaxation. The tests run the search over a relaxation that makes everything up.
//
// # What it is not
//
// There are no cuts, no heuristics beside the relaxation's own points, and no presolve beyond propagation and dropping what holds: on
// Sudokus each of them cost more than it brought. With an objective the order is depth-first, so that programs that need a good bound
// more than a good point are better served by CBC. It is no way to count: some ten thousand solutions a second.
//
// A search looks at its context at every node and at every column tried, and a running relaxation is interrupted when the context ends.
package clp
