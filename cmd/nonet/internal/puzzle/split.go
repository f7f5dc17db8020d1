package puzzle

import (
	"context"
	"fmt"

	"nonet/backends/ask"
	"nonet/cmd/nonet/internal/input"
	"nonet/cmd/nonet/internal/print"
	"nonet/cmd/nonet/internal/term"
	"nonet/model/split"

	"github.com/spf13/cobra"
)

func splitCommand(e *term.Env) *cobra.Command {
	var n int
	c := &cobra.Command{
		Use:   "split [PUZZLES]",
		Short: "Split puzzles into pieces that share the solutions",
		RunE: func(c *cobra.Command, args []string) error {
			s, err := input.NewSource(e, args)
			if err != nil {
				return err
			}
			_, err = input.ForEach(c.Context(), e, s, e.Flags.Jobs, func() input.Handler {
				return func(ctx context.Context, it *input.Item, b []byte) ([]byte, error) {
					return splitPuzzle(ctx, e, it, n, b)
				}
			})
			return err
		},
	}
	input.ForEachFlags(e, c, "text", "line", "json")
	c.Flags().IntVarP(&n, "n", "n", 64, "approximate number of pieces")
	term.AddCheck(c, func() error {
		if n < 1 {
			return fmt.Errorf("--n %d: expected 1 or more", n)
		}
		return nil
	})
	return c
}

// splitPuzzle appends the pieces of a puzzle.
func splitPuzzle(ctx context.Context, e *term.Env, it *input.Item, n int, b []byte) ([]byte, error) {
	if it.ReadErr != nil {
		return print.Unreadable(b, e.Flags.Output, it), it.ReadErr
	}
	m := it.Puzzle.Model()
	var cubes []split.Cube
	err := ask.WithTimeout(ctx, e.Flags.Timeout, func(ctx context.Context) (err error) {
		if cubes, err = split.Split(ctx, m, n); err == nil {
			err = split.Covers(ctx, m, cubes)
		}
		return err
	})
	if err != nil {
		return b, err
	}
	for i, c := range cubes {
		p, err := c.RestrictPuzzle(it.Puzzle)
		if err != nil {
			return b, err
		}
		if e.Flags.Output == "json" {
			head := print.HeadOf(it)
			head.Puzzle = print.GridText(p.Clues)
			b = term.AppendJSONLine(b, pieceObject{head, print.WorkStatus(nil), i, len(cubes), c.Text(m)})
		} else if b, err = print.AppendReadable(b, p, p.Clues, ""); err != nil {
			return b, err
		}
	}
	return b, nil
}

// A pieceObject is a piece in JSON.
type pieceObject struct {
	print.Head        // with the clues of the piece
	Status     string `json:"status"`
	Piece      int    `json:"piece"` // from 0
	PieceCount int    `json:"piece_count"`
	Cube       string `json:"cube"`
}
