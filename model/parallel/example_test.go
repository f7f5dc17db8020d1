package parallel_test

import (
	"context"
	"fmt"

	"nonet/model/parallel"
)

// Each worker has a sum of its own, so that no lock is needed.
func ExampleEach() {
	var sums [4]int
	parallel.Each(context.Background(), len(sums), 100, func(_ context.Context, worker, task int) (stop bool) {
		sums[worker] += task
		return false
	})
	fmt.Println(sums[0] + sums[1] + sums[2] + sums[3])
	// Output:
	// 4950
}
