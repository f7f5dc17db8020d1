// Package minimal finds out which givens of a puzzle are needed for its solution to be the only one: those that are redundant, each alone; a
// minimal puzzle, of which none can go; and a minimum, one with the fewest of the givens. It works over any complete [model.Solver], for
// any model without an objective.
//
//	oracle, err := query.Prepare(native.Solver{}, sudoku.Order(3).Model())
//	...
//	redundant, err := minimal.NewProber(oracle).Redundant(ctx, puzzle.Given(nil))
//
// The base model together with the givens must have exactly one solution; the caller must ensure this.
//
// # Sources
//
// E. Moreno-Centeno, R. M. Karp, The Implicit Hitting Set Approach to Solve Combinatorial Optimization Problems with an Application to Multigenome
// Alignment, Operations Research 61(2), 2013, for the way to a minimum. That a puzzle has one solution exactly if it hits all unavoidable sets
// is from G. McGuire, B. Tugemann, G. Civario, There is no 16-Clue Sudoku, Experimental Mathematics 23(2), 2014.
package minimal
