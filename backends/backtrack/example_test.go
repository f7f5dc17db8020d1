package backtrack_test

import (
	"context"
	"fmt"

	"nonet/backends/backtrack"
	"nonet/model"
	"nonet/model/sudoku"
)

// The variable order determines how often the search backtracks before the first solution.
func ExampleSolver() {
	m := sudoku.Order(2).Model().With(model.Given{Var: 13, Value: 1}, model.Given{Var: 15, Value: 2},
		model.Given{Var: 11, Value: 3})
	for _, order := range []backtrack.Order{backtrack.Fewest, backtrack.RowMajor} {
		_, r, err := model.First(context.Background(), backtrack.Solver{Order: order}, m)
		fmt.Println(order, r.Stats.Effort.Nodes, r.Stats.Effort.Failures, err)
	}
	// Output:
	// fewest 13 0 <nil>
	// row-major 21 8 <nil>
}
