package compare

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"

	"nonet/backends/ask"
	"nonet/backends/methods"
	"nonet/cmd/internal/input"
	"nonet/cmd/internal/term"
	"nonet/cmd/nonet/internal/inquiry"
	"nonet/internal/slice"
	"nonet/model"
	"nonet/model/sudoku"

	"github.com/spf13/cobra"
)

func compareCommand(e *term.Env) *cobra.Command {
	var o compareOptions
	var verify bool
	c := &cobra.Command{
		Use:   "compare [PUZZLES | MODELS]",
		Short: "Run every method side by side",
		RunE: func(c *cobra.Command, args []string) error {
			if verify {
				o.Verifier = new(ask.Verifier)
			}
			s, err := input.Open(c, e, args, "bundle")
			switch {
			case err != nil:
				return err
			case s.Several && o.html != "":
				return errors.New("--html: expected one model file")
			}
			return compareAll(c.Context(), e, o, s)
		},
	}
	input.ModelFlags(e, c)
	input.ReadFlags(e, c)
	input.TraceFlags(e, c)
	e.OutputFlag(c, "text", "json", "csv", "markdown", "latex")
	f := c.Flags()
	f.StringSliceVarP(&o.methods, "methods", "m", nil,
		"methods to compare, as names or patterns such as 'gini*', or all "+
			"(default: one for each solver and formulation)")
	f.IntVar(&o.Repeat, "repeat", 0, "runs of each method on each puzzle; the median is shown "+
		"(default: up to 5 within a second)")
	term.TimeoutFlag(c, &o.Timeout, 0, fmt.Sprintf("time limit for all runs of a method on a puzzle "+
		"(default: %v, for stochastic methods %v)", ask.DefaultTimeout, ask.StochasticTimeout))
	input.MemoryFlag(c, input.MemoryHelp)
	f.Uint64Var(&o.Seed, "seed", 0, "seed of the first run of stochastic methods; each further run has the next one")
	f.StringVar(&o.html, "html", "", "also write the comparison as an HTML page to this file")
	f.BoolVar(&verify, "verify", false, "verify each verdict after the runs: by a proof, or a second method")
	f.StringVar(&o.bundle, "bundle", "nonet-disagreement",
		"folder to write if methods disagree; a number is added if it exists")
	f.StringVar(&o.by, "by", "", "also a table of the total times by level, file or size")
	input.CompleteMethodFlag(c, "methods")
	term.KeepInputs(c, &o.html)
	term.AddCheck(c, func() error {
		if !c.Flags().Changed("by") {
			return nil
		}
		return term.CheckOneOf("--by", o.by, groupings)
	})
	term.AtLeast(c, "repeat", &o.Repeat, 1)
	return c
}

type compareOptions struct {
	methods []string
	ask.TryOptions
	html   string
	bundle string
	by     string // of groupings, or ""
}

// A round is one puzzle, or one model file, with the trials of all methods.
type round struct {
	*input.Item
	trials    []ask.Trial   // trials[i] is the trial of the i-th method
	truth     model.Verdict // the verdict that the solutions and claims of all methods allow
	solutions []sudoku.Grid // the different solutions found, at most two
}

// isRead reports whether the puzzle has no error.
func (r *round) isRead() bool { return r.ReadErr == nil }

// compareAll compares the methods on all puzzles together, since the table has medians over them, or on each model file
// alone.
func compareAll(ctx context.Context, e *term.Env, o compareOptions, s *input.Source) error {
	chosen, err := inquiry.ChooseMethods("--methods", o.methods)
	if err != nil {
		return err
	}
	s.Classic = "" // --output csv has columns for rules
	if err := e.Print(comparisonForm(e.Flags.Output).header(s.Models)); err != nil {
		return err
	}
	var done []*round
	for ctx.Err() == nil {
		var rounds []*round // in memory: a comparison takes far longer than reading
		for it, ok := s.Next(); ok; it, ok = s.Next() {
			switch {
			case ctx.Err() != nil:
				return ctx.Err()
			case it.ReadErr != nil:
				e.Raise(term.BadInput)
				e.Warn("%v", it.ReadErr)
			}
			if rounds = append(rounds, &round{Item: it}); s.Models {
				break
			}
		}
		if len(rounds) == 0 {
			break
		}
		done = append(done, slice.Filter(rounds, (*round).isRead)...)
		used := chosen
		if p := rounds[0].File; p != nil && len(o.methods) == 0 && !p.AllBits() {
			used = withOrder(chosen)
		}
		if err := compareRounds(ctx, e, o, rounds, methods.Available(ctx, used)); err != nil {
			return err
		}
	}
	if o.by == "" || len(done) == 0 {
		return nil
	}
	return e.Print(textBy(o.by, comparisonForm(e.Flags.Output), done, o.TryOptions, e.Width()))
}

