// Package explain says why a puzzle has no solution, or several, in terms of the puzzle itself: its clues and its rules.
//
//   - [Explainer.Conflict]: it has none. A minimal set of clues and rules that clash, a minimal unsatisfiable subset (MUS).
//   - [Explainer.Complete]: it has several. The fewest further clues that leave one of them the only one, a minimal completion.
//   - [Explainer.Retract]: entries were filled in, and now it has none. The fewest entries to take back, a smallest minimal correction set
//     (MCS).
//
// It works over any complete [model.Solver] and any model, whose objective it ignores. A clue is a Given, and a rule is any other
// constraint:
//
//	e, err := explain.New(native.Solver{}, sudoku.Order(3).Model())
//	...
//	c, err := e.Conflict(ctx, puzzle.Given(nil)) // nil if there is a solution
//	fmt.Println(c.Clues, c.Rules)
//	err = e.Verify(ctx, another, c)              // by an independent solver
//
// # How
//
// All three ask one question again and again: is there a solution under these clues and rules? A minimal set comes from removing members,
// many at once where possible, as long as the rest clashes. A smallest set is a hitting set ([nonet/model/hitting.Implicit]): it hits every set
// that is known to need a member, in the cheapest way; if that is not enough, a question shows another such set.
//
//   - A set of clues clashes exactly if it meets every correction set: what a largest solvable set leaves out.
//   - Clues leave one solution exactly if they meet the difference to every other.
//   - What is left of the entries is solvable exactly if those taken back meet every conflict.
//
// # Sources
//
// U. Junker, QuickXplain: Preferred Explanations and Relaxations for Over-Constrained Problems, AAAI 2004, pp. 167-172, for the
// halving. A. Ignatiev, A. Previti, M. Liffiton, J. Marques-Silva, Smallest MUS Extraction with Minimal Hitting Set Dualization, CP
// 2015, LNCS 9255, pp. 173-182. E. Moreno-Centeno, R. M. Karp, The Implicit Hitting Set Approach to Solve Combinatorial Optimization
// Problems, Operations Research 61(2), 2013, pp. 453-468. J. Davies, F. Bacchus, Solving MAXSAT by Solving a Sequence of Simpler SAT
// Instances, CP 2011, LNCS 6876, pp. 225-239, which is what Retract does.
package explain
