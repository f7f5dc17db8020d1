// Package generate makes Sudoku puzzles with exactly one solution. A [Spec] states the requirements: shape, number of
// clues, minimality, symmetry of the clues, level, or a technique that a person needs. Two solvers certify each puzzle.
// The caller passes them in; the package contains no solver.
//
//	maker, err := generate.NewMaker(generate.Spec{Shape: sudoku.Order(3), Minimal: true, Pattern: generate.Rotate180},
//		generate.Solvers{Search: native.Solver{}, Confirm: gini})
//	...
//	p, err := maker.Make(ctx, seed, index)
//
// A puzzle depends on its Spec, seed and index alone. So many goroutines, each with its own Maker, can divide the
// indices among them; the puzzles do not depend on the division.
//
// # Method
//
// Digging starts from a random complete grid ([sudoku.RandomGrid]) and removes clues in random order while the solution
// remains unique. It ends with a minimal puzzle, or at the wanted number of clues. The other requirements are checked
// at the end, and puzzles that miss one are discarded. There is one exception: if a ladder of rules must solve the
// puzzle, it must do so after each removal.
//
// Puzzles of order 3 with 17 to 22 clues, which digging hardly ever finds, come from a local search. From a minimal
// puzzle it moves to puzzles that differ in one clue, until one is not minimal and can be dug further. A neighbour that
// was left aside is examined later, when the search is stuck.
//
// Large grids with few clues are dug value by value, and then drawn from two triangles of the root solution, with a
// quarter of the cells: see triangles.go.
//
// A [VariantMaker] makes puzzles with rules of any kind: the solution first, then rules that hold in it.
//
// A [Series] makes puzzles of several kinds, of which no two are the same up to a symmetry.
//
// [Instances] makes random solvable instances, which may have several solutions.
//
// # Sources
//
// G. McGuire, B. Tugemann, G. Civario, There is no 16-Clue Sudoku: Solving the Sudoku Minimum Number of Clues Problem
// via Hitting Set Enumeration, Experimental Mathematics 23(2), 2014 (first 2012), for the least number of clues.
// {-1+1}, the move of the search for few clues, is from the New Sudoku Players' Forum.
package generate
