package xcsp3_test

import (
	"context"
	"fmt"
	"strings"

	"nonet/backends/native"
	"nonet/model"
	"nonet/model/xcsp3"
)

// A constraint about an array, and a nested expression, which gets auxiliary variables.
func ExampleRead() {
	p, err := xcsp3.Read(context.Background(), strings.NewReader(`<instance format="XCSP3" type="CSP">
		<variables> <array id="x" size="[3]"> 1..3 </array> </variables>
		<constraints>
			<allDifferent> x[] </allDifferent>
			<intension> lt(dist(x[0],x[1]),dist(x[1],x[2])) </intension>
		</constraints> </instance>`), false)
	if err != nil {
		fmt.Println(err)
		return
	}
	a, _, err := model.First(context.Background(), native.Solver{}, p.Model)
	fmt.Println(a[:3], len(p.Model.Vars), err)
	// Output:
	// [2 1 3] 7 <nil>
}
