package rules_test

import (
	"context"
	"errors"
	"math/rand/v2"
	"testing"

	"nonet/backends/backendtest"
	"nonet/backends/rules"
	"nonet/model"
	"nonet/model/human"
	"nonet/model/sudoku"
)

func TestConformance(t *testing.T) {
	backendtest.Run(t, rules.Solver{}, backendtest.Options{Objective: true, Random: 1500})
}

// Any ladder makes a conforming solver, even one without rules.
func TestConformanceOfLadders(t *testing.T) {
	lewis, _ := human.LadderByName("lewis")
	for _, ladder := range []*human.Ladder{human.NewLadder("none", "", "", nil), lewis} {
		t.Run(ladder.Name(), func(t *testing.T) {
			backendtest.Run(t, rules.Solver{Ladder: ladder}, backendtest.Options{Objective: true})
		})
	}
}

// The ladder of all rules omits rules that assume a single solution: it finds every solution of small models.
func TestHumanFindsAll(t *testing.T) {
	for seed := range backendtest.Rounds(50, 200) {
		m := backendtest.Random(rand.New(rand.NewPCG(uint64(seed), 5)),
			backendtest.Kinds{NotEqual: true, Table: true, Linear: true})
		n, r, err := model.Count(t.Context(), rules.Solver{Ladder: human.Standard()}, m, 0)
		if want := len(backendtest.Enumerate(m)); err != nil || !r.Complete || n.Int64() != int64(want) {
			t.Errorf("seed %d: %v solutions, complete %v, error %v; want %d", seed, n, r.Complete, err, want)
		}
	}
	if n, _, err := model.Count(t.Context(), rules.Solver{Ladder: human.Standard()}, sudoku.Order(2).Model(),
		0); err != nil || n.Int64() != 288 {
		t.Errorf("4x4: %v grids, error %v; want 288", n, err)
	}
}

// A model that is too large for the rules, and an invalid model, are refused.
func TestRefused(t *testing.T) {
	var limit *human.LimitError
	if _, _, err := model.First(t.Context(), rules.Solver{}, sudoku.Order(9).Model()); !errors.As(err, &limit) {
		t.Errorf("81x81: error %v, want a *human.LimitError", err)
	}
	var invalid *model.InvalidError
	bad := &model.Model{Constraints: []model.Constraint{model.Given{Var: 0, Value: 1}}}
	if _, _, err := model.First(t.Context(), rules.Solver{}, bad); !errors.As(err, &invalid) {
		t.Errorf("a given of no variable: error %v, want a *model.InvalidError", err)
	}
	p, err := rules.Solver{}.Prepare(t.Context(), sudoku.Order(2).Model())
	if err != nil {
		t.Fatal(err)
	}
	if _, err := p.SolveGiven(t.Context(), []model.Given{{Var: 16, Value: 1}}, nil); err == nil {
		t.Error("SolveGiven accepts a given of cell 17 of 16")
	}
}

// A context that ends between two solutions ends the search, even if the next solution is a few steps away.
func TestInterruptedBetweenSolutions(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	m := backendtest.Puzzle(sudoku.Order(2), ".2.4.4.221434321").Model() // two solutions, a few steps apart
	r, err := rules.Solver{}.Solve(ctx, m, func(model.Assignment) bool { cancel(); return true })
	if !errors.Is(err, context.Canceled) || r.Solutions != 1 || r.Complete {
		t.Errorf("%d solutions, complete %v, error %v", r.Solutions, r.Complete, err)
	}
}

// The effort on puzzles small enough to follow by hand.
func TestEffort(t *testing.T) {
	for _, test := range []struct {
		name, puzzle string
		want         model.Effort
	}{
		{"one blank: one naked single", ".234341221434321", model.Effort{Nodes: 1, Propagations: 1}},
		{"equal clues in a row", "11..............", model.Effort{Nodes: 1, Failures: 1}},
		// Each value of r1c1 settles the three other blank cells, one step each.
		{"1 and 3 in the corners of a rectangle, two ways", ".2.4.4.221434321",
			model.Effort{Nodes: 3, Decisions: 1, Propagations: 6}},
	} {
		_, r, err := model.Count(t.Context(), rules.Solver{},
			backendtest.Puzzle(sudoku.Order(2), test.puzzle).Model(), 0)
		if err != nil || r.Stats.Effort != test.want {
			t.Errorf("%s: %+v, want %+v; error %v", test.name, r.Stats.Effort, test.want, err)
		}
	}
}

// The search does not allocate once it has reached the depth before.
func TestPreparedDoesNotAllocate(t *testing.T) {
	p, err := rules.Solver{}.Prepare(t.Context(), sudoku.Order(3).Model())
	if err != nil {
		t.Fatal(err)
	}
	for _, q := range backendtest.Hardest {
		givens := backendtest.Puzzle(sudoku.Order(3), q.Puzzle).Given(nil)
		ctx, all := t.Context(), func(model.Assignment) bool { return true }
		if n := testing.AllocsPerRun(5, func() { p.SolveGiven(ctx, givens, all) }); n != 0 {
			t.Errorf("%s: %v allocations", q.Name, n)
		}
	}
}
