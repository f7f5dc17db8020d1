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
		Long: `Split prints puzzles, one per line, which have the clues of the given one and some more. Every solution of the given puzzle is a solution of
exactly one of them: so it has one if one of them has, and as many as they have together. They can be solved by any tool, in any order, anywhere.

The clues to add are chosen so as to even the pieces out: of 64 pieces of hard 25x25 puzzles the longest took 3 to 6 times as long as the mean
one. There are N pieces at least that are not refuted at once, unless the puzzle is too easy for that; those that are refuted are printed as well,
so that anybody can see that none is missing. That was checked before the first is printed. The same puzzle and N give the same pieces. Those of
a variant are printed in the format nonet, with its rules.

Solve, unique and count do all this by themselves with --cubes N.

JSON: index (of the given puzzle), piece, pieces, cube (the clues that were added), puzzle, size; of a variant box and rules.`,
		Example: term.Examples(
			"nonet split --n 64 hard.txt > pieces.txt",
			"nonet split --n 8 1....7....3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3.. | nonet count",
			"nonet split --output json hard.txt | jq -r .cube",
		),
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
