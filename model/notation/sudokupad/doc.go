// Package sudokupad reads the puzzles that links of SudokuPad contain (sudokupad.app, app.crackingthecryptic.com), and
// writes links that open there.
//
// A link ends with an id, and the first letters of the id state what follows: scl and ctc a drawn puzzle, fpuz and
// fpuzzles a puzzle of f-puzzles, scf the digits of a classic grid, pack several puzzles. Any other id is the name of a
// puzzle on the server, and an error.
//
// # Drawn puzzles
//
// A drawn puzzle (SCL) is a JSON object, often in a shorter notation that the program calls zipped. It has certain
// facts: clues, regions, cages with a sum or with different values, and a few flags. Everything else is a drawing:
// lines, arrows, circles and texts without meaning to the program. A drawing is an error that lists its cells, unless
// the options ignore it or guess the rule for which it usually stands. Each guess becomes a note.
//
// Coordinates are [row, column] from 0; in drawings the center of a cell is at .5, and its edges are integers.
//
// # Sources
//
// SudokuPad/sudokutools (PuzzleZipper and the codecs), SudokuPad 0.589, and the challenge set of SakanaAI/Sudoku-Bench.
package sudokupad
