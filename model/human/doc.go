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
// block of rules.txt, which is in the order of rating and holds the names, the ratings and the words of the rules, and a search in the
// table finders; ladders, help, the command rules and the tests of soundness follow from there.
//
// Rules that assume that there is one solution only have Unique set. They are right only if uniqueness is proved, so they take part in
// [Ladder.Rate] if it receives the solution, and never in a Method.
//
// The package is one, and not one for each family of rules: all rules work on the indices and the scratch memory of Position, some sixty
// names that packages would have to export to each other.
package human
