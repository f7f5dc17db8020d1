package minimal_test

import (
	"context"
	"fmt"

	"nonet/backends/native"
	"nonet/model/minimal"
	"nonet/model/notation"
	"nonet/model/query"
)

// Two clues of a puzzle can be removed, each alone.
func ExampleProber() {
	p, err := notation.Parse("1.3...4..1.3.2..", notation.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	oracle, err := query.Prepare(context.Background(), native.Solver{}, p.BaseModel())
	if err != nil {
		fmt.Println(err)
		return
	}
	prober := minimal.NewProber(oracle)
	ctx := context.Background()
	redundant, err := prober.Redundant(ctx, p.Given(nil))
	fmt.Println(redundant, err)
	least, err := prober.Minimum(ctx, p.Given(nil))
	fmt.Println(len(least.Givens), "clues are enough:", least.Givens, err)
	// Output:
	// [{2 3} {9 1}] <nil>
	// 4 clues are enough: [{0 1} {6 4} {11 3} {13 2}] <nil>
}
