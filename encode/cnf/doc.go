// Package cnf states models as propositional formulas in conjunctive normal form, and reads and writes them.
//
// An [Encoder] combines a [Preset], which says what clauses a model becomes and over which variables, with an [AtMostOne], which says how
// "at most one of these" is put into clauses, and a [Sum], which says the same of Linear constraints. All are taken from the literature,
// and sizes are those of the papers, literal by literal; the tests count them. [Presets], [AtMostOnes] and [Sums] are the tables from
// which names, help and tests are derived, and [Parse] reads names such as "extended", "minimal/sequential", "triad/commander-4" and
// "order/diagram". The zero Encoder is the one to use if there is no reason for another.
//
// [Encoder.Encode] makes one formula; [Encoder.Prepare] is for the many puzzles of a list. Constants, that is, variables whose value is
// known from the start, take no part in the formula, so a model should be made smaller first (package deduce): a 9x9 Sudoku with 17
// clues comes down from 729 variables and 12,005 clauses to some 300 and 2,800, which takes 10 microseconds to write.
//
// A [Formula] is one slice of literals in DIMACS notation, ready to be handed to a solver or a file. Its first variables are shown: they
// tell solutions apart. The others are auxiliary, and whoever counts or enumerates solutions projects onto the shown ones
// ([Formula.Exclude], and "c p show" in files).
//
// What this package does not do: search for solutions, simplify formulas, or encode objectives.
//
// # Sources
//
// Each preset and each form names its own. The DIMACS format is that of "Satisfiability: Suggested Format", DIMACS challenge, 1993, as
// the SAT competitions use it; the lists of shown variables are those of the model counting competitions.
package cnf
