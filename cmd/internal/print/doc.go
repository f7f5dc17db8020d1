// Package print writes answers about puzzles and model files: as text, as a line, as JSON, as CSV or as the output of a
// SAT solver; and puzzles as files of formulas. A [Printer] has no state and may be used by many goroutines. JSON is
// made from structs, except for classic puzzles of lists, which are appended to a buffer by hand, so that a list of a
// million puzzles costs little; and a million solutions of one puzzle are never held in memory.
package print
