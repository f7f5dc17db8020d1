package metaheur_test

import (
	"testing"
	"time"

	"nonet/backends/backendtest"
	"nonet/metaheur"
	"nonet/model"
)

// TestTargets measures the success rates of the methods on the public lists, with limits on the moves where a paper's
// protocol has one. minRate is the least rate that passes.
func TestTargets(t *testing.T) {
	backendtest.SkipUnlessLong(t)
	annealing := func(moves int64) func(uint64) model.Solver {
		return func(seed uint64) model.Solver {
			return metaheur.Annealing{Options: metaheur.Options{Seed: seed, Moves: moves}}
		}
	}
	reading := func(a metaheur.Annealing) func(uint64) model.Solver {
		return func(seed uint64) model.Solver {
			a.Seed, a.Moves = seed, 2.4e6
			return a
		}
	}
	tempering := func(t metaheur.Tempering) func(uint64) model.Solver {
		return func(seed uint64) model.Solver {
			t.Seed = seed
			return t
		}
	}
	ils := func(seed uint64) model.Solver {
		return metaheur.IteratedLocalSearch{Options: metaheur.Options{Seed: seed}}
	}
	pure := metaheur.Tempering{Completion: metaheur.NoCompletion}
	clues := func(n int) func(t *testing.T) []*model.Model {
		return func(t *testing.T) []*model.Model { return reduced(t, "lewis", seventeenClues(t, n)) }
	}
	order := func(n, percent int) func(t *testing.T) []*model.Model {
		return func(t *testing.T) []*model.Model { return reduced(t, "lewis", randomInstances(t, n, percent, 20)) }
	}
	guided := func(seed uint64) model.Solver {
		return metaheur.Guided{Options: metaheur.Options{Seed: seed}}
	}
	all3 := func(t *testing.T) (models []*model.Model) {
		for percent := 0; percent <= 100; percent += 5 {
			models = append(models, randomInstances(t, 3, percent, 20)...)
		}
		return models
	}
	unique4 := func(file string, repeats int) func(t *testing.T) []*model.Model {
		return func(t *testing.T) (models []*model.Model) {
			for range repeats {
				models = append(models, reduced(t, "lewis", levels(file, 0)(t))...)
			}
			return models
		}
	}
	for _, target := range []struct {
		name    string
		models  func(t *testing.T) []*model.Model
		limit   time.Duration
		method  func(uint64) model.Solver
		minRate float64
	}{
		{"annealing/17 clues", func(t *testing.T) []*model.Model { return seventeenClues(t, 100) }, time.Minute,
			annealing(2.4e6), 0},
		{"hybrid/17 clues", clues(1000), time.Minute, annealing(2.4e6), 0.74},
		{"hybrid, as is/17 clues", clues(200), time.Minute, reading(metaheur.Annealing{}), 0},
		{"hybrid, below reheat/17 clues", clues(200), time.Minute,
			reading(metaheur.Annealing{Progress: metaheur.BelowReheat}), 0},
		{"hybrid, any descent/17 clues", clues(200), time.Minute,
			reading(metaheur.Annealing{Progress: metaheur.AnyDescent}), 0},
		{"hybrid, standard deviation/17 clues", clues(200), time.Minute,
			reading(metaheur.Annealing{Temperature: metaheur.StandardDeviation}), 0},
		{"hybrid, neighbours/17 clues", clues(200), time.Minute,
			reading(metaheur.Annealing{Start: metaheur.Neighbors}), 0},
		{"hybrid, any pair/17 clues", clues(200), time.Minute,
			reading(metaheur.Annealing{Choice: metaheur.AnyPair}), 0},
		{"hybrid, block first/17 clues", clues(200), time.Minute,
			reading(metaheur.Annealing{Choice: metaheur.BlockFirst}), 0},
		{"hybrid/order 3, every share", func(t *testing.T) []*model.Model { return reduced(t, "lewis", all3(t)) },
			time.Minute, annealing(0), 1},
		{"tempering/order 3, every share", func(t *testing.T) []*model.Model { return reduced(t, "lewis", all3(t)) },
			time.Minute, tempering(metaheur.Tempering{}), 1},
		{"guided/order 3, every share", all3, time.Minute, guided, 1},
		{"tempering/order 4, unique, 102 clues", unique4("order4-102.nonet.gz", 2), 40 * time.Second,
			tempering(metaheur.Tempering{}), 0.9},
		{"ils/order 4, unique, 102 clues", unique4("order4-102.nonet.gz", 2), 40 * time.Second, ils, 0.9},
		{"guided/order 4, unique, 102 clues", unique4("order4-102.nonet.gz", 2), 40 * time.Second, guided, 0.9},
		{"tempering/order 4, unique, 125 clues", unique4("order4-125.nonet.gz", 4), 40 * time.Second,
			tempering(metaheur.Tempering{}), 1},
		{"ils/order 4, unique, 125 clues", unique4("order4-125.nonet.gz", 4), 40 * time.Second, ils, 1},
		{"guided/order 4, unique, 125 clues", unique4("order4-125.nonet.gz", 4), 40 * time.Second, guided, 1},
		{"hybrid/order 4, 40 %", order(4, 40), time.Minute, annealing(4.8e7), 1},
		{"tempering/17 clues", clues(1000), 2 * time.Second, tempering(metaheur.Tempering{}), 0.99},
		{"tempering, pure/17 clues", clues(1000), 2 * time.Second, tempering(pure), 0.95},
		{"tempering/order 4, 40 %", order(4, 40), time.Minute,
			tempering(metaheur.Tempering{Options: metaheur.Options{Moves: 4.8e7}}), 1},
		{"tempering/order 5, 40 %", order(5, 40), time.Minute, tempering(metaheur.Tempering{}), 0.95},
		{"tempering/order 5, 45 %", order(5, 45), time.Minute, tempering(metaheur.Tempering{}), 0.95},
		{"tempering/order 5, 50 %", order(5, 50), time.Minute, tempering(metaheur.Tempering{}), 0.95},
		{"tempering, pure/order 5, 40 %", order(5, 40), time.Minute, tempering(pure), 0},
		{"tempering, pure/order 5, 45 %", order(5, 45), time.Minute, tempering(pure), 0},
		{"tempering, pure/order 5, 50 %", order(5, 50), time.Minute, tempering(pure), 0},
		{"ils/order 4, 40 %", order(4, 40), 3 * time.Second, ils, 1},
		{"ils/order 5, 40 %", order(5, 40), time.Minute, ils, 0.9},
		{"ils/order 5, 45 %", order(5, 45), time.Minute, ils, 0.9},
		{"ils/order 5, 50 %", order(5, 50), time.Minute, ils, 0.9},
	} {
		t.Run(target.name, func(t *testing.T) {
			sum := measure(t, target.models(t), target.limit, target.method)
			t.Log(sum)
			if p, _, _ := sum.rate(); p < target.minRate {
				t.Errorf("success rate %v, want at least %v", p, target.minRate)
			}
		})
	}
}
