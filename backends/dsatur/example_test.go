package dsatur_test

import (
	"context"
	"fmt"

	"nonet/backends/dsatur"
	"nonet/encode/coloring"
)

// A cycle of five vertices has 30 colourings with three colours, and none with two.
func ExampleEngine_CountSolutions() {
	edges := []coloring.Edge{{U: 0, V: 1}, {U: 0, V: 4}, {U: 1, V: 2}, {U: 2, V: 3}, {U: 3, V: 4}}
	g := &coloring.Graph{Vertices: 5, Edges: edges}
	for g.Colors = 2; g.Colors <= 3; g.Colors++ {
		n, r, err := dsatur.Engine{}.CountSolutions(context.Background(), g, 0)
		fmt.Println(n, r.Complete, err)
	}
	// Output:
	// 0 true <nil>
	// 30 true <nil>
}
