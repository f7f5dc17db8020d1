package generate_test

import (
	"context"
	"fmt"

	"nonet/backends"
	"nonet/backends/gophersat"
	"nonet/backends/native"
	"nonet/encode/cnf"
	"nonet/model/generate"
	"nonet/model/sudoku"
)

// A puzzle with 26 clues that are symmetric under a half turn, and requirements that no puzzle meets.
func Example() {
	gophersat := backends.Bind(nil, cnf.Encoder{}, gophersat.SAT{})
	solvers := generate.Solvers{Search: native.Solver{}, Confirm: gophersat}
	spec := generate.Spec{Shape: sudoku.Order(3), Pattern: generate.Rotate180, Clues: generate.Range{Min: 26, Max: 26}}
	maker, err := generate.NewMaker(spec, solvers)
	if err != nil {
		fmt.Println(err)
		return
	}
	p, err := maker.Make(context.Background(), 1, 0)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(p.Givens(), "clues")

	spec.Pattern = generate.Full
	_, err = generate.NewMaker(spec, solvers)
	fmt.Println(err)
	// Output:
	// 26 clues
	// 26 clues with the symmetry full: no such puzzle: no union of its orbits has that many cells
}
