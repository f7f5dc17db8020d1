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
