package ask

import (
	"context"
	"fmt"
	"strings"

	"nonet/cmd/internal/input"
	"nonet/cmd/internal/print"
	"nonet/cmd/internal/term"
	"nonet/cmd/nonet/internal/inquiry"
	"nonet/model"

	"github.com/spf13/cobra"
)

func candidatesCommand(e *term.Env) *cobra.Command {
	var o inquiry.CandidatesOptions
	c := &cobra.Command{
		Use:   "candidates [PUZZLES | MODELS]",
		Short: "Print the values that each cell has in some solution",
		RunE: func(c *cobra.Command, args []string) error {
			s, err := input.Open(c, e, args)
			if err != nil {
				return err
			}
			return input.ForEachAsked(c, e, s, "puzzle", "puzzles", func(w *input.Worker) input.Handler {
				return (&candidatesWorker{w, o}).handle
			})
		},
	}
	input.ForEachFlags(e, c, "text", "line", "json")
	input.ModelFlags(e, c)
	e.ColorFlag(c)
	input.MethodFlag(e, c)
	f := c.Flags()
	f.BoolVar(&o.Counts, "counts", false, "print the number of solutions in which each candidate appears")
	f.BoolVar(&o.Equal, "equal", false, "list the cells that are equal, or different, in all solutions")
	term.LimitFlag(c, &o.Limit, "limit on the solutions counted (default: none); implies --counts")
	return c
}

type candidatesWorker struct {
	*input.Worker
	inquiry.CandidatesOptions
}

func (w *candidatesWorker) handle(ctx context.Context, it *input.Item, b []byte) ([]byte, error) {
	a := inquiry.FindCandidates(ctx, w.Method, w.Asker, it, w.CandidatesOptions)
	if a.Err == nil && !a.Solvable() {
		w.Raise(term.Negative)
	}
	switch w.Flags.Output {
	case "json":
		return term.AppendJSONLine(b, a.Object(w.Method.Name)), a.Err
	case "line":
		switch {
		case a.Err != nil:
			return print.InsteadOf(b, a.Err), a.Err
		case !a.Solvable():
			return input.Instead(b, model.None.String(), it.Contradiction()), nil
		case it.Model:
			forced := func(v model.Var) string { return fmt.Sprintf("%s=%d", it.File.Model.NameOf(v), a.Values[v][0]) }
			return append(b, strings.Join(term.Names(a.Forced(), forced), " ")+"\n"...), nil
		}
		return print.AppendReadable(b, it.Puzzle, a.Filled(), "")
	}
	return append(b, w.text(a)...), a.Err
}

// candidatesSentence returns the numbers of solutions, candidates and forced cells, and the cost.
func candidatesSentence(a *inquiry.Candidates, method string) string {
	if !a.Complete {
		return fmt.Sprintf("unfinished: %s (%s, %s)",
			term.Plural(int64(a.Undecided), "value is in doubt", "values are in doubt"), method,
			term.Duration(a.Elapsed))
	}
	values := 0
	for _, v := range a.Open() {
		values += len(a.Values[v])
	}
	one, many := "blank cell", "blank cells"
	if a.Item.Model {
		one, many = "variable", "variables"
	}
	solutions := "several solutions"
	if a.Solutions >= 0 {
		solutions = term.Plural(int64(a.Solutions), "solution", "solutions")
	} else if a.Counts != nil {
		solutions = term.CountOfSolutions(a.Counts.Total, a.Counts.Exact)
	}
	return fmt.Sprintf("%s: %s for %s, %d of them forced (%s, %s, %s)", solutions,
		term.Plural(int64(values), "candidate", "candidates"),
		term.Plural(int64(len(a.Open())), one, many), len(a.Forced()), method, term.Duration(a.Elapsed),
		term.Plural(int64(a.Queries), "question", "questions"))
}
