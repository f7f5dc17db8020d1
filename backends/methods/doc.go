// Package methods names every way of solving that nonet has. A method is written
//
//	[PREPROCESS+]BACKEND[:ENCODING[/AMO][/SUM]][:KEY=VALUE]...
//
// such as gini, gini:minimal, none+gini:extended/product, gini:order/diagram, clp:probe, singles+glpsol,
// reseda:alpha=0.5:zones=9. A program without an entry in the table is written KEY=PROGRAM, as in dimacs=kissat and
// "lp=glpsol --cuts". The key names the format that the program reads: dimacs, opb, lp, mps or fzn. [Parse] turns a
// name into a [Method], whose Solver is ready for use. [All] lists the methods with a name of their own, and [Compared]
// the default methods of a comparison.
//
// A method without a preprocessor uses the one recommended for its backend. The prefix none+ disables it, so that
// none+gini:minimal solves the unreduced model; a preset named after a paper then produces the paper's formula, clause
// for clause.
//
// Methods of kind [Stochastic] are randomized: they find a solution or run until the context ends. Method.RunOptions
// holds their seed. KEY=VALUE sets an option of a stochastic method or of native, or the solver of minizinc; the key is
// the name of the struct field in kebab case. [Settings] lists them.
//
//	m, err := methods.Parse("gini:extended/product")
//	if err != nil {
//		return err
//	}
//	solution, result, err := model.First(ctx, m.Solver(), puzzle.Model())
//
// All tables of names, in help texts, tests and benchmarks, derive from the one in table.go.
package methods
