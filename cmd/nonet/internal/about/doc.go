// Package about implements the commands that describe the program: methods, rules, formats, doctor, schema and version;
// the command lab, which starts nonet-lab; and the topics of help, puzzles and exit-codes.
package about
