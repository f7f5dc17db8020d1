package dlx_test

import (
	"context"
	"errors"
	"testing"

	"nonet/backends/backendtest"
	"nonet/backends/dlx"
	"nonet/encode/cover"
	"nonet/model/sudoku"
)

// A step in a problem of many items takes long: the context is checked after fewer steps.
func TestLargeProblemsEnd(t *testing.T) {
	e, err := cover.Encoder{}.Encode(t.Context(), sudoku.Order(7).Model()) // 9,604 items, 2,401 of them for cells
	if err != nil {
		t.Fatal(err)
	}
	ctx := backendtest.NewCountdown(t, 4)
	r, err := dlx.Engine{}.Solve(ctx, e.Formula, func(cover.Solution) bool { return false })
	if most := int64(300); !errors.Is(err, context.Canceled) || r.Complete || r.Stats.Effort.Nodes > most {
		t.Errorf("%d nodes, complete %v, error %v; want at most %d nodes", r.Stats.Effort.Nodes, r.Complete, err, most)
	}
}
