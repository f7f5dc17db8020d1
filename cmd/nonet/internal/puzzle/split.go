package puzzle

import (
	"context"
	"fmt"
	"strconv"

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
		Short: "Split each puzzle into puzzles that share its solutions among them",
		RunE: func(c *cobra.Command, args []string) error {
			s, err := input.Puzzles(e, args)
			if err != nil {
				return err
			}
			_, _, err = input.Each(c.Context(), e, s, e.Flags.Jobs, func() input.Handler {
				return func(ctx context.Context, it *input.Item, b []byte) ([]byte, error) {
					return splitPuzzle(ctx, e, it, n, b)
				}
			})
			return err
		},
	}
	input.EachFlags(e, c, "text", "line", "json")
	c.Flags().IntVarP(&n, "n", "n", 64, "about how many pieces")
	term.Validate(c, func() error {
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
		return b, it.ReadErr
	}
	limited := ctx
	if e.Flags.Timeout > 0 {
		var cancel context.CancelFunc
		limited, cancel = context.WithTimeout(ctx, e.Flags.Timeout)
		defer cancel()
	}
	m := it.Puzzle.Model()
	cubes, err := split.Split(limited, m, n)
	if err == nil {
		err = split.Covers(limited, m, cubes)
	}
	switch {
	case ctx.Err() != nil:
		return b, ask.ErrInterrupted
	case limited.Err() != nil:
		return b, fmt.Errorf("%w (%v)", ask.ErrTimeLimit, e.Flags.Timeout)
	case err != nil:
		return b, err
	}
	for i, c := range cubes {
		p, err := c.On(it.Puzzle)
		if err != nil {
			return b, err
		}
		if e.Flags.Output != "json" {
			if b, err = print.AppendLeft(b, p, p.Clues, ""); err != nil {
				return b, err
			}
			continue
		}
		b = strconv.AppendInt(append(b, `{"index":`...), int64(it.Index), 10)
		b = strconv.AppendInt(append(b, `,"piece":`...), int64(i), 10)
		b = strconv.AppendInt(append(b, `,"pieces":`...), int64(len(cubes)), 10)
		b = term.AppendString(b, "cube", c.Text(m))
		b = print.AppendGrid(b, "puzzle", p.Shape, p.Clues)
		b = strconv.AppendInt(append(b, `,"size":`...), int64(p.Shape.N()), 10)
		b = append(print.AppendRules(b, p), "}\n"...)
	}
	return b, nil
}
