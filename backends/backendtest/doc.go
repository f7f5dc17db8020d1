// Package backendtest is the conformance suite that every solver passes: satisfiable, unsatisfiable, multi-solution,
// degenerate and random models, stopping, cancellation, concurrent use, and many puzzles over one base. The expected
// answers come from [Enumerate], which tests every assignment by the Violation method of the constraints and shares no
// code with any solver.
//
// # Testing a solver
//
// A solver is a type with one method, Solve of model.Solver. Its test is one call:
//
//	func TestConformance(t *testing.T) { backendtest.Run(t, mine.Solver{}, backendtest.Options{}) }
//
// [Options] lists what the solver does not support: a solver that finds at most one solution sets Incomplete, one that
// refuses sums sets NoLinear, one that starts a process per solution sets Slow. The suite overwrites every assignment
// before yield returns, so a solver must not read an assignment that it has passed on. If the program or library of the
// solver is missing, Solve returns an error that wraps backends.ErrUnavailable, and the suite is skipped with that
// reason.
//
// An engine for formulas is joined with an encoder by backends.Bind, and the suite runs on the result. An in-process
// engine over clauses also passes [RunClauses], or [RunIncomplete] if it finds at most one solution. [RunKnownCounts]
// compares counts of grids with known numbers.
package backendtest
