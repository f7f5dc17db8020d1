package make

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"time"

	"nonet/backends/ask"
	"nonet/cmd/internal/input"
	"nonet/cmd/internal/print"
	"nonet/cmd/internal/term"
	"nonet/encode/problem"
	"nonet/model"
	"nonet/model/minimal"
	"nonet/model/sudoku"

	"github.com/spf13/cobra"
)

func minimizeCommand(e *term.Env) *cobra.Command {
	var o minimizeOptions
	c := &cobra.Command{
		Use:   "minimize [PUZZLES]",
		Short: "Remove clues until every remaining one is needed",
		RunE: func(c *cobra.Command, args []string) error {
			if o.minimum && c.Flags().Changed("best") {
				return errors.New("--best tries some orders, and --minimum does not depend on the order: one is enough")
			}
			s, err := input.Open(c, e, args)
			if err != nil {
				return err
			}
			s.Unreadable = s.LineUnreadable
			return input.ForEachAsked(c, e, s, "puzzle", "puzzles", func(w *input.Worker) input.Handler {
				return (&minimizeWorker{w, o}).handle
			})
		},
	}
	input.ForEachFlags(e, c, "text", "line", "json")
	input.MethodFlag(e, c)
	f := c.Flags()
	f.Uint64Var(&e.Flags.Seed, "seed", 0, "seed of the order in which clues are tried")
	f.IntVar(&o.best, "best", 1, "number of orders to try, from --seed on; the puzzle with the fewest clues is kept")
	f.BoolVar(&o.minimum, "minimum", false, "find the fewest clues that any choice leaves")
	f.BoolVar(&o.rules, "rules", false, "then also remove rules of a variant")
	term.AtLeast(c, "best", &o.best, 1)
	return c
}

// minimizeOptions are the options of the command.
type minimizeOptions struct {
	best    int
	minimum bool
	rules   bool
}

type minimizeWorker struct {
	*input.Worker
	minimizeOptions
}

// A minimized is the result of minimize for one puzzle.
type minimized struct {
	*input.Item
	clues   sudoku.Grid   // the remaining clues; nil if there is no result
	rules   []sudoku.Rule // the remaining rules
	atLeast int           // lower bound on the number of clues; 0 if unknown
	exact   bool
	elapsed time.Duration
	err     error
}

// uniqueSolution returns the only solution of p. The error is a *term.Failure if p has no solution or several.
func uniqueSolution(ctx context.Context, k *ask.Asker, p *problem.Problem) (sudoku.Grid, error) {
	a := k.Ask(ctx, ask.Question{Kind: ask.Unique}, p)
	switch {
	case a.Err != nil:
		return nil, a.Err
	case a.Verdict == model.None:
		return nil, term.Fail(term.Negative, errors.New("it has no solution, expected exactly one"))
	case a.Verdict == model.Multiple:
		return nil, term.Fail(term.Negative, errors.New("it has several solutions, expected exactly one"))
	}
	return slices.Clone(a.Solution), nil
}

func (w *minimizeWorker) handle(ctx context.Context, it *input.Item, b []byte) ([]byte, error) {
	a := &minimized{Item: it}
	a.elapsed, a.err = input.Timed(func(start time.Time) error { return w.minimize(ctx, start, a) })
	if w.Flags.Output == "json" {
		return term.AppendJSONLine(b, w.object(a)), a.err
	}
	if a.clues == nil {
		return print.InsteadOf(b, a.err), a.err
	}
	remark := ""
	if w.Flags.Output == "text" {
		remark = a.remark()
		if _, removed := a.ruleTexts(); len(removed) > 0 {
			remark += "\n# removed: " + strings.Join(removed, "\n# removed: ")
		}
	}
	p := it.Puzzle
	p.Rules = a.rules
	b, err := print.AppendReadable(b, p, a.clues, remark)
	return b, cmp.Or(a.err, err)
}

// minimize removes clues from the puzzle of a. The time limit counts from start.
func (w *minimizeWorker) minimize(ctx context.Context, start time.Time, a *minimized) error {
	solution, err := uniqueSolution(ctx, w.Asker, a.Problem())
	if err != nil {
		return err
	}
	a.rules = a.Puzzle.Rules
	for less := a.Puzzle; ; less.Clues, less.Rules = a.clues, a.rules {
		if err := w.minimizeClues(ctx, start, a, less); err != nil || !w.rules {
			return err
		}
		err := w.Asker.WithGround(ctx, start, a.with(less), func(ctx context.Context, _ *ask.Ground) (err error) {
			less.Clues = a.clues
			order := rand.New(rand.NewPCG(w.Flags.Seed, 1)).Perm(len(less.Rules))
			if a.rules, err = w.Asker.MinimizeRules(ctx, less, solution, order); ctx.Err() != nil {
				return ctx.Err()
			}
			return err
		})
		// Without a mark, rules about what is not marked say more, so that further clues and rules may go.
		if err != nil || len(a.rules) == len(less.Rules) {
			return err
		}
	}
}

