package flatzinc_test

import (
	"context"
	"fmt"
	"strings"

	"nonet/backends/native"
	"nonet/model"
	"nonet/model/flatzinc"
)

func ExampleRead() {
	p, err := flatzinc.Read(context.Background(), strings.NewReader(`
		var 1..9: x :: output_var;
		var 1..9: y :: output_var;
		constraint int_times(x, y, 35);
		constraint int_lt(x, y);
		solve satisfy;`), false)
	if err != nil {
		fmt.Println(err)
		return
	}
	a, _, err := model.First(context.Background(), native.Solver{}, p.Model)
	fmt.Printf("%s%v", p.AppendSolution(nil, a), err)
	// Output:
	// x = 5;
	// y = 7;
	// <nil>
}
