package metaheur_test

import (
	"testing"
	"time"

	"nonet/backends/backendtest"
	"nonet/metaheur"
	"nonet/model"
)

// The rates that the methods reach on the public lists, with limits on the moves where a paper's protocol has one. must is what a rate has
// to be at least.
func TestTargets(t *testing.T) {
	backendtest.Long(t)
	annealing := func(moves int64) func(uint64) model.Solver {
		return func(seed uint64) model.Solver {
			return metaheur.Annealing{Options: metaheur.Options{Seed: seed, Moves: moves}}
		}
	}
	tempering := func(c metaheur.Completion) func(uint64) model.Solver {
		return func(seed uint64) model.Solver {
			return metaheur.Tempering{Options: metaheur.Options{Seed: seed}, Completion: c}
		}
	}
	ils := func(seed uint64) model.Solver {
		return metaheur.IteratedLocalSearch{Options: metaheur.Options{Seed: seed}}
	}
	for _, target := range []struct {
		name   string
		models func() []*model.Model
		limit  time.Duration
		method func(uint64) model.Solver
		must   float64
	}{
		{"annealing/17 clues", func() []*model.Model { return few(t, 100) }, time.Minute, annealing(2.4e6), 0},
		{"hybrid/17 clues", func() []*model.Model { return reduced(t, "lewis", few(t, 1000)) }, time.Minute, annealing(2.4e6), 0.74},
		{"hybrid/order 4, 40 %", func() []*model.Model { return reduced(t, "lewis", random(t, 4, 40, 20)) }, time.Minute, annealing(4.8e7), 1},
		{"tempering/17 clues", func() []*model.Model { return reduced(t, "lewis", few(t, 1000)) }, 2 * time.Second, tempering(metaheur.Exact), 0.99},
		{"pure tempering/17 clues", func() []*model.Model { return reduced(t, "lewis", few(t, 200)) }, 2 * time.Second, tempering(metaheur.Nothing), 0.95},
		{"tempering/order 5, 45 %", func() []*model.Model { return reduced(t, "lewis", random(t, 5, 45, 20)) }, 30 * time.Second, tempering(metaheur.Exact), 0.95},
		{"ils/order 4, 40 %", func() []*model.Model { return reduced(t, "lewis", random(t, 4, 40, 20)) }, 3 * time.Second, ils, 1},
		{"ils/order 5, 45 %", func() []*model.Model { return reduced(t, "lewis", random(t, 5, 45, 10)) }, 30 * time.Second, ils, 0},
	} {
		t.Run(target.name, func(t *testing.T) {
			sum := measure(t, target.models(), target.limit, target.method)
			t.Log(sum)
			if p, _, _ := sum.rate(); p < target.must {
				t.Errorf("the rate is below %v", target.must)
			}
		})
	}
}
