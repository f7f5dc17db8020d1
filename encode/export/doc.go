// Package export writes a model in any of the file formats that other solvers read, and reads their answers.
//
//	f, err := export.New(ctx, m, export.Options{Format: "cnf", Encoding: "triad/product"})
//	f.Write(file)
//	encode.WriteVariableMap(mapFile, f.Map)
//	...
//	s, err := encode.ReadVariableMap(mapFile)
//	answer, err := export.Read(printed, s) // its solutions are assignments of m, to be checked with Model.Check
//
// The same model and options give the same bytes. The package works on readers, writers and models; it knows neither
// file names nor puzzles. The formats are implemented in packages cnf, ip, cover, coloring and text.
package export
