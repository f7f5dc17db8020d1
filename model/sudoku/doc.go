// Package sudoku states Sudoku puzzles as models.
//
// A [Shape] is a grid of N×N cells with boxes of any size. A [Puzzle] is a shape with clues. [Puzzle.Model] turns it
// into AllDifferent and Given constraints over one variable per cell; [Rows], [Columns] and [Boxes] return the
// constraints of the houses. A variant also has rules. A [Rule] is data of one of the kinds that [RuleKinds] lists. A
// new kind is one entry in that table: its constraints, and a check of complete grids that shares no code with them;
// package notation then reads and writes it. A [Checker] checks complete grids without models. [Puzzle.Contradiction]
// returns a simple reason why a puzzle has no solution.
//
// Cells are row-major from the top left, starting at 0; rows, columns and boxes are numbered in the same way. Names of
// cells in messages, files and variables count from 1: r1c1 is cell 0. The value of a cell is 1 to N, or 0 for a blank.
//
// A [Symmetry] rearranges grids and renames their values so that solutions stay solutions; [Symmetry.Moves] states it
// in words. [Canonical] chooses one puzzle of each class of puzzles that symmetries map to each other, and a
// [ClassIndex] finds earlier puzzles of a class. [Lewis] and [RandomGrid] draw instances and complete grids; all
// randomness comes from the *rand.Rand argument, so the same seed gives the same result.
//
// The package does not solve puzzles or read files; packages backends and notation do.
//
// # Example
//
// A 6×6 grid with boxes of two rows and three columns, and one clue:
//
//	p := sudoku.Puzzle{Shape: sudoku.Shape{Height: 2, Width: 3}, Clues: make(sudoku.Grid, 36)}
//	p.Clues[p.Shape.Cell(0, 4)] = 5 // r1c5
//	solution, result, err := model.First(ctx, solver, p.Model())
//
// # Files
//
//   - sudoku.go, layout.go: shapes, cells, grids, puzzles and their models; alphabet.go: symbols for values
//   - rule.go, rulekinds.go, rulekinds.txt: rules of variants and the table of their kinds; rulebuild.go, ruleareas.go,
//     rulesums.go, rulelines.go, ruleclues.go, ruleautomaton.go, rulestated.go, ruleregions.go, ruleany.go: their
//     constraints; rulesize.go: their memory; rulecheck.go, rulechecklines.go, rulecheckregions.go: their checks
//   - check.go: checks of complete grids, simple contradictions; ruleimpossible.go: rules that nothing satisfies
//   - symmetry.go, symmetrymoves.go: symmetries; canonical.go, canonicalsearch.go, canonicalrow.go, canonicalcell.go,
//     arrangement.go, canonicalvariant.go: the canonical form; classindex.go: puzzles by their class
//   - instances.go: random grids and instances
package sudoku
