package puzzle

import (
	"context"
	"fmt"
	"slices"
	"time"

	"nonet/backends/ask"
	"nonet/cmd/nonet/internal/input"
	"nonet/cmd/nonet/internal/print"
	"nonet/cmd/nonet/internal/term"
	"nonet/model"
	"nonet/model/backbone"
	"nonet/model/sudoku"

	"github.com/spf13/cobra"
)

func candidatesCommand(e *term.Env) *cobra.Command {
	var o candidatesOptions
	c := &cobra.Command{
		Use:   "candidates [PUZZLES]",
		Short: "Print the values that each cell has in some solution",
		RunE: func(c *cobra.Command, args []string) error {
			return input.ForEachAsked(c.Context(), e, args, "puzzle", "puzzles", func(w *input.Worker) input.Handler {
				return (&candidatesWorker{w, o}).handle
			})
		},
	}
	input.ForEachFlags(e, c, "text", "line", "json")
	input.MethodFlag(e, c)
	f := c.Flags()
	f.BoolVar(&o.counts, "counts", false, "print the number of solutions in which each candidate appears")
	f.BoolVar(&o.equal, "equal", false, "list the cells that are equal, or different, in all solutions")
	term.LimitFlag(c, &o.limit, "limit on the solutions counted (default: none); implies --counts")
	return c
}

// candidatesOptions are the options of the command.
type candidatesOptions struct {
	counts, equal bool
	limit         int64
}

type candidatesWorker struct {
	*input.Worker
	candidatesOptions
}

// A candidatesAnswer is the answer about a puzzle. Fields that were not asked for or not found are nil.
type candidatesAnswer struct {
	*input.Item
	*backbone.Candidates
	counts    *backbone.Counts
	relations *backbone.Relations
	elapsed   time.Duration
	err       error
}

func (w *candidatesWorker) handle(ctx context.Context, it *input.Item, b []byte) ([]byte, error) {
	if it.ReadErr != nil {
		return print.Unreadable(b, w.Flags.Output, it), it.ReadErr
	}
	a := &candidatesAnswer{Item: it}
	a.elapsed, a.err = input.Timed(it, func(start time.Time) error {
		return w.Asker.WithGround(ctx, start, it.Puzzle,
			func(ctx context.Context, g *ask.Ground) error { return w.find(ctx, g, a) })
	})
	if a.err == nil && !a.Solvable() {
		w.Raise(term.Negative)
	}
	switch w.Flags.Output {
	case "json":
		return w.appendJSON(b, a), a.err
	case "line":
		switch {
		case a.err != nil:
			return print.InsteadOf(b, a.err), a.err
		case !a.Solvable():
			return print.Instead(b, model.None.String(), it.Puzzle.Contradiction()), nil
		}
		return print.AppendReadable(b, it.Puzzle, a.filled(), "")
	}
	return append(b, w.text(a)...), a.err
}

func (w *candidatesWorker) find(ctx context.Context, g *ask.Ground, a *candidatesAnswer) error {
	f, _ := g.Extra.(*backbone.Finder)
	var err error
	if f == nil {
		if f, err = ask.NewFinder(w.Method, a.Puzzle.BaseModel()); err != nil {
			return err
		}
		g.Extra = f
	}
	givens := a.Puzzle.Given(nil)
	if a.Candidates, err = f.Find(ctx, givens); err != nil {
		return err
	}
	if a.Solvable() && (w.counts || w.limit > 0) {
		if a.counts, err = f.Count(ctx, givens, a.Candidates, w.limit); err != nil {
			return err
		}
	}
	if a.Solvable() && w.equal {
		if a.relations, err = f.Relate(ctx, givens, a.Candidates); err != nil {
			return err
		}
	}
	return nil
}

// filled returns the puzzle with all forced cells filled in.
func (a *candidatesAnswer) filled() sudoku.Grid {
	g := slices.Clone(a.Puzzle.Clues)
	for _, x := range a.Backbone() {
		g[x.Var] = x.Value
	}
	return g
}

// forced returns the forced cells that are not clues.
func (a *candidatesAnswer) forced() []model.Var {
	var all []model.Var
	for _, x := range a.Backbone() {
		if a.Puzzle.Clues[x.Var] == 0 {
			all = append(all, x.Var)
		}
	}
	return all
}

// sentence returns the numbers of solutions, candidates and forced cells, and the cost.
func (a *candidatesAnswer) sentence(method string) string {
	if !a.Complete {
		return fmt.Sprintf("unfinished: %s (%s, %s)",
			term.Plural(int64(a.Undecided), "value is in doubt", "values are in doubt"), method,
			term.Duration(a.elapsed))
	}
	blank, forced := len(a.Puzzle.Clues)-a.Puzzle.Givens(), len(a.forced())
	values := 0
	for c, list := range a.Values {
		if a.Puzzle.Clues[c] == 0 {
			values += len(list)
		}
	}
	solutions := "several solutions"
	if a.Solutions >= 0 {
		solutions = term.Plural(int64(a.Solutions), "solution", "solutions")
	} else if a.counts != nil {
		solutions = term.CountOfSolutions(a.counts.Total, a.counts.Exact)
	}
	return fmt.Sprintf("%s: %s for %s, %d of them forced (%s, %s, %s)", solutions,
		term.Plural(int64(values), "candidate", "candidates"),
		term.Plural(int64(blank), "blank cell", "blank cells"), forced, method, term.Duration(a.elapsed),
		term.Plural(int64(a.Queries), "question", "questions"))
}
