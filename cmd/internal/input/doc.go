// Package input reads the puzzles that the arguments of a command name, and passes them to workers. A [Source] reads
// puzzles from files, literals and standard input. In a list of millions nearly every line is a classic puzzle that
// takes a microsecond to answer, so a Source reads such a line as digits, without a puzzle value ([Task]). [ForEach]
// runs a handler on all puzzles of a source and prints the results in input order.
package input
