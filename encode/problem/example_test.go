package problem_test

import (
	"context"
	"fmt"
	"strings"

	"nonet/backends/native"
	"nonet/encode/problem"
	"nonet/model"
)

// A knapsack in the format LP: of four things, which are worth most within the weight?
func ExampleRead() {
	file := "Maximize\n 9 a + 6 b + 5 c + 3 d\nSubject To\n 5 a + 4 b + 3 c + 2 d <= 9\nBinary\n a b c d\nEnd\n"
	p, err := problem.Read(strings.NewReader(file), "knapsack.lp", problem.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	best, optimal, _, err := model.Best(context.Background(), native.Solver{}, p.Model)
	fmt.Println(p.Format, best, optimal, err)
	// Output:
	// lp [1 1 0 0] true <nil>
}
