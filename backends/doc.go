// Package backends connects formulas to solvers. An [Engine] solves one type of formula and does not depend on the
// model. [Bind] joins an engine with an encoder into a model.Solver, which encodes, runs, decodes, times each phase,
// and checks every answer against the model before it passes the answer on.
//
// Subpackages:
//
//   - gini, gophersat, cdcl, probsat, clp, dlx, dsatur, process: engines of formulas
//   - native, rules, backtrack: solvers of the model itself; [Compiler] prepares them for many puzzles over one grid
//   - methods: the table of all combinations, by name
//   - ask: questions about puzzles, with time limits and checks
//   - backendtest: the conformance suite that every solver passes
//
// # Example
//
// A solver assembled from a preprocessor, an encoder and an engine, and whether a puzzle has exactly one solution:
//
//	s := backends.Bind(deduce.Singles, cnf.Encoder{}, gini.Engine{})
//	verdict, solutions, result, err := model.Unique(ctx, s, puzzle.Model())
package backends
