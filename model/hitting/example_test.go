package hitting_test

import (
	"context"
	"fmt"

	"nonet/model/hitting"
)

// Two of 0, 1 and 2 are needed to hit each pair of them, and 3 for the last set.
func ExampleMinimum() {
	sets := []hitting.Set{hitting.NewSet(4, 0, 1), hitting.NewSet(4, 0, 2), hitting.NewSet(4, 1, 2),
		hitting.NewSet(4, 3)}
	r, err := hitting.Minimum(context.Background(), 4, sets, 0)
	fmt.Println(len(r.Elements), r.LowerBound, r.Exact, err)
	// Output: 3 3 true <nil>
}
