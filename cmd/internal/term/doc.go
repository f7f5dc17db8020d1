// Package term connects commands to the terminal and the shell: streams, shared flags, help texts, usage errors,
// tables, lines folded to the terminal, progress, numbers, exit codes, JSON lines and CSV rows. It imports no other
// package of the project.
//
// # Exit codes
//
// 0 good, 1 some answer is negative, 2 bad usage or input, 3 undecided, 4 a solver failed, is missing, or gave a wrong
// answer; the highest that applies wins. An error that a command returns has code 2 unless it is a [Failure] with
// another code.
package term
