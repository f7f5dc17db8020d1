// Package export states a model in any of the formats that other solvers read, and reads their answers back.
//
//	f, err := export.New(m, export.Options{Format: "cnf", Encoding: "triad/product"})
//	f.Write(file)
//	encode.WriteVariableMap(mapFile, f.Map)
//	...
//	s, err := encode.ReadVariableMap(mapFile)
//	answer, err := export.Read(printed, s) // its solutions are assignments of m, to be checked with Model.Check
//
// The same model and options give the same bytes. The package writes to what it is given, and knows neither files nor puzzles. The formats
// are those of the packages cnf, ip, cover, coloring and text, which have the readers of the formulas too.
package export
