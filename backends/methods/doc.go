// Package methods names every way of solving that nonet has. A method is written
//
//	[PREPROCESS+]BACKEND[:ENCODING[/AMO][/SUM]][:KEY=VALUE]...
//
// such as gini, gini:minimal, none+gini:extended/product, gini:order/diagram, clp:probe, singles+glpsol, dimacs=PROGRAM,
// reseda:alpha=0.5:zones=9. [Parse] turns a name into a [Method], whose Solver is ready for use; [All] lists the methods that have a name of
// their own, and [Compared] those that a comparison shows when nobody says which.
//
// A method without a preprocessor uses the one recommended for its backend. none+gini:minimal insists on the plain model, and a preset
// named after a paper is then the paper's, clause for clause.
//
// Methods of kind [Stochastic] search by chance: they find a solution or go on until the context ends. Their seed is Method.RunOptions.
// KEY=VALUE sets a parameter of such a method, an option of native, or the solver of minizinc, named after the field of its struct:
// [Settings] lists them.
//
//	m, err := methods.Parse("gini:extended/product")
//	if err != nil {
//		return err
//	}
//	solution, result, err := model.First(ctx, m.Solver(), puzzle.Model())
//
// All tables of names, in help texts, tests and benchmarks, derive from the one in table.go.
package methods
