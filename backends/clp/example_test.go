//go:build clp

package clp_test

import (
	"context"
	"fmt"

	"nonet/backends/clp"
	"nonet/encode/ip"
)

// A knapsack holds 10 kg. Which of four items have the largest total value? Each solution improves on the last.
func ExampleEngine() {
	things := []struct {
		name          string
		weight, value int
	}{{"clock", 3, 50}, {"painting", 6, 75}, {"radio", 2, 30}, {"vase", 5, 65}}

	weight := ip.Row{Name: "weight", Lower: 0, Upper: 10}
	program := &ip.Program{Shown: len(things), Maximize: true}
	for j, t := range things {
		program.Columns = append(program.Columns, ip.Column{Name: t.name, Upper: 1})
		program.Objective = append(program.Objective, ip.Entry{Column: j, Coef: t.value})
		weight.Entries = append(weight.Entries, ip.Entry{Column: j, Coef: t.weight})
	}
	program.Rows = []ip.Row{weight}

	var best ip.Point
	r, err := clp.Engine{}.Solve(context.Background(), program, func(x ip.Point) bool {
		best = append(best[:0], x...)
		return true
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	for j, taken := range best {
		if taken == 1 {
			fmt.Println(things[j].name)
		}
	}
	fmt.Println("value", program.Value(best), "optimal", r.Complete)
	// Output:
	// clock
	// radio
	// vase
	// value 145 optimal true
}
