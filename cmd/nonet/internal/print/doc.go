// Package print writes an answer about a puzzle as text for people, as a line, as JSON, as CSV or as a SAT solver does, and a puzzle as the file
// of a formula. A [Printer] is used by many goroutines and keeps nothing. The printers append to a buffer by hand, so that a list of a million
// puzzles costs little and a million solutions of one puzzle are never held.
package print
