package gophersat_test

import (
	"context"
	"fmt"

	"nonet/backends/gophersat"
	"nonet/encode/ip"
)

// Three items weigh 2, 3 and 4. Enumerate all selections with a total of at most 5.
func ExamplePB() {
	p := &ip.Program{Columns: []ip.Column{{Upper: 1}, {Upper: 1}, {Upper: 1}}, Shown: 3}
	p.Rows = []ip.Row{{Lower: 0, Upper: 5,
		Entries: []ip.Entry{{Column: 0, Coef: 2}, {Column: 1, Coef: 3}, {Column: 2, Coef: 4}}}}
	r, err := gophersat.PB{}.Solve(context.Background(), p, func(ip.Point) bool { return true })
	fmt.Println(r.Solutions, r.Complete, err)
	// Output: 5 true <nil>
}
