// Package build states the constraints of modelling languages by the five constraints of package model. The readers
// of FlatZinc and XCSP3 use it, so each decomposition exists once. It has no file format and no solver.
//
// A [Builder] takes variables, then constraints as a list of [Call], and returns a model. [Find] returns a constraint
// by its name in FlatZinc. Names that begin with "nonet_" are constraints that FlatZinc has no name for.
//
//	var b build.Builder
//	x := b.Declare(build.Origin{Name: "x"}, build.Interval(1, 9), false)
//	y := b.Declare(build.Origin{Name: "y"}, build.Interval(1, 9), false)
//	c := build.Call{Predicate: build.Find("int_lt", 2), Args: []build.Argument{
//		{List: []build.Operand{{IsVar: true, N: x}}}, {List: []build.Operand{{IsVar: true, N: y}}}}}
//	err := b.State([]build.Call{c})
//	...
//	r, err := b.Model(nil, nil, false)
//
// # Rules
//
// Equalities merge variables, and a constraint on one variable reduces its domain. A constraint becomes a table while
// that is small, and otherwise linear constraints over 0-1 variables, with the largest violation as coefficient. Each
// auxiliary variable is a function of the variables of its constraint, so that counts and uniqueness stay the same.
//
// A variable without bounds gets them from its constraints. A constraint that needs a table of more than [MaxRows] rows
// is refused with an [Error]; so is a variable without bounds, and a constraint whose numbers do not fit an int.
//
// # Files
//
//   - builder.go, state.go, bounds.go: variables, the order in which constraints are stated, bounds of variables
//   - assemble.go, determine.go: the model, and the variables that the outputs determine
//   - constraint.go, constraints.go: the table of constraints
//   - linear.go, reify.go, table.go: linear expressions and literals, and functions as tables
//   - logic.go, arithmetic.go, extremum.go, ...: one kind of constraint each
//
// # Source
//
// The MiniZinc Handbook 2.9 and the comments of the standard library file flatzinc_builtins.mzn for the meaning of the
// constraints of FlatZinc. The decompositions name their own sources.
package build
