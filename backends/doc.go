// Package backends connects formulas to solvers. An [Engine] solves one type of formula and knows no model; [Bind] joins an engine with
// an encoder into a model.Solver that encodes, runs, decodes, times each phase, and checks every answer against the model before
// anybody sees it. The packages below it hold the engines (gini, gophersat, probsat, clp, process) and the solvers that work on the model
// itself (native, rules, backtrack), which [Compiler] makes ready for many puzzles over one grid; methods names all combinations;
// backendtest is the suite that every one of them passes.
//
// # Example
//
// A solver of one's own choice of parts, and whether a puzzle has exactly one solution:
//
//	s := backends.Bind(deduce.Singles{}, cnf.Encoder{}, gini.Engine{})
//	verdict, solutions, result, err := model.Unique(ctx, s, puzzle.Model())
package backends
