// Package ip states models as integer programs: linear rows over columns that are 0 or 1, or integers within bounds,
// and a linear objective. All numbers are integers, so that a point can be checked exactly. An [Encoder] translates a
// model into a [Program] and decodes its points. [Write] writes a program as an LP, MPS or OPB file, and [Read] reads
// such files. [ReadSolution] reads the answers of glpsol, CBC, CLP, HiGHS, SCIP, Gurobi and pseudo-Boolean solvers.
//
// The program of a Sudoku is the formulation of Bartlett et al. and of Thein: one column for each cell and value, and a
// row "= 1" for each cell and for each value in each row, column and box. For 9×9 it has 729 columns, 324 rows (75 of
// them redundant) and 2,916 nonzeros.
//
// A variable that only linear constraints mention is one column. By default that is so if it is 0 or 1, for solvers of
// 0-1 programs, and with [Encoder.Integers] for any interval.
//
// A file may state other linear programs, with continuous or unbounded columns: [Read] returns them as a [Mixed] in its
// error. The package does not solve programs; see package backends.
//
// # Example
//
//	e, err := ip.Thesis().Encode(ctx, puzzle.Model())
//	ip.Write(file, e.Formula, ip.LP)   // now: glpsol --lp FILE -o ANSWER
//	s, err := ip.ReadSolution(answer)
//	x, err := s.Point(e.Formula)       // a value for each column
//	a, err := e.Decode(x)              // the grid, to be checked with Model.Check
//
// # Portable files
//
// The formats are old, and solvers disagree on parts of them. The writers avoid these parts; [Write] gives the reasons.
// The tests solve random programs with each installed solver and compare the answers with exhaustive enumeration. In
// short, files have:
//
//   - no brackets in names (CBC renames them) and no name of more than 100 characters (CBC)
//   - no range rows (GLPK rejects them in LP and solves them wrongly in MPS, CBC misreads them in LP)
//   - no empty objective in LP (GLPK) and no OBJSENSE in MPS (GLPK)
//   - no fixed column in the Binary section (GLPK frees it)
//   - no OPB equality with coefficients other than 1 and -1 (clasp solves it wrongly)
//
// # Files
//
//   - mixed.go, number.go: programs as files state them, with decimal numbers
//   - program.go: Program, Point, Validate, bounds that rows imply; encoder.go, constraints.go, names.go: the encoder;
//     provenance.go: why each row is there
//   - format.go, programreader.go: Write, Read and what the formats share; lp_*.go, mps_*.go, opb.go: one format each
//   - solution.go: ReadSolution and Solution; solution_*.go: the answers of one family of solvers each
//
// # Sources
//
//   - A. Bartlett, T. P. Chartier, A. N. Langville, T. D. Rankin, An Integer Programming Model for the Sudoku Problem,
//     JOMA 8, 2008
//   - M. Thein, An in depth analysis of Sudoku with focus in integer and constraint programming, M.S. thesis, Penn
//     State 2014
//   - O. Roussel, V. Manquinho, Input/Output Format and Solver Requirements for the Competitions of Pseudo-Boolean
//     Solvers, 2012
package ip
