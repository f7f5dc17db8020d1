// Package deduce makes models smaller without changing their solutions: it strikes values that no solution uses from the domains. A
// [Reduction] takes a model and returns one with the same variables, smaller domains and further givens; what is left goes to an
// encoder or a solver. [Givens], [Singles] and [Locked] are the fast ones, each including the one before it; a [Ladder] of rules is one, and
// so is a [Heuristic]; [All] is the table that names, help and tests are derived from.
//
// The rules look at AllDifferent, NotEqual and Given constraints and ignore the others, which is sound: whatever they strike violates
// the constraints they do look at. They work on constraints and know nothing of rows and boxes, so they serve any variant of Sudoku
// and any other problem stated with AllDifferents.
//
// A variable that a reduction fixes has one value left in its domain and a Given constraint that says so: encoders treat it as a
// constant. If the rules find that there is no solution, some domain of the result is empty.
//
// # Many puzzles over one grid
//
// Preprocess analyses the structure of the model at each call. Prepare does it once and returns a function for puzzles that differ in
// their givens only. It allocates nothing in the long run, and takes less than ten microseconds for a 9x9 Sudoku:
//
//	reduce := deduce.Singles{}.Prepare(sudoku.Order(3).Model())
//	for _, puzzle := range puzzles {
//		small := reduce(puzzle.Given(nil)) // valid until the next call
//	}
//
// # Files
//
//   - reduction.go: the interface and the table
//   - givens.go, singles.go, locked.go: one reduction each
//   - network.go: the structure of a model, compiled
//   - candidates.go: the state of a deduction, striking and placing values
//   - result.go: the state as a model
//   - ladder.go, lewis.go, thein.go: lists of rules as reductions; thein.go applies its own in passes
//   - stronglink.go, turbot.go, emptyrectangle.go: pairs of strong links on one value
//   - colouring.go, multicolours.go: all strong links on one value
//   - wings.go, remotepair.go: cells with two candidates
//   - chainsearch.go, xchain.go: chains of strong links of one kind
//   - template.go: all ways to place a value
//   - chain_explain.go: chains in words
//   - links.go, spread.go: the links between candidates, and following them
//   - aic.go, niceloop.go, choice.go, forcingchain.go: chains
//   - net.go, argument.go, nishio.go, contradiction.go, nestednet.go: assuming a candidate
//   - hall.go, nakedsubset.go, hiddensubset.go, lockedsubset.go, lockedcandidates.go, direct.go: rules about places within houses
//   - lines.go, fish.go: rules about one value in crossing lines
//   - finnedfish.go, angler.go, outcasts.go: the same with fins and boxes, and how they are sought
//   - almost.go, alsxz.go, alswing.go, alschain.go, deathblossom.go: almost locked sets
//   - suedecoq.go: cells of two crossing houses with as many values
package deduce
