package puzzle

import (
	"context"
	"errors"
	"fmt"

	"nonet/backends/ask"
	"nonet/cmd/nonet/internal/input"
	"nonet/cmd/nonet/internal/print"
	"nonet/cmd/nonet/internal/term"
	"nonet/model/sudoku"

	"github.com/spf13/cobra"
)

func canonicalCommand(e *term.Env) *cobra.Command {
	var o canonicalOptions
	c := &cobra.Command{
		Use:   "canonical [PUZZLES]",
		Short: "Print the canonical form of each puzzle or grid, and the number of its automorphisms",
		RunE:  func(c *cobra.Command, args []string) error { return printForms(c.Context(), e, o, args) },
	}
	input.EachFlags(e, c, "text", "json")
	f := c.Flags()
	f.BoolVar(&o.automorphisms, "automorphisms", false, "print the number of automorphisms behind each form")
	f.BoolVar(&o.distinct, "distinct", false, "print the first puzzle of each class as it is (uses one core)")
	return c
}

// canonicalOptions say what is printed.
type canonicalOptions struct{ automorphisms, distinct bool }

// printForms prints the canonical forms of the puzzles that the arguments name.
func printForms(ctx context.Context, e *term.Env, o canonicalOptions, args []string) error {
	s, err := input.ClassicPuzzles(e, args, "nonet canonical")
	if err != nil {
		return err
	}
	jobs := e.Flags.Jobs
	if o.distinct {
		jobs = 1 // which puzzle of a class is the first depends on their order
	}
	w := &canonicalWorker{canonicalOptions: o, Env: e, seen: map[string]bool{}}
	puzzles, elapsed, err := input.Each(ctx, e, s, jobs, func() input.Handler { return w.handle })
	if err == nil && !e.Flags.Quiet && puzzles > 1 {
		line := term.Plural(puzzles, "puzzle", "puzzles")
		if o.distinct {
			line += ", " + term.Plural(int64(len(w.seen)), "class", "classes")
		}
		e.Note("%s in %s, %s", line, term.Duration(elapsed), term.Rate(puzzles, elapsed))
	}
	return err
}

// A canonicalWorker finds one form after the other. With distinct there is one worker; without, it keeps nothing.
type canonicalWorker struct {
	canonicalOptions
	*term.Env
	seen map[string]bool // forms, with distinct
}

func (w *canonicalWorker) handle(ctx context.Context, it *input.Item, b []byte) ([]byte, error) {
	var form sudoku.Form
	err := it.ReadErr
	if err == nil {
		form, err = w.form(ctx, it.Puzzle)
	}
	if err == nil && w.distinct {
		key := fmt.Sprint(form.Puzzle.Shape) + string(print.AppendLine(nil, form.Puzzle.Shape, form.Puzzle.Clues))
		if w.seen[key] {
			return b, nil
		}
		w.seen[key] = true
	}
	return w.Print(b, it, &form, err), err
}

// form returns the form of p. The error wraps ask.ErrTimeLimit, or is ask.ErrInterrupted.
func (w *canonicalWorker) form(ctx context.Context, p sudoku.Puzzle) (sudoku.Form, error) {
	if w.Flags.Timeout > 0 {
		limited, cancel := context.WithTimeout(ctx, w.Flags.Timeout)
		defer cancel()
		ctx = limited
	}
	form, err := sudoku.Canonical(ctx, p)
	switch {
	case errors.Is(err, context.DeadlineExceeded):
		err = fmt.Errorf("%w (%v)", ask.ErrTimeLimit, w.Flags.Timeout)
	case errors.Is(err, context.Canceled):
		err = ask.ErrInterrupted
	}
	return form, err
}

// Print appends what --output asks for. err says why there is no form.
func (w *canonicalWorker) Print(b []byte, it *input.Item, form *sudoku.Form, err error) []byte {
	if w.Flags.Output == "json" {
		return appendCanonicalJSON(b, it, form, err)
	}
	if err != nil {
		return b
	}
	p := form.Puzzle
	if w.distinct {
		p = it.Puzzle
	}
	b = print.AppendLine(b, p.Shape, p.Clues)
	if w.automorphisms {
		b = form.Automorphisms.Append(append(b, "  "...), 10)
	}
	return append(b, '\n')
}
