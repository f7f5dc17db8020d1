// Package proof checks certificates of uniqueness: that a Sudoku has one solution and no other, or none at all, for people who trust
// neither the solver that says so nor the rest of this program.
//
// It is meant to be read. It imports the standard library and nothing else of this module, searches for nothing, and takes nothing from the
// certificate but the puzzle, the solution and a list of clauses: it looks at the solution itself, writes down the clauses that the puzzle
// means itself, and accepts each further clause only if it follows by propagation of single literals. If the empty clause follows in
// the end, no other solution exists.
//
//   - claim.go: what is claimed, and the clauses that state its opposite
//   - checker.go: the check of one clause after another
//   - reader.go, drat.go, lines.go: the files; write.go: certificates and formulas as files
//   - check.go: all of it for one certificate
//
// # Certificates
//
// A certificate is plain text:
//
//	nonet certificate 1
//	box 3x3
//	puzzle 1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3..
//	solution 162857493534129678789643521475312986913586742628794135356478219241935867897261354
//	formula extended
//	-5 39 0
//	d -5 39 0
//	0
//	end
//
// The first line names the format and its version. "box" gives the height and width of a box, H and W; the grid has N = H·W rows and N columns,
// and its cells take the values 1 to N. "puzzle" and "solution" give the cells row by row, a dot for a blank: one character each if N is at most
// 9, otherwise numbers with blanks between them. Without a "solution" line the claim is that the puzzle has no solution. "formula" names the
// clauses that the proof starts from; "extended" is the only name so far. Then comes the refutation in the DRAT format, a clause a line, ended
// by 0, with a d in front if it is given up, and "end". Lines that begin with c are comments. Any number of certificates may follow each other
// in a file.
//
// # The formula
//
// Variable (r·N + c)·N + v says that the cell in row r and column c, counted from 0, has the value v, from 1 to N. The extended formula says
// with clauses that each cell has at least one value and no two; that in each row, column and box each value has at least one cell and no two;
// that each clue has its value. With a solution, one more clause says that some cell differs from it. So a refutation of the formula proves that
// there is no solution, or no other.
//
// # Proofs
//
// A clause may be added if assuming that all its literals are false leads, by unit propagation over the clauses there are, to a contradiction
// (reverse unit propagation, RUP); or else if that holds for each clause that one gets by resolving it on its first literal (resolution
// asymmetric tautology, RAT). All steps of CDCL solvers and of their usual simplifications are of these kinds. Clauses that are given up are
// taken out; literals that followed by propagation alone stay, as in other checkers.
//
// Sources: E. Goldberg, Y. Novikov, Verification of Proofs of Unsatisfiability for CNF Formulas, DATE 2003 (RUP); M. Järvisalo, M. Heule, A.
// Biere, Inprocessing Rules, IJCAR 2012 (RAT); N. Wetzler, M. Heule, W. Hunt, DRAT-trim: Efficient Checking and Trimming Using Expressive
// Clausal Proofs, SAT 2014 (the format). The extended formula: I. Lynce, J. Ouaknine, Sudoku as a SAT Problem, AIMATH 2006.
package proof
