// Package human solves puzzles as a person does: step by step, each step an application of a named rule with a reason.
//
// A [Rule] is a named pattern, such as naked pair or X-wing. A [Step] is one instance of a rule: the cells and values
// of the pattern, the placements and eliminations that follow, and a sentence that explains them. A [Ladder] is a list
// of rules, easiest first; [Ladder.Rate] solves a puzzle with it and rates the difficulty. A [Method], such as a
// ladder, applies its rules to a position until none applies; package deduce offers each method to solvers as a
// reduction.
//
// Most rules use AllDifferent, NotEqual and Given constraints and ignore the others. This is sound: every candidate
// that a rule eliminates violates the constraints that it uses. A house is any AllDifferent, so these rules work for
// any variant of Sudoku. Whether a house is a row, a column or a box decides only which rule a pattern is an instance
// of.
//
// The rules of a variant, such as cages, are conditions of a board ([NewPuzzleBoard]). The rules for conditions
// eliminate the candidates that occur in no solution of one condition. Candidates that a puzzle states are those of the
// first position.
//
// # Boards, positions, rules
//
// A [Board] is a model compiled for the rules: its cells are the variables, its houses the AllDifferents. A house is
// full if it has as many cells as values; then each value has a place in it. Hidden subsets, fish and strong links need
// full houses. Two cells see each other if they share a house, full or not, or a NotEqual with offset 0.
//
// A [Position] is the state of one puzzle: the filled cells, and the candidates of the blank ones. Only Place and
// Eliminate change it; both keep its indices consistent. Rules never change a position.
//
// A rule passes its instances in a position to a callback, one by one, in a single Step that it reuses; Step.Clone
// copies it. A new rule needs two things: a block in rules.txt, which lists the rules in order of rating with their
// names, ratings and texts; and a search in the table finders. Ladders, help, the command rules and the soundness tests
// then include it.
//
// Rules with Unique set assume that the puzzle has at most one solution. They are sound only if this is proved, so
// [Ladder.Rate] uses them only if it is given the solution, and a Method never does.
//
// # Why one package
//
// All rules work on the indices and the scratch memory of Position. Packages by family of rules would have to export
// some sixty names to each other.
//
// # Files
//
//   - Core: board.go, position.go, rule.go, step.go, reason.go, rules.txt, finders.go
//   - Ladders, methods, ratings: ladder.go, ladders.go, thein.go, rating.go, class.go, interrupt.go
//   - Rules of variants: condition.go, conditionsteps.go, conditionwords.go, puzzleboard.go
//   - Singles, subsets, fish: singles.go, subsets.go, lockedcandidates.go, fishlines.go, fish.go, fishsearch.go
//   - Small patterns: stronglink.go, emptyrectangle.go, wings.go, coloring.go, simplechains.go, template.go
//   - Uniqueness: deadly.go, uniquerectangle.go, avoidablerectangle.go, bug.go
//   - Almost locked sets: als.go, alsrules.go, alslinks.go, deathblossom.go, suedecoq.go
//   - Chains and nets: links.go, chainbfs.go, niceloop.go, forcingchain.go, net.go, argument.go
package human
