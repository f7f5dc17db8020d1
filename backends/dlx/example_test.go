package dlx_test

import (
	"context"
	"fmt"

	"nonet/backends/dlx"
	"nonet/encode/cover"
)

// The exact cover of Knuth's paper has seven items and six options; three options cover each item once.
func ExampleEngine() {
	p := &cover.Problem{Items: 7, Primary: 7, Shown: 6}
	for _, items := range [][]int32{{2, 4, 5}, {0, 3, 6}, {1, 2, 5}, {0, 3}, {1, 6}, {3, 4, 6}} {
		var option cover.Option
		for _, i := range items {
			option = append(option, cover.Entry{Item: i})
		}
		p.Options = append(p.Options, option)
	}
	r, err := dlx.Engine{}.Solve(context.Background(), p, func(s cover.Solution) bool {
		fmt.Println(len(s), "options")
		return true
	})
	fmt.Println(r.Solutions, r.Complete, err)
	// Output:
	// 3 options
	// 1 true <nil>
}
