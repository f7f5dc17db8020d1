// Package explain says why a puzzle has no solution, or several, in terms of the puzzle itself: its clues and its rules.
//
//   - [Explainer.Conflict]: there is none. A minimal set of clues and rules that clash: without any one of them, the others do not.
//   - [Explainer.Complete]: there are several. The fewest further clues that leave one of them the only one.
//   - [Explainer.Retract]: somebody has filled some cells in, and now there is none. The fewest entries to take back.
//
// It works over any complete [model.Solver] and any model, whose objective it ignores. A clue is a Given, and a rule is any other
// constraint:
//
//	e, err := explain.New(native.Solver{}, sudoku.Order(3).Model())
//	...
//	c, err := e.Conflict(ctx, puzzle.Given(nil)) // nil if there is a solution
//	fmt.Println(c.Clues, c.Rules)
//	err = e.Verify(ctx, another, c)              // by a solver that had no part in it
//
// # How
//
// All three ask one question again and again: is there a solution under these clues and rules? A minimal set comes from taking
// members away, many at once where that is possible, as long as those that are left clash. A smallest set is a hitting set: what is
// known to be needed, of each set at least one, is hit in the cheapest way; if that is not enough, it shows another such set.
//
//   - A set of clues clashes exactly if it meets every correction set: what a largest solvable set leaves out.
//   - Clues leave one solution exactly if they meet the difference to every other.
//   - What is left of the entries is solvable exactly if those taken back meet every conflict.
//
// # Files
//
//   - explainer.go: Explainer, and the one question
//   - shrink.go: minimal sets; least.go: smallest sets
//   - conflict.go, verify.go: why there is no solution; derive.go: the same as a chain of steps
//   - complete.go: clues that are missing; retract.go: entries that are wrong
//
// # Sources
//
// U. Junker, QuickXplain: Preferred Explanations and Relaxations for Over-Constrained Problems, AAAI 2004, pp. 167-172, for the
// halving. A. Ignatiev, A. Previti, M. Liffiton, J. Marques-Silva, Smallest MUS Extraction with Minimal Hitting Set Dualization, CP
// 2015, LNCS 9255, pp. 173-182. E. Moreno-Centeno, R. M. Karp, The Implicit Hitting Set Approach to Solve Combinatorial Optimization
// Problems, Operations Research 61(2), 2013, pp. 453-468. J. Davies, F. Bacchus, Solving MAXSAT by Solving a Sequence of Simpler SAT
// Instances, CP 2011, LNCS 6876, pp. 225-239, which is what Retract does.
package explain
