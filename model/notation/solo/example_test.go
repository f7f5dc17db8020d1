package solo_test

import (
	"fmt"

	"nonet/model/notation"
	"nonet/model/notation/solo"
)

// A puzzle of four rows as a game id.
func ExampleWrite() {
	p, err := notation.Parse("1..4..1..1..4..1", notation.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	text, _ := solo.Write(p)
	fmt.Println(text)
	// Output:
	// 2x2:1b4b1b1b4b1
}
