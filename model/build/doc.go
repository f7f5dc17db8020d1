// Package build states models over integers as expressions and global constraints, by the five constraints of package
// model. People, the readers of FlatZinc and XCSP3 and the rules of puzzles use it, so each decomposition exists once.
// It has no file format and no solver.
//
//	b := build.New("two tasks")
//	first, second := b.Int("first", 0, 9), b.Int("second", 0, 9)
//	late := b.Bool("late")
//	b.Add(build.Or(first.Plus(3).Le(second), second.Plus(4).Le(first)))
//	b.Add(build.If(build.Not(late), build.Max(first, second).Le(3)))
//	b.Minimize(build.Sum(first, second, 5, late))
//	m, err := b.Model()
//
// An [Expr] has methods for arithmetic and comparisons; functions make sums, logic and global constraints of
// expressions. docs/library.md lists them. A [Predicate] is a constraint of FlatZinc by name; names that begin with
// "nonet_" are constraints that FlatZinc has no name for.
//
// # Rules
//
// An expression becomes a linear expression where it can, and otherwise an auxiliary variable. A constraint on one
// variable reduces its domain. A constraint becomes a table while that is small, and otherwise linear constraints over
// 0-1 variables, with the largest violation as coefficient. Each auxiliary variable is a function of the variables of
// its constraint, so that counts and uniqueness stay the same.
//
// [From] begins with a model whose domains stay, for constraints that may be left out again: those of the rules of a
// puzzle, which explanations and certificates name. [Where], [Function] and [Automaton] state Go functions.
//
// In FlatZinc, equalities merge variables, and a variable without bounds gets them from its constraints. A constraint
// that needs a table of more than [MaxRows] rows is refused with an [Error]; so is a variable without bounds, and a
// constraint whose numbers do not fit an int.
//
// # Files
//
//   - declare.go, expr.go, operators.go: variables, expressions, sums and comparisons
//   - logic.go, arithmetic.go, extremum.go, element.go, count.go, alldifferent.go, lex.go, precedence.go, circuit.go,
//     inverse.go, cumulative.go, nooverlap.go, regular.go: one kind of constraint each, with its decomposition
//   - linear.go, reify.go, table.go, ranges.go: linear expressions, literals, functions as tables, sets of integers
//   - builder.go, assemble.go, determine.go: the model, and the variables that the outputs of a file determine
//   - foreign.go, foreign.txt: names of constraints in the libraries of other solvers
//   - predicate.go, predicates.go, state.go, bounds.go: constraints of FlatZinc, their order, bounds of variables
//
// # Source
//
// The MiniZinc Handbook 2.9 and the comments of the standard library for the meaning of the constraints. The
// decompositions name their own sources.
package build
