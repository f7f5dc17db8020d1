// Package explain says why a puzzle has no solution, or several, in terms of its clues and rules.
//
//   - [Explainer.Conflict]: the puzzle has no solution. It returns a minimal set of clues and rules without a common
//     solution: a minimal
//     unsatisfiable subset (MUS).
//   - [Explainer.Complete]: the puzzle has several solutions. It returns the fewest further clues that leave one of
//     them: a minimum
//     completion.
//   - [Explainer.Retract]: a puzzle with entries filled in has no solution. It returns the fewest entries to remove:
//     a smallest minimal
//     correction set (MCS).
//
// It works over any complete [model.Solver] and any model, whose objective it ignores. A clue is a Given, and a rule is
// any other constraint:
//
//	e, err := explain.New(ctx, native.Solver{}, sudoku.Order(3).Model())
//	...
//	c, err := e.Conflict(ctx, puzzle.Given(nil)) // nil if there is a solution
//	fmt.Println(c.Clues, c.Rules)
//	err = e.Verify(ctx, another, c)              // by an independent solver
//
// # Method
//
// All three repeat one query: is there a solution under these clues and rules? A minimal set is found by deletion:
// members are removed, many at once where possible, while the rest stays unsatisfiable. A smallest set is a minimum
// hitting set ([nonet/model/hitting.Implicit]) of a collection that becomes known step by step: the hitting set of the
// known part is tested by a query, which either proves it sufficient or yields a further set to hit.
//
//   - A set of clues is unsatisfiable if and only if it hits every correction set, the complement of a maximal
//     satisfiable set.
//   - Clues leave a given solution as the only one if and only if they hit the difference to every other solution.
//   - Removing entries restores a solution if and only if the removed entries hit every conflict.
//
// # Sources
//
// U. Junker, QuickXplain: Preferred Explanations and Relaxations for Over-Constrained Problems, AAAI 2004, pp. 167-172,
// for the halving. A. Ignatiev, A. Previti, M. Liffiton, J. Marques-Silva, Smallest MUS Extraction with Minimal Hitting
// Set Dualization, CP 2015, LNCS 9255, pp. 173-182. E. Moreno-Centeno, R. M. Karp, The Implicit Hitting Set Approach to
// Solve Combinatorial Optimization Problems, Operations Research 61(2), 2013, pp. 453-468. J. Davies, F. Bacchus,
// Solving MAXSAT by Solving a Sequence of Simpler SAT Instances, CP 2011, LNCS 6876, pp. 225-239, the algorithm of
// Retract.
package explain
