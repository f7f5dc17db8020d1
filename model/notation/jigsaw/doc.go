// Package jigsaw reads and writes jigsaws as symbols: one for each cell as in a line of clues, and then one for each
// cell that names its region, any letters or digits, each as often as the grid has rows. Texts without clues are
// regions alone. White space has no meaning, so the clues and the regions may be two blocks of rows.
//
// Upper and lower case name the same region, unless only the case makes regions of equal size. Regions take the place
// of boxes; if the user requests boxes, both hold.
//
// # Source
//
// The formats of jigsaws in the players' forum (Mathimagics) and in Interactive Sudoku Solver.
package jigsaw
