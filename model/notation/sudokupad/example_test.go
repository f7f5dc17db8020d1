package sudokupad_test

import (
	"fmt"

	"nonet/model/notation"
	"nonet/model/notation/sudokupad"
)

// A link that opens a puzzle in SudokuPad.
func ExampleWrite() {
	p, err := notation.Parse("1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3..", notation.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	text, _ := sudokupad.Write(p)
	fmt.Println(text[:70], "...")
	// Output:
	// https://sudokupad.app/fpuzN4IgzglgXgpiBcBOANCA5gJwgEwQbT1ADcBDAGwFc54B ...
}
