// Package input turns the arguments of a command and its standard input into puzzles, and hands them to workers. A [Source] reads puzzles from
// files, literals and standard input. In lists of millions nearly every line is a classic puzzle that takes a microsecond to answer: a Source
// reads these as digits ([Task]). [Each] runs a handler over all puzzles of a source and prints the results in the order of the input.
package input
