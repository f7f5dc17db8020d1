package unavoidable_test

import (
	"context"
	"fmt"

	"nonet/model"
	"nonet/model/sudoku"
	"nonet/model/unavoidable"
)

// The smallest unavoidable sets of a 4x4 grid: rectangles whose two values can be exchanged.
func ExampleFind() {
	solution := model.Assignment{1, 2, 3, 4, 3, 4, 1, 2, 2, 1, 4, 3, 4, 3, 2, 1}
	ctx := context.Background()
	sets, err := unavoidable.Find(ctx, sudoku.Order(2).Model(), solution, unavoidable.Options{Size: 4})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(len(sets), "sets, the first is", sets[0])
	bound, err := unavoidable.Bound(ctx, 16, sets, 0)
	fmt.Println("at least", bound.LowerBound, "clues,", err)
	// Output:
	// 8 sets, the first is [0 1 8 9]
	// at least 4 clues, <nil>
}
