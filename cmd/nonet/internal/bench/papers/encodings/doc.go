// Package encodings is an experiment of the project's own: every encoding as clauses, with every at-most-one form, for every SAT solver. Which is best
// for which solver, and is the difference more than chance?
package encodings
