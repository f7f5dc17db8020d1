package exchange

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"slices"
	"strings"

	"nonet/backends/ask"
	"nonet/cmd/internal/input"
	"nonet/cmd/internal/term"
	"nonet/internal/packed"
	"nonet/internal/slice"
	"nonet/model/notation"

	"github.com/spf13/cobra"
)

type convertOptions struct {
	to    string
	out   string
	lossy bool
}

func convertCommand(e *term.Env) *cobra.Command {
	var o convertOptions
	c := &cobra.Command{
		Use:   "convert [PUZZLES]",
		Short: "Write puzzles in another format or as links",
		RunE:  func(c *cobra.Command, args []string) error { return convertAll(c.Context(), e, o, args) },
	}
	input.ReadFlags(e, c)
	names := input.PuzzleFormats(func(f notation.Format) bool { return f.Writes })
	f := c.Flags()
	f.StringVar(&o.to, "to", "", "format: "+slice.JoinOr(names)+" (default: by the ending of -o, or nonet)")
	f.StringVarP(&o.out, "out", "o", "-", "file to write; - for standard output")
	f.BoolVar(&o.lossy, "lossy", false, "leave out the rules that the format cannot hold")
	term.CompleteFlag(c, "to", names...)
	term.AddCheck(c, func() error {
		o.to = cmp.Or(o.to, formatByEnding(o.out))
		return term.CheckOneOf("--to", o.to, names)
	})
	term.KeepInputs(c, &o.out)
	return c
}

func linkNames() []string {
	return input.PuzzleFormats(func(f notation.Format) bool { return f.Writes && f.IsLink() })
}

// formatByEnding returns the first format whose files have the ending of a name, and nonet if there is none.
func formatByEnding(file string) string {
	f, _ := slice.Find(notation.Formats(), func(f notation.Format) bool {
		return f.Writes && slices.Contains(f.Endings, packed.Ending(file))
	})
	return cmp.Or(f.Name, "nonet")
}

func convertAll(ctx context.Context, e *term.Env, o convertOptions, args []string) error {
	s, err := input.NewSource(e, args)
	if err != nil {
		return err
	}
	return e.WriteTo(o.out, func(w io.Writer) error { return convertTo(ctx, e, o, s, w) })
}

// convertTo writes the puzzles of s to out. A puzzle that cannot be read or written becomes a warning.
func convertTo(ctx context.Context, e *term.Env, o convertOptions, s *input.Source, out io.Writer) error {
	w, err := notation.NewWriter(out, o.to)
	if err != nil {
		return err
	}
	w.Lossy = o.lossy
	changes := map[string]bool{} // of symbols that were reported
	for it, ok := s.Next(); ok; it, ok = s.Next() {
		if ctx.Err() != nil {
			return term.Fail(term.Undecided, ask.ErrInterrupted)
		}
		if it.ReadErr != nil {
			e.Warn("%v", it.ReadErr)
			e.Raise(term.BadInput)
			continue
		}
		lost, err := notation.Lost(o.to, it.Puzzle)
		if err != nil {
			return err
		}
		refused := lost.Whole || len(lost.Meaning) > 0 && !o.lossy
		switch all := slices.Concat(lost.Meaning, lost.Texts); {
		case lost.Whole:
			e.Warn("%s: not written, because the format %s cannot hold %s", it.Name(), o.to, lost.Meaning[0])
			e.Raise(term.BadInput)
		case refused:
			e.Warn("%s: not written, because the format %s cannot hold all of it (--lossy writes the rest): %s",
				it.Name(), o.to, strings.Join(lost.Meaning, "; "))
			e.Raise(term.BadInput)
		case len(all) > 0 && !e.Flags.Quiet:
			e.Warn("%s: the format %s leaves out: %s", it.Name(), o.to, strings.Join(all, "; "))
		}
		if lost.Symbols != "" && !refused && !changes[lost.Symbols] && !e.Flags.Quiet {
			changes[lost.Symbols] = true
			e.Warn("the format %s writes values as integers: %s", o.to, lost.Symbols)
		}
		if !refused {
			if err := w.Write(it.Puzzle); err != nil {
				return fmt.Errorf("%s: %w", it.Name(), err)
			}
		}
		s.Release(it)
	}
	return w.Close()
}
