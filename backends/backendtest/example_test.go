package backendtest_test

import (
	"fmt"

	"nonet/backends/backendtest"
	"nonet/model"
)

// All solutions of a small model, found without a solver.
func ExampleEnumerate() {
	m := &model.Model{
		Vars:        []model.Variable{{Domain: model.Interval(1, 3)}, {Domain: model.Interval(1, 3)}},
		Constraints: []model.Constraint{model.NotEqual{A: 0, B: 1}, model.Given{Var: 0, Value: 2}},
	}
	fmt.Println(backendtest.Enumerate(m))
	// Output:
	// [[2 1] [2 3]]
}
