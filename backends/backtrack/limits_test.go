package backtrack_test

import (
	"context"
	"errors"
	"testing"

	"nonet/backends/backendtest"
	"nonet/backends/backtrack"
	"nonet/model"
	"nonet/model/sudoku"
)

// A node takes time in proportion to the variables: in large models the context is checked after fewer nodes, and
// while the domains are filled.
func TestLargeModelsEnd(t *testing.T) {
	m := sudoku.Order(5).Model()
	all := func(model.Assignment) bool { return true }
	for _, test := range []struct {
		name   string
		solver model.Solver
		checks int
		most   int64 // nodes
	}{
		{"fewest", backtrack.Solver{Nodes: 5000}, 5, 900},
		{"cp-clean", backtrack.ForwardChecking{Nodes: 5000}, 14, 900},
		{"cp-thesis, domains", backtrack.ForwardChecking{Thesis: true, Nodes: 5000}, 4, 0},
	} {
		ctx := backendtest.NewCountdown(t, test.checks)
		r, err := test.solver.Solve(ctx, m, all)
		if !errors.Is(err, context.Canceled) || r.Complete || r.Stats.Effort.Nodes > test.most {
			t.Errorf("%s: %d nodes, complete %v, error %v; want at most %d nodes", test.name, r.Stats.Effort.Nodes,
				r.Complete, err, test.most)
		}
	}
}

// A check of a domain of a million values takes time in proportion to them, not to their square.
func TestWideDomainsEnd(t *testing.T) {
	m := &model.Model{Vars: []model.Variable{{Domain: model.Interval(1, 1<<20)}, {Domain: model.Interval(1, 2)}},
		Constraints: []model.Constraint{model.Linear{Terms: []model.Term{{Coef: 1}, {Coef: -3, Var: 1}}}}}
	n, r, err := model.Count(t.Context(), backtrack.ForwardChecking{}, m, 0)
	if want := int64(2 * (1<<20 - 1)); n.Int64() != 2 || r.Stats.Effort.Propagations != want || err != nil {
		t.Errorf("%v solutions, %d values removed, error %v; want 2 and %d", n, r.Stats.Effort.Propagations, err, want)
	}
}

// Nodes that look at a million values check the context each.
func TestWideNodesEnd(t *testing.T) {
	wide := model.Variable{Domain: model.Interval(1, 1<<20)}
	m := &model.Model{Vars: []model.Variable{wide, wide},
		Constraints: []model.Constraint{model.Linear{Terms: []model.Term{{Coef: 2}, {Coef: 2, Var: 1}}, Bound: 3}}}
	ctx := backendtest.NewCountdown(t, 14)
	r, err := backtrack.ForwardChecking{}.Solve(ctx, m, func(model.Assignment) bool { return true })
	if !errors.Is(err, context.Canceled) || r.Stats.Effort.Nodes > 14 {
		t.Errorf("%d nodes, error %v; want at most 14", r.Stats.Effort.Nodes, err)
	}
}
