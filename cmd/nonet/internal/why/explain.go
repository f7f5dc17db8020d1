package why

import (
	"context"
	"fmt"

	"nonet/backends/ask"
	"nonet/cmd/internal/input"
	"nonet/cmd/internal/term"
	"nonet/cmd/nonet/internal/inquiry"
	"nonet/model"

	"github.com/spf13/cobra"
)

func explainCommand(e *term.Env) *cobra.Command {
	var o inquiry.ExplainOptions
	c := &cobra.Command{
		Use:   "explain [PUZZLES | MODELS]",
		Short: "Explain why a puzzle has no solution, or several",
		RunE: func(c *cobra.Command, args []string) error {
			s, err := input.Open(c, e, args, "best", "smallest", "seed")
			if err != nil {
				return err
			}
			return input.ForEachAsked(c, e, s, "puzzle", "puzzles", func(w *input.Worker) input.Handler {
				o.Seed = e.Flags.Seed
				return (&explainWorker{w, inquiry.NewExplainer(w.Method, w.Asker, o)}).handle
			})
		},
	}
	input.ForEachFlags(e, c, "text", "json")
	input.MethodFlag(e, c)
	input.ModelFlags(e, c)
	f := c.Flags()
	f.Uint64Var(&e.Flags.Seed, "seed", 0, "seed of the orders in which clues are left out")
	f.IntVar(&o.Best, "best", 10, "number of orders to try; the conflict with the fewest clues is kept")
	f.BoolVar(&o.Smallest, "smallest", false,
		"find the fewest clues, and then the fewest rules, that contradict each other")
	term.AddCheck(c, func() error {
		if o.Best < 1 {
			return fmt.Errorf("--best %d: expected 1 or more", o.Best)
		}
		return nil
	})
	return c
}

type explainWorker struct {
	*input.Worker
	explainer *inquiry.Explainer
}

func (w *explainWorker) handle(ctx context.Context, it *input.Item, b []byte) ([]byte, error) {
	a := w.explainer.Explain(ctx, it)
	if a.Verdict == model.None || a.Verdict == model.Multiple {
		w.Raise(term.Negative)
	}
	if w.Flags.Output == "json" {
		return term.AppendJSONLine(b, w.explainer.Object(a)), a.Err
	}
	b = append(b, term.FoldLines(w.text(a), w.Width())...)
	if ask.Undecided(a.Err) { // the text contains the reason
		w.Raise(term.Undecided)
		return b, nil
	}
	return b, a.Err
}
