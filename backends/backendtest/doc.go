// Package backendtest is the suite that every solver passes: satisfiable, unsatisfiable, multi-solution, degenerate and random models,
// stopping, cancelling, concurrent use, and many puzzles over one base. The expected answers come from [Enumerate], which tries every
// assignment against the constraints' own Violation and shares nothing with any solver.
//
// # Bring your own solver
//
// A solver is a type with one method, Solve of model.Solver. Its test is one call:
//
//	func TestConformance(t *testing.T) { backendtest.Run(t, mine.Solver{}, backendtest.Options{}) }
//
// [Options] says what the solver does not do: a solver that finds one solution at most sets Incomplete, one that refuses sums sets
// NoLinear, one that starts a process for each solution sets Slow. The suite overwrites every assignment before yield returns, so a
// solver must not read an assignment that it has passed on. If the program or library of the solver is missing, Solve returns an error
// that wraps backends.ErrUnavailable, and the suite is skipped with the reason.
//
// An engine for formulas is not a solver yet: backends.Bind joins it with an encoder, and the suite runs on the result. An engine over
// clauses that works in this process passes [RunClauses] besides, or [RunIncomplete] if it finds one solution at most. [RunFacts] compares
// counts of grids with known numbers.
package backendtest
