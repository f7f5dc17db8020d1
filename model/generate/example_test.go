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

// A puzzle whose 26 cells with clues turn by 180°, and what cannot be had.
func Example() {
	gophersat := backends.Bind(nil, cnf.Encoder{}, gophersat.SAT{})
	solvers := generate.Solvers{Search: native.Solver{}, Confirm: gophersat}
	maker, err := generate.NewMaker(generate.Spec{Shape: sudoku.Order(3), Pattern: generate.Rotate180, Clues: generate.Range{Min: 26, Max: 26}}, solvers)
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

	_, err = generate.NewMaker(generate.Spec{Shape: sudoku.Order(3), Pattern: generate.Full, Clues: generate.Range{Min: 26, Max: 26}}, solvers)
	fmt.Println(err)
	// Output:
	// 26 clues
	// generate: 26 clues with the symmetry full: no such puzzle: its cells do not add up to that
}
