package iss_test

import (
	"fmt"

	"nonet/model/notation"
	"nonet/model/notation/iss"
)

// A killer of four rows as a text of Interactive Sudoku Solver.
func ExampleText() {
	p, err := notation.Parse("nonet 1\nshape 2x2\ncage 3 r1c1 r2c1\ncage 9 r1c2..r1c4\ndiagonals", notation.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	text, _ := iss.Text(p)
	fmt.Println(text)
	// Output:
	// .Shape~4x4.Cage~3~R1C1~R2C1.Cage~9~R1C2~R1C3~R1C4.Diagonal~-1.Diagonal~1
}
