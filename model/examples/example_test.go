package examples_test

import (
	"context"
	"fmt"

	"nonet/backends/native"
	"nonet/model"
	"nonet/model/examples"
)

// The shortest Golomb ruler of five marks.
func Example() {
	m := examples.Golomb(5)
	best, optimal, _, err := model.Best(context.Background(), native.Solver{}, m)
	fmt.Println(best[:5], optimal, err)
	// Output:
	// [0 1 4 9 11] true <nil>
}

func ExampleAll() {
	for _, x := range examples.All() {
		fmt.Print(x.Name, " ")
	}
	// Output:
	// queens magic golomb quasigroup holes jobshop nonogram zebra langford knapsack mycielski pigeons
}
