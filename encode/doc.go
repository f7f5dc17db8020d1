// Package encode holds what all encodings of a model share. An encoding goes down and up in one value: [Encoding] pairs a formula with
// the way back from the formula's answers to assignments of the model. The packages below it own one type of formula each, with its
// encoder and its file formats: cnf (clauses), ip (0-1 programs, spelled as LP, MPS or OPB), cover (exact cover), coloring (graphs), text
// (the model itself, in languages that other systems read). Package export puts all of them behind two calls, New and Read.
//
// An encoder is correct if the solutions of its formula, projected on the shown variables, are in one-to-one correspondence with the
// solutions of the model. The tests check exactly that, by enumerating small models against Violation.
//
// # Example
//
// Down to a file for a foreign solver, and up from what it answers, which may be another day:
//
//	m := puzzle.Model()
//	e, err := cnf.Encoder{}.Encode(m)
//	cnf.WriteDIMACS(file, e.Formula)
//	encode.WriteVariableMap(mapFile, encode.NewVariableMap(m, e.Map, e.Formula.Vars, nil))
//	...
//	s, err := encode.ReadVariableMap(mapFile)
//	answer, err := cnf.ReadAnswer(said)
//	v, err := cnf.ValuationOf(answer.Solutions[0], s.Columns)
//	a, err := s.Map.Assignment(func(k int) bool { return v[k+1] }) // to be checked with Model.Check
package encode
