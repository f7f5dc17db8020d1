package metaheur

import (
	"testing"

	"nonet/model"
	"nonet/model/sudoku"
)

func TestAnnealing(t *testing.T) {
	conformance(t, 5e6, func(o Options) model.Solver { return Annealing{Options: o} })
}

// TestAnnealingReadings solves an easy puzzle with all readings of the paper.
func TestAnnealingReadings(t *testing.T) {
	m := lewis(sudoku.Order(3), 0.6, 3)
	o := Options{Seed: 1, Moves: 2e7}
	for _, a := range []Annealing{
		{Options: o, Progress: AnyDescent},
		{Options: o, Temperature: StandardDeviation},
		{Options: o, Start: Neighbors},
		{Options: o, Choice: AnyPair},
		{Options: o, Choice: BlockFirst},
		{Options: o, Cooling: 0.9, Chain: 1000, Reheat: 5, Sample: 10},
	} {
		if _, r, err := model.First(t.Context(), a, m); err != nil || r.Solutions != 1 {
			t.Errorf("%+v: got %+v, error %v; want a solution", a, r, err)
		}
	}
}