// withOrder returns the methods with gini:order after gini: variables with many values have another encoding, too.
func withOrder(chosen []methods.Method) []methods.Method {
	order, err := methods.Parse("gini:order")
	i := slices.IndexFunc(chosen, func(m methods.Method) bool { return m.Name == "gini" })
	if err != nil || i < 0 {
		return chosen
	}
	return slices.Insert(slices.Clone(chosen), i+1, order)
}

// compareRounds runs all methods on the rounds and prints the comparison.
func compareRounds(ctx context.Context, e *term.Env, o compareOptions, rounds []*round,
	all []methods.Availability) error {
	form, readable := comparisonForm(e.Flags.Output), slice.Count(rounds, (*round).isRead)
	present := slice.Count(all, func(a methods.Availability) bool { return a.Err == nil })
	progress := trialProgress{e.StartProgress(int64(readable*present), "trials"), readable, present, 0}
	for _, r := range rounds {
		if r.isRead() {
			runRound(ctx, e, r, all, o, &progress)
		}
		if e.OutIsTerminal() {
			progress.Hide()
		}
		if err := e.Print(form.round(r, o.TryOptions)); err != nil {
			progress.Stop()
			return err
		}
	}
	progress.Stop()
	rounds = slices.DeleteFunc(rounds, func(r *round) bool { return r.ReadErr != nil })
	if len(rounds) == 0 {
		return nil
	}
	text := ""
	switch form {
	case "text":
		if text = comparisonText(rounds, all, o.TryOptions, e.Width()); rounds[0].Model {
			text += "\n"
		}
	case "markdown", "latex":
		text = comparisonDocument(form, rounds, all, o.TryOptions)
	}
	if err := e.Print(text); err != nil {
		return err
	}
	if o.html != "" {
		err := term.WriteFile(o.html, func(w io.Writer) error {
			return comparisonPage(w, rounds, all, o)
		})
		if err != nil {
			return err
		}
	}
	if ctx.Err() != nil {
		e.Raise(term.Undecided)
		e.Warn("interrupted")
	}
	return reportDisagreement(e, rounds, all, o)
}

// A trialProgress shows how many trials are done, and the method and the puzzle of the next one.
type trialProgress struct {
	*term.Progress
	puzzles, methods, done int
}

// begin reports that a trial of a method begins.
func (p *trialProgress) begin(name string) {
	note := fmt.Sprintf("%d of %d: %s", p.done+1, p.puzzles*p.methods, name)
	if p.puzzles > 1 {
		note += fmt.Sprintf(" on puzzle %d of %d", p.done/p.methods+1, p.puzzles)
	}
	p.SetNote(note)
}

// runRound runs all methods on one puzzle or model and judges the answers.
func runRound(ctx context.Context, e *term.Env, r *round, all []methods.Availability, o compareOptions,
	progress *trialProgress) {
	p := r.Problem()
	for _, a := range all {
		if a.Err != nil || ctx.Err() != nil {
			r.trials = append(r.trials, ask.Trial{Method: a})
			continue
		}
		progress.begin(a.Name)
		r.trials = append(r.trials, ask.Try(r.Label(ctx, a.Name), p, a, o.TryOptions))
		progress.done++
		progress.Answered(1)
	}
	var decided, negative bool
	if r.Model {
		decided, negative = ask.JudgeModel(p, r.trials)
	} else {
		r.truth, r.solutions = ask.Judge(r.trials)
		decided, negative = r.truth != model.Undecided, r.truth == model.None || r.truth == model.Multiple
	}
	switch {
	case negative:
		e.Raise(term.Negative)
	case !decided:
		e.Raise(term.Undecided) // only if no method decides: one without an answer in time is fine
	}
	raiseFailures(e, r.trials, o)
}

// raiseFailures raises the exit code for trials that failed or disagree.
func raiseFailures(e *term.Env, trials []ask.Trial, o compareOptions) {
	for i := range trials {
		t := &trials[i]
		switch {
		case t.Method.Err != nil && slices.Contains(o.methods, t.Method.Name):
			e.Raise(term.Failed) // a missing method is a failure only if it was asked for by name
		case t.Answer != nil && input.IsUnsupported(t.Answer.Err) && !slices.Contains(o.methods, t.Method.Name):
			// likewise a method that does not support the rules of a variant
		case t.Disagrees, t.Answer != nil && t.Answer.Err != nil && !ask.Undecided(t.Answer.Err):
			e.Raise(term.Failed)
		}
	}
}
