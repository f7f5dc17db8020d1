package puzzle

import (
	"context"
	"errors"
	"fmt"

	"nonet/cmd/internal/input"
	"nonet/cmd/internal/print"
	"nonet/cmd/internal/term"
	"nonet/cmd/nonet/internal/modelfile"

	"github.com/spf13/cobra"
)

func splitCommand(e *term.Env) *cobra.Command {
	var n int
	var out string
	var files modelfile.Options
	c := &cobra.Command{
		Use:   "split [PUZZLES | MODELS]",
		Short: "Split puzzles into pieces that share the solutions",
		RunE: func(c *cobra.Command, args []string) error {
			if models, err := modelfile.Named(e, args); err != nil {
				return err
			} else if models {
				return splitModels(c, e, files, n, out, args)
			}
			if out != "" {
				return errors.New("--out: expected model files, since pieces of puzzles are printed")
			}
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
	modelfile.Flags(c, &files)
	c.Flags().StringVarP(&out, "out", "o", "", "folder for the pieces of model files, each as a model")
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
	cubes, err := splitChecked(ctx, e, m, n)
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
			head.Puzzle = print.GridText(p.Alphabet, p.Clues)
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
