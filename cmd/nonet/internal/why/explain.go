package why

import (
	"context"
	"fmt"
	"time"

	"nonet/backends/ask"
	"nonet/backends/methods"
	"nonet/cmd/nonet/internal/input"
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
		Short: "Say why a puzzle has no solution, or several",
		Long: `Explain says for each puzzle one of

  none      which clues and rules clash: without any one of them, the others do not; and
            how, if that can be followed in simple steps
  multiple  which cells differ between solutions, and the fewest further clues that leave
            one solution
  unique    there is nothing to explain
  unknown   the time limit was reached

That clues and rules clash is checked by a second method, and so is that they do not without any one of them. There may be other sets that
clash: clues are left out in random order, and of --best N orders the one that leaves the fewest is shown. --smallest finds the fewest
clues, and then the fewest rules for these, and proves it; its time can grow exponentially with the number of clues.

The fewest further clues are found for each solution if there are at most 300, and the fewest of all are shown. If there are more
solutions, the clues are those of one of them, and another might need fewer. Both are proved, or else it says how many are needed at least.

JSON: index, puzzle, size, name if it has one, box and rules of a variant, method, verdict; for none: members (a list with kind: clue, row, column, box or that of a rule; number of
a house or rule, from 1; cells, values and text), minimal, smallest (null without --smallest), checked_by, steps (sentences; null if simple steps do not lead to
a contradiction), contradiction (a sentence, or null) and hardest (the hardest rule of the steps, or null); for multiple: differ
(cells), solutions (null if they are more than 300), clues (a list with cell and value), at_least and exact; and seconds.

The exit code is 0 if all puzzles are unique, 1 if some are not, or 3 if some are undecided: what was found by then is printed.`,
		Example: term.Examples(
			"nonet explain 5.......5........................................................................",
			"nonet explain --smallest --timeout 1m puzzles.txt",
			"nonet explain --output json puzzles.txt | jq -r 'select(.verdict == \"none\") | .members[].text'",
		),
		RunE: func(c *cobra.Command, args []string) error {
			var err error
			if o.method, err = input.CompleteMethod(e); err != nil {
				return err
			}
			o.parts, o.second = ask.Explainers(o.method.Backend)
			s, err := input.Puzzles(e, args)
			if err != nil {
				return err
			}
			o.alone = input.Single(e, s)
			n, elapsed, err := input.Each(c.Context(), e, s, e.Flags.Jobs, func() input.Handler {
				w := &explainWorker{explainOptions: o, Env: e, asker: ask.New(o.method, e.Flags.Timeout)}
				return w.handle
			})
			if err == nil && n > 1 && !e.Flags.Quiet {
				e.Note("%s in %s, %s", term.Plural(n, "puzzle", "puzzles"), term.Duration(elapsed), term.Rate(n, elapsed))
			}
			return err
		},
	}
	input.EachFlags(e, c, "text", "json")
	input.MethodFlag(e, c)
	f := c.Flags()
	f.Uint64Var(&e.Flags.Seed, "seed", 0, "seed of the orders in which clues are left out")
	f.IntVar(&o.best, "best", 10, "try so many orders, and keep the conflict with the fewest clues")
	f.BoolVar(&o.smallest, "smallest", false, "find the fewest clues, and the fewest rules for these, that clash")
	term.Validate(c, func() error {
		if o.best < 1 {
			return fmt.Errorf("--best %d: expected 1 or more", o.best)
		}
		return nil
	})
	return c
}

// explainOptions say how a puzzle is explained.
type explainOptions struct {
	method   methods.Method
	parts    methods.Method // decides about some of the rules
	second   methods.Method // checks
	best     int
	smallest bool
	alone    bool // there is one puzzle only
}

type explainWorker struct {
	explainOptions
	*term.Env
	asker *ask.Asker
}

// An explanation is what was found out about a puzzle. What is nil was not found.
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
	a := &explanation{Item: it, err: it.ReadErr}
	if a.err == nil {
		start := time.Now()
		a.err = w.explain(ctx, start, a)
		a.elapsed = time.Since(start)
		if a.verdict == model.None || a.verdict == model.Multiple {
			w.Raise(term.Negative)
		}
	}
	if w.Flags.Output == "json" {
		return w.appendJSON(b, a), a.err
	}
	b = w.appendText(b, a)
	if ask.Undecided(a.err) { // and the text says why
		w.Raise(term.Undecided)
		return b, nil
	}
	return b, a.err
}

// explain finds an explanation. The time limit has been running since start.
func (w *explainWorker) explain(ctx context.Context, start time.Time, a *explanation) error {
	asked := w.asker.Ask(ctx, ask.Question{Kind: ask.Unique}, a.Puzzle)
	verdict := asked.Verdict
	if a.verdict = verdict; asked.Err != nil || verdict == model.One {
		return asked.Err
	}
	return w.asker.Under(ctx, start, a.Puzzle, func(ctx context.Context, _ *ask.Ground) error {
		x, err := explain.New(w.asker.Solver, a.Puzzle.Ground())
		if err != nil {
			return err
		}
		x.Parts = w.parts.Solver()
		x.Orders, x.Seed, x.Smallest = w.best, w.Flags.Seed, w.smallest
		if verdict == model.None {
			return w.clash(ctx, x, a)
		}
		return w.complete(ctx, x, a)
	})
}

// clash finds out why there is no solution.
func (w *explainWorker) clash(ctx context.Context, x *explain.Explainer, a *explanation) (err error) {
	if a.conflict, err = x.Conflict(ctx, a.Puzzle.Given(nil)); err != nil {
		return err
	}
	if a.conflict == nil {
		return &model.WrongAnswerError{Reason: fmt.Errorf("it found no solution, and then one")}
	}
	if err := x.Verify(ctx, w.second.Solver(), a.conflict); err != nil {
		return err
	}
	a.checked = true
	a.derivation, err = x.Derive(ctx, a.conflict)
	return err
}

// complete finds out how the solutions differ, and what is missing.
func (w *explainWorker) complete(ctx context.Context, x *explain.Explainer, a *explanation) error {
	givens := a.Puzzle.Given(nil)
	f, err := backbone.NewFinder(w.asker.Solver, a.Puzzle.Ground())
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
