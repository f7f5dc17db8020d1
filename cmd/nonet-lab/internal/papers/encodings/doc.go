// Package encodings is an experiment that compares every CNF encoding, with every at-most-one form, for every SAT
// solver: which encoding is best for which solver, and is the difference significant? It does not reproduce a paper.
package encodings
