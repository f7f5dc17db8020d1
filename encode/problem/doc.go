// Package problem reads model files: formulas (DIMACS CNF, OPB, LP, MPS, exact cover, graphs) and models, each as one
// value, a [Problem]. A formula is also a model, so every solver takes every file: a clause is a linear constraint over
// variables 0 and 1, an item of an exact cover is a sum that equals 1, and two adjacent vertices differ. The formula
// itself stays in the Problem, so that an engine for formulas of this type takes it unchanged.
//
//	p, err := problem.Read(file, "queens.cnf", problem.Options{})
//	...
//	r, err := solver.Solve(ctx, p.Model, yield) // every answer is checked against p.Model
//
// # Formats
//
// [Formats] is the table of formats. The ending of the name decides, also before .gz. Other kinds of files share the
// ending .json, so there the content decides, too. Without a name, Options.Format selects the format.
//
// A format is one entry of the table with a function that reads a file. To add one, add an entry; the commands, their
// help and their completion follow.
//
// # Limits
//
// A model has at most [MaxVariables] variables, and its domains have at most as many values in all. Linear constraints
// bound wider domains first. A header that claims more variables or clauses allocates nothing. An unpacked file has at
// most [MaxBytes] bytes.
package problem
