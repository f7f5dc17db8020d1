package killer_test

import (
	"fmt"

	"nonet/model/notation"
	"nonet/model/notation/killer"
)

// A killer of four rows in the form of SumoCue.
func ExampleWriteSumoCue() {
	p, err := notation.Parse("nonet 1\nshape 2x2\ncage 3 r1c1 r2c1\ncage 9 r1c2..r1c4", notation.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	text, _ := killer.WriteSumoCue(p)
	fmt.Println(text)
	// Output:
	// SumoCueV1=3=9+1+1+0=0=0=0=0=0=0=0=0=0=0=0
}
