// Package inquiry computes the answers of commands about one puzzle, and their JSON objects.
// The groups of commands and package serve share it, so that the program and its page give the same answers in the
// same words. Text for people is left to the commands. The package reads no files and prints nothing.
//
//   - candidates.go: the values that each cell has in some solution
//   - explain.go: why there is no solution, or several
//   - rate.go: the steps of a person, and the rating
//   - compare.go: the methods of a comparison, and the object of a trial
//   - formula.go: what a formula consists of, and the solution that a file excludes
//   - lists.go: the lists of methods and formats
package inquiry
