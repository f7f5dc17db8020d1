package hodoku_test

import (
	"fmt"

	"nonet/model/notation"
	"nonet/model/notation/hodoku"
)

// A puzzle as a line of the library of HoDoKu.
func ExampleWrite() {
	p, err := notation.Parse("1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3..", notation.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	text, _ := hodoku.Write(p)
	fmt.Println(text)
	// Output:
	// :0000:x:1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3..:::
}
