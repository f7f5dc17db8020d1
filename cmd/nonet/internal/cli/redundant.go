package cli

import (
	"context"
	"fmt"
	"strings"
	"time"

	"nonet/backends/ask"
	"nonet/model"
	"nonet/model/minimal"
	"nonet/model/sudoku"
)

// A redundancy says which clues of a puzzle with one solution could go, each alone.
type redundancy struct {
	of    int // clues
	cells []model.Var
}

// redundant finds the redundant clues of a puzzle that is known to have one solution. The time limit has been running since start.
func redundant(ctx context.Context, k *ask.Asker, start time.Time, p sudoku.Puzzle) (*redundancy, error) {
	found := &redundancy{of: p.Givens()}
	err := k.Under(ctx, start, p, func(ctx context.Context, b *ask.Ground) error {
		givens, err := minimal.NewProber(b.Oracle).Redundant(ctx, p.Given(nil))
		for _, g := range givens {
			found.cells = append(found.cells, g.Var)
		}
		return err
	})
	if err != nil {
		return nil, err
	}
	return found, nil
}

// sentence names the redundant clues.
func (r *redundancy) sentence(s sudoku.Shape) string {
	if len(r.cells) == 0 {
		return "minimal: each of the " + plural(int64(r.of), "clue", "clues") + " is needed"
	}
	return fmt.Sprintf("%d of %s could go, each alone: %s", len(r.cells), plural(int64(r.of), "clue", "clues"), strings.Join(cellNames(s, r.cells), " "))
}
