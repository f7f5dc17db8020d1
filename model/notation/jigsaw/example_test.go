package jigsaw_test

import (
	"fmt"

	"nonet/model/notation"
	"nonet/model/notation/jigsaw"
)

// Clues and the region of each cell, in one line.
func ExampleWrite() {
	p, err := notation.Parse("1..4..1..1..4..1aabbaabbccddccdd", notation.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	text, _ := jigsaw.Write(p)
	fmt.Println(text)
	// Output:
	// 1..4..1..1..4..11122112233443344
}
