// Package clp solves 0-1 programs by its own branch and bound over linear relaxations that COIN CLP solves. [Engine] is
// a backends.Engine for *ip.Program: any rows with integer coefficients, with or without an objective, all solutions or
// the best.
//
// It needs CLP's library and cgo, and is part of builds with the tag clp (Debian: apt-get install coinor-libclp-dev
// zlib1g-dev pkg-config g++; then go build -tags clp). Without the tag the package has the same API, and Solve returns
// an error that wraps backends.ErrUnavailable.
//
// On linux/amd64 the library is loaded when it is first needed (load_linux_amd64.go), so that other commands start
// faster, and the program runs where the library is missing; Solve then returns such an error, too.
//
//	e := clp.Engine{} // or clp.Engine{Plain: true}
//	r, err := e.Solve(ctx, program, func(x ip.Point) bool {
//		fmt.Println(x)
//		return true // continue
//	})
//
// # Search
//
// Preprocess with singles: propagation finds the same fixings, but a smaller program is cheaper to encode and compile.
//
// At each node the rows are propagated over integers (state.go). Then the search probes each free column at 1 and fixes
// failing columns at 0, to a fixpoint (probe.go; partition.go for programs such as a classic Sudoku). If columns are
// free, the relaxation of the rest is solved at the root and at some nodes below (linear.go, basis.go).
// An integral point is a solution, and the search continues around it (split.go). Otherwise it branches (branch.go).
// With an objective, rows that the program implies are added before (cover.go), and the relaxation fixes columns whose
// other value it proves to be no better than the best solution (certificate.go). Engine.Plain has neither, and changes
// the order.
//
// # Exactness
//
// Every answer is exact. The relaxation runs in floating point with CLP's tolerances of 1e-7 and only guides the
// search. A point is rounded and checked with integers against all rows. The search prunes a node by the relaxation
// only if integer multipliers prove that the rows contradict the bounds or that nothing better than the incumbent is
// left (certificate.go). If the proof fails, the search branches as if there were no relaxation. The tests run the
// search over a relaxation that returns random results.
//
// # Limits
//
// There are no cuts below the root and none but covers, no heuristics besides the points of the relaxation, and no
// presolve beyond propagation, probing and dropping redundant rows: on Sudokus each of them cost more than it saved.
// With an objective the search is depth-first, so CBC is better at programs that need a good bound more than a good
// point. Counting is slow: some ten thousand solutions a second.
//
// The search checks its context at every node and every probe, and interrupts a running relaxation when the context
// ends.
package clp
