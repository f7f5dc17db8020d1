// Soak asks all available methods about random puzzles for a long time, and compares their answers:
//
//	go run ./scripts/soak [-for 1h] [-seed N] [-nonet PROGRAM] [-out FOLDER] [FILE.nonet ...]
//
// Each case is a puzzle of a random shape with random rules and clues, drawn from its own seed. Every method decides
// whether it has exactly one solution, and the methods in process count its solutions up to a limit. Verdicts and
// counts must agree with those of native. About every fifth question is cancelled at a random moment: then the answer
// is undecided, or as before.
//
// With -nonet, every tenth case also starts child processes that answer a list and run a campaign, and ends them with
// SIGINT or SIGKILL at a random moment. The lines of the list must be a beginning of those of an uninterrupted child,
// and the resumed campaign must have all records. After each question no goroutine, child process or file of a formula
// may be left.
//
// A failure is shrunk by leaving out rules and clues, and written to the folder with its seed. Files of earlier
// failures as arguments are asked instead of random puzzles.
package main
