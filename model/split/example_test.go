package split_test

import (
	"context"
	"fmt"
	"math/big"

	"nonet/backends/native"
	"nonet/model"
	"nonet/model/split"
	"nonet/model/sudoku"
)

// The solutions of a 4×4 grid, counted cube by cube.
func ExampleSplit() {
	ctx := context.Background()
	m := sudoku.Order(2).Model()
	cubes, err := split.Split(ctx, m, 4)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(split.Covers(ctx, m, cubes))
	total := new(big.Int)
	for _, c := range cubes {
		n, _, err := model.Count(ctx, native.Solver{}, m.WithGivens(c), 0)
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Println(c.Text(m), n)
		total.Add(total, n)
	}
	fmt.Println(total)
	fmt.Println(split.Covers(ctx, m, cubes[1:]))
	// Output:
	// <nil>
	// r1c1=1 72
	// r1c1=2 72
	// r1c1=3 72
	// r1c1=4 72
	// 288
	// the cubes do not cover r1c1=1
}

// The solutions of a 4×4 grid, counted by several goroutines.
func ExampleParallel() {
	s := split.Parallel(native.Solver{}, split.Options{Cubes: 8})
	n, r, err := model.Count(context.Background(), s, sudoku.Order(2).Model(), 0)
	fmt.Println(n, r.Complete, err)
	// Output: 288 true <nil>
}
