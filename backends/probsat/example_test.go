package probsat_test

import (
	"context"
	"fmt"

	"nonet/backends/probsat"
	"nonet/encode/cnf"
)

// Local search finds a solution; it cannot exclude another one.
func ExampleEngine() {
	f := &cnf.Formula{Vars: 3, Shown: 3}
	f.Add(1, 2, 3)
	f.Add(-1, -2)
	f.Add(-2, -3)
	r, err := probsat.Engine{Seed: 1}.Solve(context.Background(), f, func(v cnf.Valuation) bool {
		fmt.Println(f.Satisfied(v))
		return true
	})
	fmt.Println(r.Status(), r.Complete, err)
	// Output:
	// true
	// sat false <nil>
}
