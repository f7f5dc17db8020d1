package metaheur_test

import (
	"context"
	"fmt"

	"nonet/metaheur"
	"nonet/model"
	"nonet/model/sudoku"
)

// Lewis's annealing fills an empty 4×4 grid. The same seed gives the same run.
func ExampleAnnealing() {
	m := sudoku.Order(2).Model()
	s := metaheur.Annealing{Options: metaheur.Options{Seed: 1}}
	a, r, err := model.First(context.Background(), s, m)
	fmt.Println(r.Status(), r.Complete, m.Violation(a), err)
	// Output: sat false 0 <nil>
}
