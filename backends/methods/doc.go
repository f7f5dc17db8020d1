// Package methods names every way of solving that nonet has. A method is written
//
//	[PREPROCESS+]BACKEND[:ENCODING[/AMO][/SUM]][:KEY=VALUE]...
//
// such as gini, gini:minimal, singles+gini:extended/product, gini:order/diagram, clp:plain, locked+glpsol,
// reseda:alpha=0.5:zones=9. A program without an entry in the table is written KEY=PROGRAM, as in dimacs=kissat and
// "lp=glpsol --cuts". The key names the format that the program reads: dimacs, opb, lp, mps or fzn. [Parse] turns a
// name into a [Method], whose Solver is ready for use. [All] lists the methods with a name of their own, and [Compared]
// the default methods of a comparison.
//
// A name has one meaning everywhere: gini solves the unreduced model, and singles+gini what singles leave of it. With a
// preset named after a paper, gini solves the paper's formula, clause for clause. A caller that wants an answer and
// compares nothing uses [ParseReduced], which parses gini as singles+gini; the prefix none+ prevents that.
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
