package model_test

import (
	"context"
	"fmt"

	"nonet/model"
)

// Two variables from {1, 2}, different, and the first is 1.
func Example() {
	m := &model.Model{
		Vars: []model.Variable{{Name: "a", Domain: model.Interval(1, 2)}, {Name: "b", Domain: model.Interval(1, 2)}},
		Constraints: []model.Constraint{
			model.AllDifferent{Vars: []model.Var{0, 1}},
			model.Given{Var: 0, Value: 1},
		},
	}
	fmt.Println(m.Validate())
	fmt.Println(m.Check(model.Assignment{1, 2}))
	fmt.Println(m.Check(model.Assignment{1, 1}))
	fmt.Println(m.Violation(model.Assignment{2, 2}))
	// Output:
	// <nil>
	// <nil>
	// constraint 0 is violated: alldifferent(a, b)
	// 2
}

func ExampleUnique() {
	d := model.Interval(1, 3)
	m := &model.Model{
		Vars: []model.Variable{{Name: "a", Domain: d}, {Name: "b", Domain: d}},
		Constraints: []model.Constraint{model.Linear{Terms: []model.Term{{Coef: 1, Var: 0}, {Coef: 1, Var: 1}},
			Bound: 5}},
	}
	verdict, found, _, err := model.Unique(context.Background(), bruteForce{}, m)
	fmt.Println(verdict, found, err)
	verdict, found, _, err = model.Unique(context.Background(), bruteForce{},
		m.With(model.NotEqual{A: 1, B: 0, Offset: 1}))
	fmt.Println(verdict, found, err)
	// Output:
	// multiple [[2 3] [3 2]] <nil>
	// unique [[3 2]] <nil>
}
