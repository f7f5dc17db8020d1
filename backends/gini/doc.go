// Package gini solves CNF formulas with gini, a SAT solver in Go by S. Cotton (github.com/go-air/gini, pinned at
// v1.0.4), in process.
//
// [Engine] builds a fresh solver for each formula: for small formulas loading the clauses costs more than the search,
// and on Sudoku a fresh solver was faster than a persistent one with assumptions (0.28 against 0.33 ms) and than copies
// of a loaded base. The solver's capacity is set in advance, since a solver that has to grow puts variables into its
// heap that no clause mentions. After a solution the engine adds a clause that excludes it and solves again.
//
//	var s model.Solver = backends.Bind(deduce.Singles, cnf.Encoder{}, gini.Engine{})
//	verdict, grids, result, err := model.Unique(ctx, s, puzzle.Model())
//
// With Engine.Cover, the solutions together cover every true candidate.
//
// # Cancellation
//
// The search runs in the goroutine of the caller. A context that can end stops it within some 20,000 propagations
// (about a millisecond); a context that cannot end costs nothing. Clauses are loaded under the context. Before, gini
// allocates lists for all variables, which cannot be interrupted: 0.1 to 0.2 s for a million variables.
//
// # Defects of gini v1.0.4
//
// The tests pin these, so that a new version that fixes them, or adds others, is noticed:
//
//   - A second Solve under assumptions, on clauses that contradict each other without them, ends the process with
//     log.Fatal. The engine makes no assumptions.
//   - Activate panics on a clause that is false already. The engine excludes solutions with plain clauses.
//   - After Try, a later Solve keeps the deadline of that Try. The engine uses neither.
//   - The solver exposes no counters of its work, so Stats.Effort stays zero.
//
// gini checks each solution against the clauses before it returns it, and ends the process with log.Fatal if the check
// fails. With the calls used here, this did not happen in many thousands of random formulas, with and without clauses
// added after a solution.
package gini
