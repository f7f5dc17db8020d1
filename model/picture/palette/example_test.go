package palette_test

import (
	"fmt"

	"nonet/model/picture/palette"
)

func ExampleInk() {
	for i := palette.Blue; i <= palette.Green; i++ {
		fmt.Println(i.Name(), i.Hex(false), i.Hex(true))
	}
	// Output:
	// series-1 #0072b2 #4da9e8
	// series-2 #d55e00 #ff8a4c
	// series-3 #00856a #2fc9a0
}
