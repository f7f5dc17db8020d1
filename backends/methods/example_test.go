package methods_test

import (
	"context"
	"fmt"

	"nonet/backends/methods"
	"nonet/model"
	"nonet/model/notation"
	"nonet/model/sudoku"
)

// Two solvers of different kinds prove the same puzzle unique.
func Example() {
	puzzle, err := notation.Parse("1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3..",
		notation.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, name := range []string{"gini:extended/product", "native"} {
		m, err := methods.Parse(name)
		if err != nil {
			fmt.Println(err)
			return
		}
		verdict, solutions, _, err := model.Unique(context.Background(), m.Solver(), puzzle.Model())
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Println(m.Kind, verdict, notation.Line(nil, sudoku.Grid(solutions[0])))
	}
	// Output:
	// SAT unique 162857493534129678789643521475312986913586742628794135356478219241935867897261354
	// CP unique 162857493534129678789643521475312986913586742628794135356478219241935867897261354
}
