package backends_test

import (
	"context"
	"fmt"

	"nonet/backends"
	"nonet/backends/gini"
	"nonet/encode/cnf"
	"nonet/model"
	"nonet/model/deduce"
	"nonet/model/sudoku"
)

// A solver assembled from three parts solves many puzzles over one grid.
func ExampleBind() {
	s := backends.Bind(deduce.Singles, cnf.Encoder{}, gini.Engine{})
	prepared, err := model.Prepare(context.Background(), s, sudoku.Order(2).Model())
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, givens := range [][]model.Given{{{Var: 0, Value: 1}}, {{Var: 0, Value: 1}, {Var: 1, Value: 1}}} {
		r, err := prepared.SolveGiven(context.Background(), givens, func(model.Assignment) bool { return true })
		fmt.Println(r.Solutions, r.Complete, err)
	}
	// Output:
	// 72 true <nil>
	// 0 true <nil>
}
