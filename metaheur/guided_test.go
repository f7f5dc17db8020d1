package metaheur

import (
	"testing"

	"nonet/model"
	"nonet/model/sudoku"
)

func TestGuided(t *testing.T) {
	conformance(t, 1e5, func(o Options) model.Solver { return Guided{Options: o} })
}

// TestGuidedReadings solves an easy puzzle with other settings.
func TestGuidedReadings(t *testing.T) {
	m := lewis(sudoku.Order(4), 0.4, 3)
	o := Options{Seed: 1, Moves: 1e5}
	for _, g := range []Guided{
		{Options: o, Keep: -1},
		{Options: o, Keep: 1, Unit: 5, Forget: -1},
	} {
		if _, r, err := model.First(t.Context(), g, m); err != nil || r.Solutions != 1 {
			t.Errorf("%+v: got %+v, error %v; want a solution", g, r, err)
		}
	}
}

// TestGuidedProves checks models that are refuted by the initial propagation, within the first restart, or after many.
func TestGuidedProves(t *testing.T) {
	clues := sudoku.Order(3).Model() // r1c9 must be 9, which is a clue in its column
	for c := range model.Var(8) {
		clues.Constraints = append(clues.Constraints, model.Given{Var: c, Value: int(c) + 1})
	}
	clues.Constraints = append(clues.Constraints, model.Given{Var: 9*4 + 8, Value: 9})
	pigeons := sudoku.Shape{Height: 2, Width: 3}.Model() // seven cells with pairwise different values, on six values
	for i, a := range []model.Var{0, 9, 13, 22, 26, 35, 5} {
		for _, b := range []model.Var{0, 9, 13, 22, 26, 35, 5}[:i] {
			pigeons.Constraints = append(pigeons.Constraints, model.NotEqual{A: a, B: b})
		}
	}
	for _, test := range []struct {
		name string
		g    Guided
		m    *model.Model
	}{
		{"clues", Guided{}, clues},
		{"pigeons", Guided{Unit: 1e6}, pigeons},
		{"pigeons, many restarts", Guided{Unit: 1}, pigeons},
		{"pigeons, three runs", Guided{Options: Options{Jobs: 3}}, pigeons},
	} {
		r, err := test.g.Solve(t.Context(), test.m, func(model.Assignment) bool { return true })
		if err != nil || r.Status() != model.Unsatisfiable {
			t.Errorf("%s: got %+v, error %v; want unsat", test.name, r, err)
		}
		if test.g.Unit == 1 && r.Stats.Effort.Restarts == 0 {
			t.Errorf("%s: no restarts, want some", test.name)
		}
	}
}
