package fpuzzles_test

import (
	"fmt"
	"strings"

	"nonet/model/notation"
	"nonet/model/notation/fpuzzles"
)

// A killer of four rows as the JSON of f-puzzles.
func ExampleJSON() {
	p, err := notation.Parse("nonet 1\nshape 2x2\ncage 3 r1c1 r2c1\ncage 9 r1c2..r1c4\ndiagonals", notation.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	text, _ := fpuzzles.JSON(p)
	fmt.Println("...", text[strings.Index(text, `"killercage"`):])
	// Output:
	// ... "killercage":[{"cells":["R1C1","R2C1"],"value":"3"},{"cells":["R1C2","R1C3","R1C4"],"value":"9"}]}
}
