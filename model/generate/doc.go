// Package generate makes Sudoku puzzles with exactly one solution: of any shape, with a wanted number of clues, minimal, with clues in a
// symmetric pattern, of a level or with a technique that a person needs. Each is certified by two solvers. The solvers are passed in; the
// package has none.
//
//	maker, err := generate.NewMaker(generate.Spec{Shape: sudoku.Order(3), Minimal: true, Pattern: generate.Rotate180},
//		generate.Solvers{Search: native.Solver{}, Confirm: gini})
//	...
//	p, err := maker.Make(ctx, seed, index)
//
// A puzzle depends on the Spec, its seed and its index alone: many goroutines, each with a Maker, can share out the indices, and the
// puzzles are the same however they do.
//
// # How
//
// Digging starts from a random complete grid ([sudoku.RandomGrid]) and takes clues away in random order as long as the solution remains the
// only one. What is left is minimal, or the digging stops at the wanted number of clues. What is wanted besides is looked at when a puzzle
// is done, and those that are not as wanted are thrown away, except that a ladder of rules that must solve the puzzle leads the digging.
//
// Puzzles of order 3 with 17 to 22 clues, which digging hardly ever gives, are found by a search of its own: from a minimal puzzle it goes
// to others that differ by one clue, until one is not minimal and can be dug further.
//
// Random solvable instances, which may have several solutions, are made by [Instances].
//
// # Sources
//
// G. McGuire, B. Tugemann, G. Civario, There is no 16-Clue Sudoku: Solving the Sudoku Minimum Number of Clues Problem via Hitting Set
// Enumeration, Experimental Mathematics 23(2), 2014 (first 2012), for the least number of clues. {-1+1}, the move of the
// search for few clues, is from the New Sudoku Players' Forum.
package generate
