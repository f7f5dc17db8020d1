package make

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"nonet/cmd/internal/input"
	"nonet/cmd/internal/print"
	"nonet/cmd/internal/term"
	"nonet/encode/text"
	"nonet/model/split"

	"github.com/spf13/cobra"
)

func splitCommand(e *term.Env) *cobra.Command {
	var n int
	var out string
	c := &cobra.Command{
		Use:   "split [PUZZLES | MODELS]",
		Short: "Split puzzles into pieces that share the solutions",
		RunE: func(c *cobra.Command, args []string) error {
			s, err := input.Open(c, e, args)
			if err != nil {
				return err
			}
			switch {
			case out != "" && !s.Models:
				return errors.New("--out: expected model files, since pieces of puzzles are printed")
			case out != "":
				if err := os.MkdirAll(out, 0o777); err != nil {
					return term.WriteFailure(out, err)
				}
			}
			_, err = input.ForEach(c.Context(), e, s, e.Flags.Jobs, func() input.Handler {
				return func(ctx context.Context, it *input.Item, b []byte) ([]byte, error) {
					return splitItem(ctx, e, it, n, out, b)
				}
			})
			return err
		},
	}
	input.ForEachFlags(e, c, "text", "line", "json")
	input.ModelFlags(e, c)
	c.Flags().StringVarP(&out, "out", "o", "", "folder for the pieces of model files, each as a model")
	c.Flags().IntVarP(&n, "n", "n", 64, "approximate number of pieces")
	term.AtLeast(c, "n", &n, 1)
	return c
}

// splitItem appends the pieces of a puzzle or a model, after a check that they cover it, or writes those of a model to
// files of a folder.
func splitItem(ctx context.Context, e *term.Env, it *input.Item, n int, folder string, b []byte) ([]byte, error) {
	m := it.Problem().Whole()
	var cubes []split.Cube
	err := it.Within(ctx, func(ctx context.Context) (err error) {
		if cubes, err = split.Split(ctx, m, n); err == nil {
			err = split.Covers(ctx, m, cubes)
		}
		return err
	})
	switch {
	case err != nil:
		return b, err
	case folder != "":
		return b, writePieces(e, it, cubes, folder)
	}
	for i, c := range cubes {
		piece := pieceObject{print.HeadOf(it), print.WorkStatus(nil), i, len(cubes), c.Text(m)}
		p := it.Puzzle
		if !it.Model {
			if p, err = c.RestrictPuzzle(p); err != nil {
				return b, err
			}
			piece.Puzzle = print.GridText(p.Alphabet, p.Clues)
		}
		switch {
		case e.Flags.Output == "json":
			b = term.AppendJSONLine(b, piece)
		case it.Model:
			b = append(b, piece.Cube+"\n"...)
		default:
			if b, err = print.AppendReadable(b, p, p.Clues, ""); err != nil {
				return b, err
			}
		}
	}
	return b, nil
}

// writePieces writes the pieces of a model file as models of their own.
func writePieces(e *term.Env, it *input.Item, cubes []split.Cube, folder string) error {
	if it.File.Hides() {
		e.Warn("%s: which variables are shown is not written", it.Place.File)
	}
	for i, cube := range cubes {
		name := filepath.Join(folder, fmt.Sprintf("%s-%05d.json", it.FileName(), i))
		err := term.WriteFile(name, func(w io.Writer) error {
			return text.WriteJSON(w, it.File.Model.WithGivens(cube))
		})
		if err != nil {
			return err
		}
	}
	if !e.Flags.Quiet {
		e.Note("%s: %s written", folder, term.Plural(len(cubes), "piece", "pieces"))
	}
	return nil
}

// A pieceObject is a piece in JSON. The head of a puzzle has the clues of the piece.
type pieceObject struct {
	print.Head
	Status     string `json:"status"`
	Piece      int    `json:"piece"` // from 0
	PieceCount int    `json:"piece_count"`
	Cube       string `json:"cube"`
}
