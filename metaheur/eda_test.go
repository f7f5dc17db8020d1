package metaheur

import (
	"math"
	"testing"

	"nonet/model"
	"nonet/model/sudoku"
)

func TestEDA(t *testing.T) {
	conformance(t, 6000, func(o Options) model.Solver { return EDA{Options: o} })
}

// TestEDAReadings solves an easy puzzle with other settings of sampling and learning.
func TestEDAReadings(t *testing.T) {
	m := lewis(sudoku.Order(3), 0.4, 3)
	o := Options{Seed: 1, Moves: 1e4}
	for _, e := range []EDA{
		{Options: o, Repairs: -1},
		{Options: o, Forget: -1},
		{Options: o, Forget: 1},
		{Options: o, Inertia: -1, Forget: -1, Population: 5},
	} {
		if _, r, err := model.First(t.Context(), e, m); err != nil || r.Solutions != 1 {
			t.Errorf("%+v: got %+v, error %v; want a solution", e, r, err)
		}
	}
}

// TestEDALearning checks that learning keeps distributions over the initial values, and that samples are consistent
// partial grids.
func TestEDALearning(t *testing.T) {
	k, _ := newNetwork(compile(t, lewis(sudoku.Order(4), 0.3, 1))).newPartial()
	s := newSampler(EDA{Inertia: 0.7, Forget: 0.02, Repairs: 2}, k, &rng{1})
	root := k.mark()
	moved := false
	for range 20 {
		var elite []gridSample
		for range 5 {
			s.drawSample()
			checkPartial(t, k)
			elite = append(elite, gridSample{append([]int8(nil), k.value...), k.blank})
			k.undo(root)
		}
		s.learn(elite)
		for c := range s.initial {
			sum := 0.0
			for x, p := range s.prob[c*s.width : (c+1)*s.width] {
				if p < 0 || (p > 0) != (s.initial[c]>>x&1 == 1) {
					t.Fatalf("cell %d: probability of %d is %v, initial values %b", c, x, p, s.initial[c])
				}
				sum += p
				moved = moved || p > 0.6 && p < 1
			}
			if math.Abs(sum-1) > 1e-9 {
				t.Fatalf("cell %d: probabilities add up to %v, want 1", c, sum)
			}
		}
	}
	if !moved {
		t.Error("no probability exceeds 0.6 after learning")
	}
}
