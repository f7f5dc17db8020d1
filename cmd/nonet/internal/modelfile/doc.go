// Package modelfile is what the commands share that take model files instead of puzzles: formulas and models of any
// kind, see package encode/problem.
//
// [Named] decides whether the arguments of a command are model files: the ending of each name decides, for .json the
// content, too, and for standard input --from. [Ask] answers solve, unique and count, and prints the answers.
package modelfile
