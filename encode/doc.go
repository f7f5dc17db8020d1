// Package encode holds the types that all encodings of a model share. An [Encoding] pairs a formula with the function
// that decodes a solution of the formula into an assignment of the model. Each package below it owns one type of
// formula, with its encoder and its file formats: cnf (clauses), ip (0-1 programs, written as LP, MPS or OPB), cover
// (exact cover), coloring (graphs), text (the model itself, in modelling languages). Package export offers all of them
// through two functions, New and Read.
//
// An encoder is correct if the solutions of its formula, projected on the shown variables, are in one-to-one
// correspondence with the solutions of the model. The tests check exactly that: they enumerate small models and compare
// with Violation.
//
// # Example
//
// Write a file for an external solver, and decode the solver's answer in a later process:
//
//	m := puzzle.Model()
//	e, err := cnf.Encoder{}.Encode(ctx, m)
//	cnf.WriteDIMACS(file, e.Formula)
//	encode.WriteVariableMap(mapFile, encode.NewVariableMap(m, e.Map, e.Formula.Vars, nil))
//	...
//	s, err := encode.ReadVariableMap(mapFile)
//	answer, err := cnf.ReadAnswer(output)
//	v, err := cnf.ValuationOf(answer.Solutions[0], s.Columns)
//	a, err := s.Map.Assignment(func(k int) bool { return v[k+1] }) // to be checked with Model.Check
package encode
