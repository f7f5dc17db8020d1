package exchange

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math/big"

	"nonet/backends"
	"nonet/backends/ask"
	"nonet/backends/dlx"
	"nonet/backends/dsatur"
	"nonet/cmd/internal/input"
	"nonet/cmd/internal/term"
	"nonet/encode/coloring"
	"nonet/encode/cover"
	"nonet/model"

	"github.com/spf13/cobra"
)

// A formulaQuestion holds the options of cover and color.
type formulaQuestion struct {
	all, count bool
	limit      int64
	colours    int // of a graph; 0: as the file says
}

// A formula is the formula of a file with its solver.
type formula struct {
	// solve passes each solution to yield as the text to print.
	solve func(ctx context.Context, yield func(text []byte) bool) (model.Result, error)
	count func(ctx context.Context, limit int64) (*big.Int, model.Result, error)
	none  string // what is printed if there is no solution
	total string // format of the line after all solutions, with their number
}

// newFormula returns the formula f with its engine. check checks each solution; text returns the text of the n-th
// solution, counted from 1.
func newFormula[F, S any](f F, engine interface {
	backends.Engine[F, S]
	backends.Counter[F]
}, check func(S) error, text func(n int, s S) []byte) formula {
	n := 0
	return formula{
		solve: func(ctx context.Context, yield func([]byte) bool) (model.Result, error) {
			var wrong error
			r, err := engine.Solve(ctx, f, func(s S) bool {
				if wrong = check(s); wrong != nil {
					return false
				}
				n++
				return yield(text(n, s))
			})
			return r, errors.Join(wrong, err)
		},
		count: func(ctx context.Context, limit int64) (*big.Int, model.Result, error) {
			return engine.CountSolutions(ctx, f, limit)
		},
	}
}

func coverCommand(e *term.Env) *cobra.Command {
	var q formulaQuestion
	return formulaCommand(e, &q, &cobra.Command{
		Use:   "cover [FILE]",
		Short: "Solve an exact cover problem in Knuth's format",
	}, func(r io.Reader) (formula, error) {
		p, err := cover.Read(r)
		if err != nil {
			return formula{}, err
		}
		f := newFormula(p, dlx.Engine{}, p.Check,
			func(n int, s cover.Solution) []byte { return cover.AppendSolution(nil, p, n, s) })
		f.none, f.total = "Altogether 0 solutions.\n", "Altogether %s.\n"
		return f, nil
	})
}

func colorCommand(e *term.Env) *cobra.Command {
	var q formulaQuestion
	c := formulaCommand(e, &q, &cobra.Command{
		Use:     "color [FILE]",
		Aliases: []string{"colour"},
		Short:   "Colour a graph in DIMACS format",
	}, func(r io.Reader) (formula, error) {
		g, err := coloring.Read(r)
		switch {
		case err != nil:
			return formula{}, err
		case q.colours > 0 && (g.Palette || g.Lists != nil) && q.colours != g.Colors:
			return formula{}, fmt.Errorf("--colours %d: the file has %d, and states the colours of single vertices",
				q.colours, g.Colors)
		case q.colours > 0:
			g.Colors = q.colours
		case g.Colors == 0:
			return formula{}, errors.New("the file does not say how many colours there are: expected --colours N")
		}
		f := newFormula(g, dsatur.Engine{}, g.Check,
			func(_ int, c coloring.Coloring) []byte { return coloring.AppendColoring(nil, g, c) })
		f.none, f.total = "s UNSATISFIABLE\n", "c %s\n"
		return f, nil
	})
	c.Flags().IntVarP(&q.colours, "colours", "k", 0, "number of colours (default: as the file says)")
	term.AddCheck(c, func() error {
		if q.colours < 0 || q.colours > dsatur.MaxColors {
			return fmt.Errorf("--colours %d: expected 1 to %d", q.colours, dsatur.MaxColors)
		}
		return nil
	})
	return c
}

// formulaCommand adds the arguments and flags of commands that solve a formula.
func formulaCommand(e *term.Env, q *formulaQuestion, c *cobra.Command,
	read func(io.Reader) (formula, error)) *cobra.Command {
	c.Args = cobra.MaximumNArgs(1)
	c.RunE = func(c *cobra.Command, args []string) error { return solveFormula(c.Context(), e, *q, args, read) }
	f := c.Flags()
	f.BoolVarP(&q.all, "all", "a", false, "print all solutions")
	f.BoolVarP(&q.count, "count", "c", false, "print the number of solutions only")
	term.TimeoutFlag(c, &e.Flags.Timeout, 0, "time limit, such as 500ms or 2m (default: none)")
	input.MemoryFlag(c, "end a search that would take more, such as 2GB; none for no limit "+
		"(default: half of the machine's)")
	term.LimitFlag(c, &q.limit, "number of solutions after which to stop (default: none); without --count it "+
		"implies --all")
	term.Exclusive(c, "all", "count")
	return c
}

func solveFormula(ctx context.Context, e *term.Env, q formulaQuestion, args []string,
	read func(io.Reader) (formula, error)) error {
	name, in, err := e.OpenOne(args, "problem")
	if err != nil {
		return err
	}
	defer in.Close()
	f, err := read(in)
	if err != nil {
		return term.Fail(term.BadInput, fmt.Errorf("%s: %w", name, err))
	}
	if e.Flags.Timeout > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, e.Flags.Timeout)
		defer cancel()
	}
	if q.count {
		return countFormula(ctx, e, q, f)
	}
	var writing error
	r, err := f.solve(ctx, func(text []byte) bool {
		_, writing = e.Out.Write(text)
		q.limit--
		return writing == nil && (q.all && q.limit < 0 || q.limit > 0)
	})
	switch {
	case writing != nil:
		return e.WriteError(writing)
	case err != nil:
		return formulaError(e, err, fmt.Sprintf("%s so far", term.Plural(int64(r.Solutions), "solution", "solutions")))
	case r.Solutions == 0:
		e.Raise(term.Negative)
		return e.Print(f.none)
	case r.Complete:
		return e.Print(fmt.Sprintf(f.total, term.Plural(int64(r.Solutions), "solution", "solutions")))
	}
	return nil
}

func countFormula(ctx context.Context, e *term.Env, q formulaQuestion, f formula) error {
	n, r, err := f.count(ctx, q.limit)
	if q.limit > 0 && !r.Complete && n.Cmp(big.NewInt(q.limit)) > 0 {
		n = big.NewInt(q.limit)
	}
	text := n.String()
	if !r.Complete {
		text = "at least " + text
	}
	if err == nil && r.Complete && n.Sign() == 0 {
		e.Raise(term.Negative)
	}
	if printing := e.Print(text + "\n"); printing != nil || err == nil {
		return printing
	}
	return formulaError(e, err, term.CountOfSolutions(n, false))
}

// formulaError returns the error of a formula that was not solved; known describes the result so far.
func formulaError(e *term.Env, err error, known string) error {
	switch {
	case errors.Is(err, context.DeadlineExceeded):
		return term.Fail(term.Undecided, fmt.Errorf("time limit reached (%v): %s", e.Flags.Timeout, known))
	case errors.Is(err, context.Canceled):
		return term.Fail(term.Undecided, fmt.Errorf("%w: %s", ask.ErrInterrupted, known))
	}
	return term.Fail(term.Failed, err)
}
