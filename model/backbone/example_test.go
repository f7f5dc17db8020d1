package backbone_test

import (
	"context"
	"fmt"

	"nonet/backends/native"
	"nonet/model/backbone"
	"nonet/model/notation"
)

// The candidates of the first row of a puzzle with three solutions.
func ExampleFinder() {
	p, err := notation.Parse("1.3...4..1......", notation.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	f, err := backbone.NewFinder(context.Background(), native.Solver{}, p.BaseModel())
	if err != nil {
		fmt.Println(err)
		return
	}
	c, err := f.Find(context.Background(), p.Given(nil))
	fmt.Println(c.Values[:4], c.Solutions, err)
	fmt.Println(len(c.Backbone()), "cells have one value in all solutions")
	// Output:
	// [{1} {4} {3} {2}] 3 <nil>
	// 9 cells have one value in all solutions
}
