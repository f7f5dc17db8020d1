package puzzle

import (
	"context"
	"time"

	"nonet/backends/ask"
	"nonet/cmd/nonet/internal/print"
	"nonet/model/minimal"
	"nonet/model/sudoku"
)

// redundant finds the redundant clues of a puzzle that is known to have one solution. The time limit has been running since start.
func redundant(ctx context.Context, k *ask.Asker, start time.Time, p sudoku.Puzzle) (*print.Redundancy, error) {
	found := &print.Redundancy{Of: p.Givens()}
	err := k.Under(ctx, start, p, func(ctx context.Context, b *ask.Ground) error {
		givens, err := minimal.NewProber(b.Oracle).Redundant(ctx, p.Given(nil))
		for _, g := range givens {
			found.Cells = append(found.Cells, g.Var)
		}
		return err
	})
	if err != nil {
		return nil, err
	}
	return found, nil
}
