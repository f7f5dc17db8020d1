package sudoku_test

import (
	"context"
	"fmt"

	"nonet/model"
	"nonet/model/sudoku"
)

func ExamplePuzzle_Model() {
	p := sudoku.Puzzle{
		Shape: sudoku.Order(2),
		Clues: sudoku.Grid{
			1, 0, 0, 4,
			0, 0, 1, 0,
			0, 1, 0, 0,
			4, 0, 0, 1,
		},
	}
	m := p.Model()
	fmt.Println(len(m.Vars), "variables,", len(m.Constraints), "constraints")
	fmt.Println(m.Describe(m.Constraints[8]))
	fmt.Println(m.Check(model.Assignment{
		1, 2, 3, 4,
		3, 4, 1, 2,
		2, 1, 4, 3,
		4, 3, 2, 1,
	}))
	// Output:
	// 16 variables, 18 constraints
	// alldifferent(r1c1, r1c2, r2c1, r2c2)
	// <nil>
}

func ExampleShape() {
	s := sudoku.Shape{Height: 2, Width: 3}
	c := s.Cell(2, 4)
	fmt.Println(s, s.Name(c), "is in box", s.Box(c)+1)
	// Output:
	// 6x6 (2x3) r3c5 is in box 4
}

func ExampleCanonical() {
	p := sudoku.Puzzle{
		Shape: sudoku.Order(2),
		Clues: sudoku.Grid{
			1, 0, 0, 4,
			0, 0, 1, 0,
			0, 1, 0, 0,
			4, 0, 0, 1,
		},
	}
	form, err := sudoku.Canonical(context.Background(), p)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(form.Puzzle.Clues[:8], form.Puzzle.Clues[8:])
	fmt.Println(form.Automorphisms, "symmetries change nothing")
	// Output:
	// [0 0 0 1 0 1 2 0] [0 2 1 0 1 0 0 0]
	// 8 symmetries change nothing
}
