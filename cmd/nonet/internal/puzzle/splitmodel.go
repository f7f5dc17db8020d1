package puzzle

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"nonet/backends/ask"
	"nonet/cmd/internal/term"
	"nonet/cmd/nonet/internal/modelfile"
	"nonet/encode/text"
	"nonet/model"
	"nonet/model/split"

	"github.com/spf13/cobra"
)

// splitModels prints the pieces of model files as values of variables and, with a folder, writes each as a model.
func splitModels(c *cobra.Command, e *term.Env, o modelfile.Options, n int, folder string, args []string) error {
	if err := modelfile.Refuse(c); err != nil {
		return err
	}
	if folder != "" {
		if err := os.MkdirAll(folder, 0o777); err != nil {
			return term.WriteFailure(folder, err)
		}
	}
	return modelfile.ReadAll(e, o, args, func(f *modelfile.File) error {
		if f.Err != nil {
			if e.Flags.Output == "json" {
				failed := failedSplit{modelfile.HeadOf(f), "error", f.Err.Error()}
				return e.Print(string(term.AppendJSONLine(nil, failed)))
			}
			return nil
		}
		m := f.Problem.Model
		cubes, err := splitChecked(c.Context(), e, m, n)
		switch {
		case err != nil && ask.Undecided(err):
			e.Raise(term.Undecided)
			e.Warn("%s: not split: %s", f.Name, err)
			return nil
		case err != nil:
			return err
		}
		if folder != "" {
			return writePieces(e, f, cubes, folder)
		}
		var b []byte
		for i, cube := range cubes {
			if e.Flags.Output == "json" {
				b = term.AppendJSONLine(b, modelPiece{modelfile.HeadOf(f), "ok", i, len(cubes), cube.Text(m)})
			} else {
				b = append(b, cube.Text(m)+"\n"...)
			}
		}
		return e.Print(string(b))
	})
}

// splitChecked returns the pieces of a model, after a check that they cover it.
func splitChecked(ctx context.Context, e *term.Env, m *model.Model, n int) (cubes []split.Cube, err error) {
	err = ask.WithTimeout(ctx, e.Flags.Timeout, func(ctx context.Context) (err error) {
		if cubes, err = split.Split(ctx, m, n); err == nil {
			err = split.Covers(ctx, m, cubes)
		}
		return err
	})
	return cubes, err
}

// writePieces writes the pieces of a model file as models of their own.
func writePieces(e *term.Env, f *modelfile.File, cubes []split.Cube, folder string) error {
	if f.Problem.Hides() {
		e.Warn("%s: which variables are shown is not written", f.Name)
	}
	base := strings.TrimSuffix(filepath.Base(f.Name), ".gz")
	base = strings.TrimSuffix(base, filepath.Ext(base))
	for i, cube := range cubes {
		name := filepath.Join(folder, fmt.Sprintf("%s-%05d.json", base, i))
		err := term.WriteFile(name, func(w *term.FileWriter) error {
			return text.WriteJSON(w, cube.Restrict(f.Problem.Model))
		})
		if err != nil {
			return err
		}
	}
	if !e.Flags.Quiet {
		e.Note("%s: %s written", folder, term.Plural(int64(len(cubes)), "piece", "pieces"))
	}
	return nil
}

// A modelPiece is a piece of a model in JSON.
type modelPiece struct {
	modelfile.Head
	Status     string `json:"status"`
	Piece      int    `json:"piece"` // from 0
	PieceCount int    `json:"piece_count"`
	Cube       string `json:"cube"`
}

// A failedSplit is a model file that cannot be read, in JSON.
type failedSplit struct {
	modelfile.Head
	Status string `json:"status"`
	Error  string `json:"error"`
}
