// Package human solves puzzles as a person does: by rules that have names, one step after the other, each with its reason.
//
// A [Rule] is a pattern that people know by name, and a [Step] is one place where it applies: the cells and values of the pattern, what
// follows, and a sentence that says why. [Ladder.Rate] climbs a ladder of rules from the easiest to the hardest and says how hard the puzzle
// is. A [Method], such as a ladder, makes a position as small as it can; package deduce offers each to solvers as a reduction.
//
// The rules look at AllDifferent, NotEqual and Given constraints and ignore the others, which is sound: whatever they strike violates
// the constraints they do look at. They know of rows and boxes only for the sake of names, so they serve any variant of Sudoku.
//
// # Boards, positions, rules
//
// A [Board] is a model compiled for the rules: cells are its variables, houses its AllDifferents. A house with as many cells as values is
// full: each value has a place there. Hidden subsets, fish and strong links need full houses, where a value with few places left must take one
// of them; that two cells see each other holds in any house. A [Position] is how far one puzzle has been solved: the filled cells, and the
// candidates of the blank ones. It changes by Place and Eliminate only, which keep its indices consistent; rules look, and change nothing.
//
// A rule passes its instances in a position on, one after the other, in one Step that it uses again; Clone keeps it. A new rule is a
// value of type Rule in a file of its own and a line in [Rules], whose order is by rating; ladders, help, the command rules and the tests
// of soundness follow from there.
//
// Rules that assume that there is one solution only have Unique set. They are right only if uniqueness is proved, so they take part in
// [Ladder.Rate] if it receives the solution, and never in a Method.
//
// The package is one, and not one for each family of rules: all rules work on the indices and the scratch memory of Position, some sixty
// names that packages would have to export to each other.
//
// # Files
//
// What rules stand on:
//   - board.go, cellset.go, position.go: a model for the rules, sets of cells, how far a puzzle has been solved
//   - rule.go, step.go, exhausted.go: rules in order, what they find, and where they need not look again
//   - ladder.go, ladders.go: rules as a method and as a way to solve; methods and ladders by name
//   - lewis.go, thein.go, berggren.go: the procedures of the papers; thein.go applies its rules in passes
//   - rating.go, guess.go, class.go: how hard the way is
//
// Rules, and how they are sought:
//   - fullhouse.go, hiddensingle.go, nakedsingle.go: what fills a cell
//   - subsetsearch.go, nakedsubset.go, hiddensubset.go, lockedsubset.go, lockedcandidates.go, direct.go: rules about places within houses
//   - lines.go, fish.go: rules about one value in crossing lines
//   - finnedfish.go, fishsearch.go, notintemplate.go: the same with fins and boxes, and how they are sought
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
package human
