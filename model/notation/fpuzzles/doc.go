// Package fpuzzles reads and writes puzzles in the JSON of the setter's page f-puzzles.com, which SudokuPad,
// SudokuMaker and many solvers read, too: as JSON, compressed to base64, or as a link.
//
// The JSON states rules with their meaning, not as drawings. A table in keys.go maps its keys to kinds of rules. Every
// other key is one of three kinds:
//
//   - understood: the size, the grid, texts, the setter's solution;
//   - without meaning for solutions: colours, a player's marks, fog, settings, and copies of rules that a program drew
//     for older viewers, which fromConstraint marks;
//   - everything else, which is an error that names the key, since a puzzle without that rule would be another puzzle.
//
// A drawing without fromConstraint may stand for a rule that no key states. It becomes a note.
//
// # Shapes
//
// Cells are named R1C1, row and column from 1. A clue outside the grid has row or column 0 or n+1. Values of clues are
// strings or integers; an empty value means the default of the rule, or no clue. A cell without a region is in its
// default box, and a cell whose region is null is in no region.
//
// # Sources
//
// yusitnikov/fpuzzles-data for the types; dclamage/SudokuSolver for the meaning of corner cases;
// SudokuPad/fpuzzles-userscripts for the keys that the page itself does not have.
package fpuzzles
