package picture_test

import (
	"fmt"

	"nonet/model/notation"
	"nonet/model/picture"
)

// A drawing is a list of shapes; a role says what each stands for.
func ExampleDraw() {
	p, err := notation.Parse("nonet 1\nshape 2x2\ncage 3 r1c1 r2c1\ndiagonals", notation.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	d := picture.Draw(p, picture.Marks{}, picture.Options{})
	count := map[string]int{}
	for _, s := range d.Shapes {
		count[s.Role]++
	}
	fmt.Println(count)
	// Output:
	// map[box:1 cage:1 cage-label:2 diagonals:2 frame:1 line:1 paper:1]
}
