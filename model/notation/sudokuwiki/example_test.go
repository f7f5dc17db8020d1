package sudokuwiki_test

import (
	"fmt"

	"nonet/model/notation"
	"nonet/model/notation/sudokuwiki"
)

// A link that opens a puzzle in the solver of sudokuwiki.org.
func ExampleWrite() {
	p, err := notation.Parse("1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3..", notation.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	text, _ := sudokuwiki.Write(p)
	fmt.Println(text[:70], "...")
	// Output:
	// https://www.sudokuwiki.org/sudoku.htm?bd=10000709003002000800960050000 ...
}
