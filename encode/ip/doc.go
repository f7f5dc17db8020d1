// Package ip states models as 0-1 programs: linear rows over columns that are 0 or 1, an objective, integer numbers only, so that every
// point can be checked exactly. An [Encoder] makes a [Program] of a model and takes its points back. A program is spelled as an LP, MPS
// or OPB file ([Write]), and [Read] reads the part that it writes; [ReadSolution] reads what solvers answer:
// glpsol, CBC, CLP, HiGHS, SCIP and the pseudo-Boolean ones.
//
// The program of a Sudoku is that of Bartlett et al. and of Thein: one column for each cell and value, and "= 1" for each cell, and for
// each value in each row, column and box. For 9×9 that is 729 columns, 324 rows (75 of them redundant) and 2,916 nonzeros.
//
// It is not a modelling language for integer programs: columns other than 0-1 are refused by the readers, and it solves nothing; see
// package backends.
//
// # Example
//
//	e, err := ip.Thesis().Encode(puzzle.Model())
//	ip.Write(file, e.Formula, ip.LP)   // now: glpsol --lp FILE -o ANSWER
//	s, err := ip.ReadSolution(answer)
//	x, err := s.Point(e.Formula)       // 0 or 1 for each column
//	a, err := e.Decode(x)              // the grid, to be checked with Model.Check
//
// # Files that every solver reads alike
//
// The formats are old and their readers differ. What the writers avoid, and why, is said where they do it; the tests run the programs that
// are installed on random programs and compare with trying all points. In short: no name with brackets (CBC renames it), no range row (GLPK
// refuses it in LP and errs over it in MPS, CBC misreads it in LP), no empty objective in LP (GLPK), no OBJSENSE in MPS (GLPK), no Binary
// column that is fixed (GLPK frees it), no OPB equality with large coefficients (clasp errs), no names with more than 100 characters (CBC).
//
// # Sources
//
//   - A. Bartlett, T. P. Chartier, A. N. Langville, T. D. Rankin, An Integer Programming Model for the Sudoku Problem, JOMA 8, 2008
//   - M. Thein, An in depth analysis of Sudoku with focus in integer and constraint programming, M.S. thesis, Penn State 2014
//   - O. Roussel, V. Manquinho, Input/Output Format and Solver Requirements for the Competitions of Pseudo-Boolean Solvers, 2012
package ip
