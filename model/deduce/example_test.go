package deduce_test

import (
	"context"
	"fmt"

	"nonet/model"
	"nonet/model/deduce"
)

// Three variables from {1, 2, 3}, all different, and the first is 1. A second given fixes the rest.
func ExampleSingles() {
	d := model.Interval(1, 3)
	m := &model.Model{
		Vars: []model.Variable{{Name: "a", Domain: d}, {Name: "b", Domain: d}, {Name: "c", Domain: d}},
		Constraints: []model.Constraint{
			model.AllDifferent{Vars: []model.Var{0, 1, 2}},
			model.Given{Var: 0, Value: 1},
		},
	}
	small, _ := deduce.Singles.Preprocess(context.Background(), m)
	fmt.Println(small.Vars[0].Domain, small.Vars[1].Domain, small.Vars[2].Domain)

	reduce := deduce.Singles.Prepare(m) // for many further givens
	small = reduce(context.Background(), []model.Given{{Var: 2, Value: 2}})
	for _, c := range small.Constraints {
		fmt.Println(small.Describe(c))
	}
	// Output:
	// {1} 2..3 2..3
	// alldifferent(a, b, c)
	// a = 1
	// c = 2
	// b = 3
}
