// Package minimal finds out which givens of a puzzle are needed for its solution to be unique:
//
//   - the redundant givens: each can be removed alone
//   - a minimal puzzle: no given can be removed
//   - a minimum: the fewest of the givens that leave one solution
//
// It works over any complete [model.Solver], for any model without an objective.
//
//	oracle, err := query.Prepare(ctx, native.Solver{}, sudoku.Order(3).Model())
//	...
//	redundant, err := minimal.NewProber(oracle).Redundant(ctx, puzzle.Given(nil))
//
// The base model together with the givens must have exactly one solution; the caller must ensure this.
//
// # Sources
//
// E. Moreno-Centeno, R. M. Karp, The Implicit Hitting Set Approach to Solve Combinatorial Optimization Problems with an
// Application to Multigenome Alignment, Operations Research 61(2), 2013, for the computation of a minimum. G. McGuire,
// B. Tugemann, G. Civario, There is no 16-Clue Sudoku, Experimental Mathematics 23(2), 2014, for the fact that a puzzle
// has one solution if and only if its clues hit all unavoidable sets.
package minimal
