// Package puzzle implements the commands that answer a question about each puzzle, and commands that make puzzles:
// solve, unique, count, rate, candidates, check, picture, sheet, minimize, unavoidable, canonical, split and generate.
//
// A request is a question about all puzzles of a source; solve, unique, count and rate differ only in their requests.
// The other commands have handlers for input.ForEach. Files named output_*.go print the answers of a command.
package puzzle
