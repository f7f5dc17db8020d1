// Package deduce finds what follows from a puzzle without guessing: values that a cell cannot take, and cells that are decided. It does so
// for two kinds of reader.
//
// A solver wants a smaller model with the same solutions. A [Reduction] takes a model and returns one with the same variables, smaller
// domains and further givens; what is left goes to an encoder or a solver. [Givens], [Singles] and [Locked] are the fast ones, each including
// the one before it; a [Ladder] of rules is one, and so is a [Heuristic]; [All] is the table that names, help and tests are derived from.
//
// A person wants reasons. A [Rule] is a pattern that people know by name, and a [Step] is one place where it applies: the cells and values
// of the pattern, what follows, and a sentence that says why. [Ladder.Rate] climbs a ladder of rules from the easiest to the hardest and says
// how hard the puzzle is.
//
// The rules look at AllDifferent, NotEqual and Given constraints and ignore the others, which is sound: whatever they strike violates
// the constraints they do look at. They work on constraints and know of rows and boxes only for the sake of names, so they serve any
// variant of Sudoku and any other problem stated with AllDifferents.
//
// # Reductions
//
// A variable that a reduction fixes has one value left in its domain and a Given constraint that says so: encoders treat it as a
// constant. If the rules find that there is no solution, some domain of the result is empty.
//
// Preprocess analyses the structure of the model at each call. Prepare does it once and returns a function for puzzles that differ in
// their givens only. It allocates nothing in the long run, and takes less than ten microseconds for a 9x9 Sudoku:
//
//	reduce := deduce.Singles{}.Prepare(sudoku.Order(3).Model())
//	for _, puzzle := range puzzles {
//		small := reduce(ctx, puzzle.Given(nil)) // valid until the next call
//	}
//
// # Boards, positions, rules
//
// A [Board] is a model compiled for the rules: cells are its variables, houses its AllDifferents. A house with as many cells as values is
// full: each value has a place there. That a value has few places left, which hidden subsets, fish and strong links live on, is only
// worth anything in a full house; that two cells see each other holds in any. A [Position] is how far one puzzle has been solved: the
// filled cells, and the candidates of the blank ones. It changes by Place and Eliminate only, which keep its indices consistent; rules
// look, and change nothing.
//
// A rule passes its instances in a position on, one after the other, in one Step that it uses again; Clone keeps it. A new rule is a
// value of type Rule in a file of its own and a line in [Rules], whose order is by rating; ladders, help, the command rules and the tests
// of soundness follow from there.
//
// Rules that assume that there is one solution only have Unique set. They are right only if somebody has proved it, so they take part in
// [Ladder.Rate] if it is given the solution, and never in a reduction.
//
// # Files
//
// Reductions:
//   - reduction.go: the interface and the table
//   - givens.go, singles.go, locked.go: one reduction each
//   - network.go, candidates.go, result.go: the structure of a model, the state of a deduction, the state as a model
//   - lewis.go, thein.go, berggren.go: the procedures of the papers; thein.go applies its rules in passes
//
// What rules stand on:
//   - board.go, cellset.go, position.go: a model for the rules, sets of cells, how far a puzzle has been solved
//   - rule.go, step.go, quiet.go: rules in order, what they find, and where they need not look again
//   - ladder.go, ladders.go: rules as a reduction and as a way to solve; those with names
//   - rating.go, guess.go, class.go: how hard the way is
//
// Rules, and how they are sought:
//   - fullhouse.go, hiddensingle.go, nakedsingle.go: what fills a cell
//   - hall.go, nakedsubset.go, hiddensubset.go, lockedsubset.go, lockedcandidates.go, direct.go: rules about places within houses
//   - lines.go, fish.go: rules about one value in crossing lines
//   - finnedfish.go, angler.go, outcasts.go: the same with fins and boxes, and how they are sought
//   - stronglink.go, turbot.go, emptyrectangle.go: pairs of strong links on one value
//   - colouring.go, multicolours.go: all strong links on one value
//   - wings.go, remotepair.go: cells with two candidates
//   - chainsearch.go, xchain.go: chains of strong links of one kind
//   - template.go: all ways to place a value
//   - links.go, spread.go: the links between candidates, and following them
//   - almostlinks.go, chain.go, aic.go, niceloop.go, choice.go, forcingchain.go: chains
//   - net.go, argument.go, nishio.go, contradiction.go, nestednet.go: assuming a candidate
//   - almost.go, alsxz.go, alswing.go, alschain.go, deathblossom.go: almost locked sets
//   - suedecoq.go: cells of two crossing houses with as many values
//   - deadly.go: what could be exchanged in a solution; uniquerectangle.go, uniquesubset.go, uniquelinks.go, avoidablerectangle.go, bug.go:
//     rules that assume that there is one solution
//   - chain_explain.go: chains in words
package deduce
