package human_test

import (
	"fmt"

	"nonet/model/human"
	"nonet/model/sudoku"
)

// The puzzle has two solutions: the steps hold in both, and four cells stay blank. If Rate is given the only solution
// of a puzzle, the rating covers all steps to it.
func ExampleLadder_Rate() {
	puzzle := sudoku.Puzzle{Shape: sudoku.Order(2), Clues: sudoku.Grid{
		1, 0, 0, 0,
		3, 4, 0, 0,
		2, 1, 4, 3,
		4, 0, 0, 0,
	}}
	board, err := human.NewBoard(puzzle.Shape.Model()) // once for all puzzles of the shape
	if err != nil {
		fmt.Println(err)
		return
	}
	position := board.NewPosition(puzzle.Given(nil))
	rating, _ := human.Standard().Rate(position, nil, func(s *human.Step) bool {
		fmt.Println(s)
		return true
	})
	fmt.Println(rating.Level, rating.ER, rating.Blank)
	// Output:
	// Full house: only r1c2 is blank in box 1: r1c2=2
	// Full house: only r4c2 is blank in column 2: r4c2=3
	// Hidden single: r1c3 is the only place for 3 in box 2: r1c3=3
	// Full house: only r1c4 is blank in row 1: r1c4=4
	// easy 1.2 4
}
