package paper_test

import (
	"bytes"
	"fmt"
	"image/png"

	"nonet/model/notation"
	"nonet/model/picture"
	"nonet/model/picture/paper"
)

// A picture with 32 pixels for a cell.
func ExamplePNG() {
	p, err := notation.Parse("1..4..1..1..4..1", notation.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	d := picture.Draw(p, picture.Marks{}, picture.Options{})
	var b bytes.Buffer
	if err := paper.PNG(&b, &d, paper.Image{Scale: 0.5}); err != nil {
		fmt.Println(err)
		return
	}
	i, err := png.Decode(&b)
	fmt.Println(i.Bounds(), err)
	// Output:
	// (0,0)-(132,132) <nil>
}
