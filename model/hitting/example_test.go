package hitting_test

import (
	"context"
	"fmt"

	"nonet/model/hitting"
)

// One element of each pair of 0, 1, 2, and 3: two elements are not enough.
func ExampleMinimum() {
	sets := []hitting.Set{hitting.NewSet(4, 0, 1), hitting.NewSet(4, 0, 2), hitting.NewSet(4, 1, 2), hitting.NewSet(4, 3)}
	r, err := hitting.Minimum(context.Background(), 4, sets, 0)
	fmt.Println(len(r.Elements), r.LowerBound, r.Exact, err)
	// Output: 3 3 true <nil>
}
