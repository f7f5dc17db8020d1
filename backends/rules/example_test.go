package rules_test

import (
	"context"
	"fmt"

	"nonet/backends/rules"
	"nonet/model"
	"nonet/model/human"
	"nonet/model/sudoku"
)

// With all human rules this puzzle needs no guess.
func ExampleSolver() {
	m := sudoku.Order(2).Model().With(
		model.Given{Var: 0, Value: 1}, model.Given{Var: 5, Value: 4}, model.Given{Var: 7, Value: 2},
		model.Given{Var: 10, Value: 4}, model.Given{Var: 13, Value: 3})
	verdict, _, r, err := model.Unique(context.Background(), rules.Solver{Ladder: human.Standard()}, m)
	fmt.Println(verdict, r.Stats.Effort.Decisions, err)
	// Output: unique 0 <nil>
}
