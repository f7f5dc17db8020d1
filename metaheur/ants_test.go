package metaheur

import (
	"testing"

	"nonet/model"
	"nonet/model/sudoku"
)

func TestAnts(t *testing.T) {
	conformance(t, 6000, func(o Options) model.Solver { return Ants{Options: o} })
}

// TestAntsReadings solves an easy puzzle with both readings of q₀.
func TestAntsReadings(t *testing.T) {
	m := lewis(sudoku.Order(3), 0.4, 3)
	o := Options{Seed: 1, Moves: 1e4}
	for _, a := range []Ants{
		{Options: o, Choice: BelowQ0},
		{Options: o, Colony: 3, Evaporation: -1},
	} {
		if _, r, err := model.First(t.Context(), a, m); err != nil || r.Solutions != 1 {
			t.Errorf("%+v: got %+v, error %v; want a solution", a, r, err)
		}
	}
}

// TestAntsChoice checks how often an ant takes the value with the most pheromone, under both readings of q₀.
func TestAntsChoice(t *testing.T) {
	for _, test := range []struct {
		choice GreedyChoice
		want   float64 // probability of the third of the pheromones 1, 2, 5, if the second value is excluded
	}{{AboveQ0, 0.1 + 0.9*5/6}, {BelowQ0, 0.9 + 0.1*5/6}} {
		c := &colony{Ants: Ants{Q0: 0.9, Choice: test.choice}, rng: &rng{1}, width: 3, pheromone: []float64{1, 2, 5}}
		count := [3]float64{}
		for range 100000 {
			count[c.chooseValue(0, 0b101)]++
		}
		if p := count[2] / 100000; count[1] > 0 || p < test.want-0.01 || p > test.want+0.01 {
			t.Errorf("%v: counts %v, want the third with probability %v", test.choice, count, test.want)
		}
	}
}
