package ip_test

import (
	"context"
	"fmt"
	"os"
	"strings"

	"nonet/encode/ip"
	"nonet/model"
)

func Example() {
	m := &model.Model{
		Vars: []model.Variable{{Name: "a", Domain: model.Interval(1, 2)}, {Name: "b", Domain: model.Interval(1, 2)}},
		Constraints: []model.Constraint{
			model.AllDifferent{Vars: []model.Var{0, 1}},
			model.Given{Var: 0, Value: 1},
		},
	}
	e, err := ip.Thesis().Encode(context.Background(), m)
	if err != nil {
		fmt.Println(err)
		return
	}
	if err := ip.Write(os.Stdout, e.Formula, ip.LP); err != nil {
		fmt.Println(err)
		return
	}

	// The answer that "cbc FILE solve solution ANSWER" writes.
	s, err := ip.ReadSolution(strings.NewReader("Optimal - objective value 2.00000000\n 0 x_a_v1 1 0\n 3 x_b_v2 1 0\n"))
	if err != nil {
		fmt.Println(err)
		return
	}
	x, err := s.Point(e.Formula)
	if err != nil {
		fmt.Println(err)
		return
	}
	a, err := e.Decode(x)
	fmt.Println(a, err, m.Check(a))
	// Output:
	// \ x_V_vK is 1 exactly when variable V has the value K
	// Maximize
	//  obj: x_a_v1 + x_a_v2 + x_b_v1 + x_b_v2
	// Subject To
	//  var_a: x_a_v1 + x_a_v2 = 1
	//  var_b: x_b_v1 + x_b_v2 = 1
	//  a1_v1: x_a_v1 + x_b_v1 = 1
	//  a1_v2: x_a_v2 + x_b_v2 = 1
	// Bounds
	//  x_a_v1 = 1
	// Binary
	//  x_a_v2 x_b_v1 x_b_v2
	// General
	//  x_a_v1
	// End
	// [1 2] <nil> <nil>
}
