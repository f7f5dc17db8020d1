// Package proof checks certificates that a Sudoku or a finite-domain model has exactly one solution, or none, or no
// better one, or exactly the solutions of a list. A reader of a certificate then needs to trust this package alone,
// not the solver that wrote it nor the rest of this program.
//
// The package is small on purpose, so that it can be audited. It imports only the standard library and does not search.
// It checks the solution of a certificate against the puzzle, generates the clauses of the puzzle itself, and accepts
// each further clause of the certificate only if it passes the RUP or RAT test below. If the empty clause is accepted,
// no other solution exists.
//
// # Certificates
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
// The lines are, in this order, after the name of the format and its version:
//
//   - box: the height H and width W of a box; the grid has N = H·W rows and N columns, and its cells take the values 1
//     to N
//   - puzzle and solution: the cells row by row, a dot for a blank; one character per cell if N is at most 9, otherwise
//     numbers separated by blanks. Without a solution line the claim is that the puzzle has no solution; with several,
//     which are in increasing order, that it has these and no others
//   - formula: the name of the initial clauses; "extended" is the only one so far
//   - the refutation in the textual DRAT format: one clause per line, ended by 0; a leading d deletes the clause
//
// Lines that begin with c are comments. A file may hold any number of certificates.
//
// # Rules of variants
//
// Version 2 states further rules between puzzle and solution, each with its text and below it what it means:
//
//	rule cage 15 r1c1 r1c2 r1c3
//	  linear +r1c1 +r1c2 +r1c3 = 15
//	  all-different r1c1 r1c2 r1c3
//	rule knight
//	  not-equal r1c1 r2c3
//	  ...
//
// The lines below a rule are
//
//	variable x1 0..9                   an auxiliary variable and its values, as a range or a list
//	all-different r1c1 r1c2            the variables have different values
//	not-equal r1c1 r1c2 +1             r1c1 differs from r1c2 plus 1; the number may be left out
//	linear +r1c1 -2*x1 <= 5            the sum is equal to (=), at most (<=) or at least (>=) the number
//	table r1c1 x1 : 1 0 / 2 0 / 3 1    the values, in order, are one of the rows
//
// Auxiliary variables are x1, x2, ... in the order of the file. If there are any, a line "auxiliary" after each
// solution has their values in it. The claim is about the grid alone: it has these values of the auxiliary variables,
// and no other grid has any.
//
// The checker does not interpret the text of a rule. It proves the claim for the lines below, and a reader compares
// them with the text, as the command nonet check-proof does, which states the rule itself and compares line by line.
//
// # Models
//
// Version 3 is about a finite-domain model, which it contains as JSON:
//
//	nonet certificate 3
//	model
//	{
//	  "kind": "nonet model",
//	  ...
//	}
//	claim unique
//	solution 1 7 9
//	over 0 2
//	formula direct
//	-5 39 0
//	...
//	end
//
// The JSON ends at the first line that is "}". The fields auxiliary and name have no meaning for the checker. The claim
// is one of
//
//   - none: the model has no solution. The lines solution and over are left out
//   - best: no solution has a better value of the objective than this one. The line over is left out
//   - unique: all solutions agree with this one in the variables with the numbers of the line over, from 0. In a model
//     with an objective, all solutions of the same value do, and no solution has a better value
//   - all: the same, where a solution agrees with one of several, in increasing order of the variables of the line over
//
// A line solution has the values of all variables.
//
// # Pieces
//
// The time of a refutation grows with the square of the number of solutions that it excludes. A certificate of many
// solutions therefore has several refutations. A piece is all solutions that begin with the values of a line "piece":
// those of the first cells, or of the first variables of the line over, which then stands before the pieces:
//
//	nonet certificate 1
//	box 3x3
//	puzzle .2..6...............
//	piece 1 2 3
//	solution 123...
//	formula extended
//	...
//	end
//	...
//	rest
//	formula extended
//	...
//	end
//
// The formula of a piece has a unit clause for each of its values. After the pieces, which are in increasing order, the
// lines below "rest" prove that each solution is in one of them: for each piece, a clause of this formula states that
// some value differs. See [Piece].
//
// # The formula
//
// The formula of models is called "direct"; see [Model] and bounds.go. Of a puzzle, variable (r·N + c)·N + v states
// that the cell in row r and column c, counted from 0, has the value v, from 1 to N. The extended formula states that
// each cell has exactly one value, that each value has exactly one cell in each row, column and box, and that each clue
// has its value; an exactly-one constraint is one clause and a binary clause per pair. For each solution, one more
// clause states that some cell differs from it. A refutation of the formula therefore proves that there is no solution,
// or no other solution.
//
// For rules, further variables follow: one for each value of each auxiliary variable, which has exactly one of its
// values, and then the definitional variables of tables and sums. Each constraint of the file adds clauses in turn, as
// its method state in clauses.go says. Every assignment that satisfies the constraint satisfies the clauses, with one
// valuation of the definitional variables at least, so the formula has a model for each solution. Besides binary
// clauses, an all-different constraint of n variables with n values together states that each value occurs.
//
// # Proofs
//
// An added clause must be RUP (reverse unit propagation): if all its literals are assumed false, unit propagation over
// the current clauses derives a conflict; or RAT (resolution asymmetric tautology): every resolvent of the clause on
// its first literal is RUP. All steps of CDCL solvers and of their usual inprocessing are of these kinds. A deleted
// clause is not propagated any more. Literals that it implied at the root level stay assigned, as in other checkers.
// [ReadDRAT] and [ReadFRAT] read the proofs of other solvers.
//
// Sources: E. Goldberg, Y. Novikov, Verification of Proofs of Unsatisfiability for CNF Formulas, DATE 2003 (RUP); M.
// Järvisalo, M. Heule, A. Biere, Inprocessing Rules, IJCAR 2012 (RAT); N. Wetzler, M. Heule, W. Hunt, DRAT-trim:
// Efficient Checking and Trimming Using Expressive Clausal Proofs, SAT 2014 (the format). The extended formula: I.
// Lynce, J. Ouaknine, Sudoku as a SAT Problem, AIMATH 2006.
package proof
