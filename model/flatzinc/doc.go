// Package flatzinc reads FlatZinc, the language in which the MiniZinc compiler passes a model to a solver, and states
// it as a [model.Model]. It also writes solutions as the MiniZinc driver expects them.
//
// [Read] returns a [Problem]: the model, its output items, and remarks about the reading. It parses the items (lex.go,
// parse.go) and declares the variables (declare.go). Package build states the constraints (calls.go) and orders the
// variables: output variables first, then variables that the output variables do not determine, then the rest, which is
// auxiliary. Problem.Determined reports that the second group is empty. An objective variable that a linear
// equation defines, and that occurs nowhere else, is replaced by its expression.
//
// Every error is an [Error] with line and column, or an [UnsupportedError].
//
// A variable of type bool is a variable with domain {0, 1}. A set variable is such a variable for each possible element
// (sets.go). A float variable is no variable of the model: constraints must make it a sum of ints, with coefficients
// that are exact decimals (floats.go).
//
// Read refuses what the model cannot state, with an [UnsupportedError]: other float variables, integer variables
// without bounds, sets without a finite set of possible elements, constraints that are not builtins of FlatZinc, and
// constraints that need a table of more than [MaxRows] rows. Search annotations become Model.Branches. All other
// annotations are ignored, except those for output, is_defined_var and var_is_introduced.
//
// # Example
//
//	p, err := flatzinc.Read(ctx, file, false)
//	...
//	solver.Solve(ctx, p.Model, func(a model.Assignment) bool {
//		os.Stdout.Write(p.AppendSolution(nil, a))
//		return true
//	})
//
// # Source
//
// The MiniZinc Handbook 2.9, section "FlatZinc specification", and the comments of the standard library file
// flatzinc_builtins.mzn for the meaning of each builtin.
package flatzinc
