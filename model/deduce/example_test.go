package deduce_test

import (
	"context"
	"fmt"

	"nonet/model"
	"nonet/model/deduce"
	"nonet/model/sudoku"
)

// A puzzle with two solutions: the steps hold in both, and four cells stay blank. Given the solution of a puzzle that has only one, a rating
// covers the whole path to it.
func ExampleLadder_Rate() {
	puzzle := sudoku.Puzzle{Shape: sudoku.Order(2), Clues: sudoku.Grid{
		1, 0, 0, 0,
		3, 4, 0, 0,
		2, 1, 4, 3,
		4, 0, 0, 0,
	}}
	board, err := deduce.NewBoard(puzzle.Shape.Model()) // once for all puzzles of the shape
	if err != nil {
		fmt.Println(err)
		return
	}
	position := board.NewPosition(puzzle.Given(nil))
	rating, _ := deduce.Human().Rate(position, nil, func(s *deduce.Step) bool {
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

// Three variables from {1, 2, 3}, all different, and the first is 1. A second given fixes the rest.
func ExampleSingles() {
	m := &model.Model{
		Vars: []model.Variable{{Name: "a", Domain: model.Interval(1, 3)}, {Name: "b", Domain: model.Interval(1, 3)}, {Name: "c", Domain: model.Interval(1, 3)}},
		Constraints: []model.Constraint{
			model.AllDifferent{Vars: []model.Var{0, 1, 2}},
			model.Given{Var: 0, Value: 1},
		},
	}
	small, _ := deduce.Singles{}.Preprocess(context.Background(), m)
	fmt.Println(small.Vars[0].Domain, small.Vars[1].Domain, small.Vars[2].Domain)

	reduce := deduce.Singles{}.Prepare(m) // for many further givens
	small = reduce(context.Background(), []model.Given{{Var: 2, Value: 2}})
	for _, c := range small.Constraints {
		fmt.Println(small.Describe(c))
	}
	// Output:
	// [1] [2 3] [2 3]
	// alldifferent(a, b, c)
	// a = 1
	// c = 2
	// b = 3
}
