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
		Long: `Canonical prints for each puzzle the least of all puzzles that are the same but for a symmetry: a permutation of the values, of the bands,
of the rows within a band, of the stacks, of the columns within a stack, and transposition if boxes are square. The least is the one that comes
first when puzzles are compared cell by cell, row by row, a blank before 1 before 2. So two puzzles are essentially the same exactly if
their forms are; for complete grids this is the form known as minlex.

With --distinct, the puzzles themselves are printed, without those that are essentially the same as an earlier one.

JSON: index, puzzle, size, name if it has one, form, automorphisms (the number of symmetries that change nothing, as a decimal string), and
symmetry, which leads to the form: transpose, which comes first; rows and columns of what it leaves: rows[0] is the number, from 1, of the
row that becomes the first; digits: digits[0] is what 1 becomes. If there is no form, form is null and error says why.

A form takes microseconds for most puzzles and milliseconds for grids of order 5. Large and very regular grids can take for ever: --timeout
limits the time for each. The exit code is 0, or 2 if some puzzle cannot be read, or 3 if some form was not found in time.`,
		Example: term.Examples(
			"nonet canonical puzzles.txt",
			"nonet canonical --automorphisms 123456789456789123789123456231564897564897231897231564312645978645978312978312645",
			"nonet canonical --distinct puzzles.txt > different.txt",
			"nonet canonical --output json puzzles.txt | jq -r 'select(.automorphisms != \"1\") | .puzzle'",
		),
		RunE: func(c *cobra.Command, args []string) error { return printForms(c.Context(), e, o, args) },
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
