// Package cnf encodes models as propositional formulas in conjunctive normal form, and reads and writes such formulas.
//
// An [Encoder] combines three choices. A [Preset] determines the clauses and the variables they are over, an
// [AtMostOne] is the encoding of "at most one of these literals", and a [LinearEncoding] is the encoding of Linear
// constraints. All are taken from the literature; their sizes match the papers literal by literal, and the tests count
// them. [Presets], [AtMostOnes] and [LinearEncodings] are the tables from which names, help and tests are derived.
// [Parse] reads names such as "extended", "minimal/sequential", "triad/commander-4" and "order/diagram". The zero
// Encoder is the recommended one.
//
// [Encoder.Encode] encodes one model; [Encoder.Prepare] serves lists of puzzles, and [Encoder.Stream] writes a file
// without the formula in memory. Constants (variables whose value is known from the start) take no part in the formula,
// so a model should be reduced first (package deduce): a 9x9 Sudoku with 17 clues shrinks from 729 variables and 12,005
// clauses to some 300 and 2,800, which take 10 microseconds to write.
//
// A [Formula] is one slice of literals in DIMACS notation, ready for a solver or a file. Its first variables are shown:
// they distinguish solutions. The others are auxiliary, so counting and enumeration must project onto the shown ones
// ([Formula.Exclude], and "c p show" in files).
//
// The package does not search for solutions, or simplify formulas.
//
// # Sources
//
// Each preset and each encoding cites its own. The DIMACS format follows "Satisfiability: Suggested Format", DIMACS
// challenge, 1993, as the SAT competitions use it; the lists of shown variables follow the model counting competitions.
//
// # Files
//
//	formula.go                              Formula, Lit, Var, Valuation
//	dimacs.go, dimacsread.go                DIMACS files, also larger ones than memory
//	answer.go                               output of SAT solvers
//	encoder.go                              Encoder, for one model or many
//	preset.go                               the presets, and those over direct variables
//	triad.go, support.go                    further presets
//	atmostone.go, forms.go                  AtMostOne, the table of its encodings, the encodings
//	linearencoding.go                       LinearEncoding and the table of its encodings
//	linear.go, totalizer.go, bdd.go, adder.go
//	                                        Linear constraints
//	constraints.go, table.go                the other constraints
//	builder.go, groups.go, variables.go     the state of an encoding: atoms, groups by value, literals
//	objective.go                            the value of an objective
//	guard.go                                limits on time and size
//	dedup.go                                leaving out duplicate clauses
//	provenance.go                           why each clause is there
package cnf
