package explain_test

import (
	"context"
	"fmt"

	"nonet/backends/native"
	"nonet/model"
	"nonet/model/explain"
	"nonet/model/sudoku"
)

// Two clues of a row are equal: the conflict consists of these two clues and the row. The third clue takes no part in
// it.
func ExampleExplainer_Conflict() {
	s := sudoku.Order(3)
	e, err := explain.New(context.Background(), native.Solver{}, s.Model())
	if err != nil {
		panic(err)
	}
	clues := []model.Given{{Var: 0, Value: 5}, {Var: 8, Value: 5}, {Var: 40, Value: 7}}
	c, err := e.Conflict(context.Background(), clues)
	if err != nil {
		panic(err)
	}
	for _, member := range e.Members(c) {
		fmt.Println(s.Model().Describe(member))
	}
	// Output:
	// r1c1 = 5
	// r1c9 = 5
	// alldifferent(r1c1, r1c2, r1c3, r1c4, r1c5, r1c6, r1c7, r1c8, r1c9)
}