// with returns the problem of p, the puzzle of a with fewer clues or rules.
func (a *minimized) with(p sudoku.Puzzle) *problem.Problem {
	less := problem.Of(p)
	less.Spent = a.Problem().Spent
	return less
}

// minimizeClues removes clues of p, and stores the rest in a.
func (w *minimizeWorker) minimizeClues(ctx context.Context, start time.Time, a *minimized, p sudoku.Puzzle) error {
	return w.Asker.WithGround(ctx, start, a.with(p), func(ctx context.Context, b *ask.Ground) error {
		prober := minimal.NewProber(b.Oracle)
		givens := p.Given(nil)
		if w.minimum {
			m, err := prober.Minimum(ctx, givens)
			a.atLeast, a.exact = m.LowerBound, m.Exact
			a.keep(m.Givens)
			return err
		}
		for try := range w.best {
			order := rand.New(rand.NewPCG(w.Flags.Seed+uint64(try), 0)).Perm(len(givens))
			left, err := prober.Minimize(ctx, givens, order)
			a.keep(left)
			if err != nil {
				return err
			}
		}
		return nil
	})
}

// keep stores the givens if they are fewer than the best so far.
func (a *minimized) keep(givens []model.Given) {
	if a.clues != nil && len(givens) >= (sudoku.Puzzle{Clues: a.clues}).Givens() {
		return
	}
	a.clues = make(sudoku.Grid, len(a.Puzzle.Clues))
	for _, g := range givens {
		a.clues[g.Var] = g.Value
	}
}

// ruleTexts returns the remaining and the removed rules as lines of the format nonet.
func (a *minimized) ruleTexts() (left, removed []string) {
	p := a.Puzzle
	p.Rules, removed = a.rules, []string{}
	left = print.RuleTexts(p)
	next := left
	for _, text := range print.RuleTexts(a.Puzzle) {
		if len(next) > 0 && text == next[0] {
			next = next[1:]
		} else {
			removed = append(removed, text)
		}
	}
	return left, removed
}

func (a *minimized) left() int { return sudoku.Puzzle{Clues: a.clues}.Givens() }

// remark returns the numbers of clues after and before, and what is proved about them.
func (a *minimized) remark() string {
	text := fmt.Sprintf("%d of %s", a.left(), term.Plural(a.Puzzle.Givens(), "clue", "clues"))
	if n := len(a.Puzzle.Rules); len(a.rules) < n {
		text += fmt.Sprintf(", %d of %s", len(a.rules), term.Plural(n, "rule", "rules"))
	}
	switch {
	case a.exact:
		text += ", the minimum"
	case a.atLeast > 0:
		text += fmt.Sprintf(", %d or more are needed", a.atLeast)
	case a.err != nil:
		text += ", may not be minimal"
	}
	return text
}

// A minimizedObject is the answer in JSON.
type minimizedObject struct {
	print.Head
	Status     string  `json:"status"`
	Method     string  `json:"method"`
	Minimized  *string `json:"minimized"`
	*takenPart         // nil if nothing was found
	print.Tail
}

type takenPart struct {
	Clues   int      `json:"clues"`
	Left    int      `json:"left"`
	Taken   []string `json:"taken"`
	Rules   []string `json:"minimized_rules,omitzero"`
	Removed []string `json:"removed_rules,omitzero"`
	AtLeast *int     `json:"at_least,omitempty"`
	Exact   *bool    `json:"exact,omitempty"`
}

func (w *minimizeWorker) object(a *minimized) minimizedObject {
	o := minimizedObject{Head: print.HeadOf(a.Item), Status: print.WorkStatus(a.err), Method: w.Method.Name,
		Minimized: print.GridText(a.Puzzle.Alphabet, a.clues), Tail: print.TailOf(a.elapsed, a.err)}
	if a.clues == nil {
		return o
	}
	taken := a.Problem().Differing(a.clues, a.Puzzle.Clues)
	o.takenPart = &takenPart{Clues: a.Puzzle.Givens(), Left: a.left(), Taken: print.CellNames(a.Puzzle.Shape, taken)}
	if w.rules {
		o.takenPart.Rules, o.Removed = a.ruleTexts()
	}
	if w.minimum {
		o.AtLeast, o.Exact = &a.atLeast, &a.exact
	}
	return o
}
