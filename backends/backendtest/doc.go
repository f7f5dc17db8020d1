// Package backendtest is the suite that every solver passes: satisfiable, unsatisfiable, multi-solution, degenerate and random models,
// stopping, cancelling, concurrent use, and many puzzles over one base. A backend's test is one call:
//
//	func TestConformance(t *testing.T) { backendtest.Run(t, native.Solver{}, backendtest.Options{}) }
//
// An engine over clauses that works in this process passes [RunClauses] besides, or [RunIncomplete] if it finds one solution at most. A
// solver whose program or library is missing is skipped with the reason. The expected answers come from [Enumerate], which tries every assignment against the constraints' own Violation and
// shares nothing with any solver.
package backendtest
