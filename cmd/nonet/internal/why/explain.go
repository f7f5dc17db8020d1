package why

import (
	"context"
	"fmt"
	"time"

	"nonet/backends/ask"
	"nonet/backends/methods"
	"nonet/cmd/nonet/internal/input"
	"nonet/cmd/nonet/internal/print"
	"nonet/cmd/nonet/internal/term"
	"nonet/model"
	"nonet/model/backbone"
	"nonet/model/explain"

	"github.com/spf13/cobra"
)

func explainCommand(e *term.Env) *cobra.Command {
	var o explainOptions
	c := &cobra.Command{
		Use:   "explain [PUZZLES]",
		Short: "Explain why a puzzle has no solution, or several",
		RunE: func(c *cobra.Command, args []string) error {
			return input.ForEachAsked(c.Context(), e, args, "puzzle", "puzzles", func(w *input.Worker) input.Handler {
				x := &explainWorker{Worker: w, explainOptions: o}
				x.ruleMethod, x.checkMethod = ask.Explainers(w.Method.Backend)
				return x.handle
			})
		},
	}
	input.ForEachFlags(e, c, "text", "json")
	input.MethodFlag(e, c)
	f := c.Flags()
	f.Uint64Var(&e.Flags.Seed, "seed", 0, "seed of the orders in which clues are left out")
	f.IntVar(&o.best, "best", 10, "number of orders to try; the conflict with the fewest clues is kept")
	f.BoolVar(&o.smallest, "smallest", false,
		"find the fewest clues, and then the fewest rules, that contradict each other")
	term.AddCheck(c, func() error {
		if o.best < 1 {
			return fmt.Errorf("--best %d: expected 1 or more", o.best)
		}
		return nil
	})
	return c
}

// explainOptions are the options of the command.
type explainOptions struct {
	best     int
	smallest bool
}

type explainWorker struct {
	*input.Worker
	explainOptions
	ruleMethod  methods.Method // decides about some of the rules
	checkMethod methods.Method // checks
}

// An explanation is the answer about a puzzle. Fields that were not found are nil.
type explanation struct {
	*input.Item
	verdict model.Verdict

	conflict   *explain.Conflict
	checked    bool // by the second method
	derivation *explain.Derivation

	differ     []model.Var // cells with several true candidates; nil if they were not found
	completion *explain.Completion

	elapsed time.Duration
	err     error
}

func (w *explainWorker) handle(ctx context.Context, it *input.Item, b []byte) ([]byte, error) {
	if it.ReadErr != nil {
		return print.Unreadable(b, w.Flags.Output, it), it.ReadErr
	}
	a := &explanation{Item: it}
	a.elapsed, a.err = input.Timed(it, func(start time.Time) error { return w.explain(ctx, start, a) })
	if a.verdict == model.None || a.verdict == model.Multiple {
		w.Raise(term.Negative)
	}
	if w.Flags.Output == "json" {
		return term.AppendJSONLine(b, w.object(a)), a.err
	}
	b = append(b, term.FoldLines(w.text(a), w.Width())...)
	if ask.Undecided(a.err) { // the text contains the reason
		w.Raise(term.Undecided)
		return b, nil
	}
	return b, a.err
}

// explain finds an explanation. The time limit counts from start.
func (w *explainWorker) explain(ctx context.Context, start time.Time, a *explanation) error {
	asked := w.Asker.Ask(ctx, ask.Question{Kind: ask.Unique}, a.Puzzle)
	verdict := asked.Verdict
	if a.verdict = verdict; asked.Err != nil || verdict == model.One {
		return asked.Err
	}
	return w.Asker.WithGround(ctx, start, a.Puzzle, func(ctx context.Context, _ *ask.Ground) error {
		x, err := explain.New(w.Asker.Solver, a.Puzzle.BaseModel())
		if err != nil {
			return err
		}
		x.Groups = print.NewConstraintNames(a.Puzzle, nil).Groups()
		x.SubmodelSolver = w.ruleMethod.Solver()
		x.Orders, x.Seed, x.Smallest = w.best, w.Flags.Seed, w.smallest
		if verdict == model.None {
			return w.explainConflict(ctx, x, a)
		}
		return w.explainSolutions(ctx, x, a)
	})
}

// explainConflict finds a minimal conflict of a puzzle without a solution, checks it, and derives a contradiction from
// it.
func (w *explainWorker) explainConflict(ctx context.Context, x *explain.Explainer, a *explanation) (err error) {
	if a.conflict, err = x.Conflict(ctx, a.Puzzle.Given(nil)); err != nil {
		return err
	}
	if a.conflict == nil {
		return &model.WrongAnswerError{Reason: fmt.Errorf("it found no solution, and then one")}
	}
	if err := x.Verify(ctx, w.checkMethod.Solver(), a.conflict); err != nil {
		return err
	}
	a.checked = true
	a.derivation, err = x.Derive(ctx, a.conflict)
	return err
}

// explainSolutions finds the cells that differ between solutions, and the fewest clues to add.
func (w *explainWorker) explainSolutions(ctx context.Context, x *explain.Explainer, a *explanation) error {
	givens := a.Puzzle.Given(nil)
	f, err := backbone.NewFinder(w.Asker.Solver, a.Puzzle.BaseModel())
	if err != nil {
		return err
	}
	c, err := f.Find(ctx, givens)
	if err != nil {
		return err
	}
	for v, values := range c.Values {
		if len(values) > 1 {
			a.differ = append(a.differ, model.Var(v))
		}
	}
	a.completion, err = x.Complete(ctx, givens)
	return err
}
