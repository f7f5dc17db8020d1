package compare

import (
	"context"
	"fmt"
	"slices"

	"nonet/backends/ask"
	"nonet/backends/methods"
	"nonet/cmd/internal/term"
	"nonet/cmd/nonet/internal/inquiry"
	"nonet/cmd/nonet/internal/modelfile"
	"nonet/encode/problem"
	"nonet/model"

	"github.com/spf13/cobra"
)

// compareModels runs the methods on each model file: they look for a solution or, with an objective, for the best one.
func compareModels(c *cobra.Command, e *term.Env, o compareOptions, files modelfile.Options, args []string) error {
	if err := modelfile.Refuse(c, "html", "bundle"); err != nil {
		return err
	}
	if e.Flags.Output == "csv" {
		return fmt.Errorf("--output csv: expected text or json for model files")
	}
	return modelfile.ReadAll(e, files, args, func(f *modelfile.File) error {
		if f.Err != nil {
			if e.Flags.Output == "json" {
				return e.Print(string(term.AppendJSONLine(nil, unreadableModel{modelfile.HeadOf(f), "error", nil,
					f.Err.Error()})))
			}
			return nil
		}
		chosen, err := inquiry.ChooseMethods("--methods", o.methods)
		if err != nil {
			return err
		}
		if len(o.methods) == 0 {
			chosen = modelMethods(chosen, f.Problem)
		}
		all := methods.Available(c.Context(), chosen)
		r := &round{file: f, trials: tryModel(c.Context(), e, f, all, o)}
		decided, none := ask.JudgeModel(f.Problem, r.trials)
		switch {
		case !decided:
			e.Raise(term.Undecided)
		case none:
			e.Raise(term.Negative)
		}
		raiseFailures(e, r.trials, o)
		if e.Flags.Output == "json" {
			var b []byte
			for i := range r.trials {
				b = appendModelTrial(b, &r.trials[i], f, o)
			}
			return e.Print(string(b))
		}
		return e.Print(comparisonText([]*round{r}, all, o.TryOptions, e.Width()) + "\n")
	})
}

// modelMethods returns the default methods for a model: those for puzzles and gini with the order encoding.
func modelMethods(chosen []methods.Method, p *problem.Problem) []methods.Method {
	if p.AllBits() {
		return chosen
	}
	order, err := methods.Parse("gini:order")
	i := slices.IndexFunc(chosen, func(m methods.Method) bool { return m.Name == "gini" })
	if err != nil || i < 0 {
		return chosen
	}
	return slices.Insert(slices.Clone(chosen), i+1, order)
}

// tryModel runs all methods on a file.
func tryModel(ctx context.Context, e *term.Env, f *modelfile.File, all []methods.Availability,
	o compareOptions) []ask.Trial {
	progress := e.StartProgress(int64(len(all)), "methods")
	defer progress.Stop()
	trials := make([]ask.Trial, len(all))
	for i, m := range all {
		if trials[i].Method = m; m.Err != nil || ctx.Err() != nil {
			continue
		}
		progress.SetNote(m.Name)
		trials[i] = ask.Try(ctx, f.Problem, m, o.TryOptions)
		progress.Answered(1)
	}
	return trials
}

// wordOf returns an answer about a model file in a word or two.
func wordOf(a *ask.Answer, p *problem.Problem) string {
	switch {
	case a.Optimal && p.Model.Objective != nil:
		return fmt.Sprintf("optimal %d", a.Value)
	case a.Solution != nil && p.Model.Objective != nil:
		return fmt.Sprintf("%d or better", a.Value)
	case a.Status() == model.Unsatisfiable:
		return "none"
	case a.Solution != nil:
		return "solved"
	}
	return "unknown"
}

// unreadableModel is the JSON of a file that cannot be read.
type unreadableModel struct {
	modelfile.Head
	Status     string `json:"status"`
	Assignment any    `json:"assignment"`
	Error      string `json:"error"`
}

// appendModelTrial appends the trial as an object in a line.
func appendModelTrial(b []byte, t *ask.Trial, f *modelfile.File, o compareOptions) []byte {
	a := ask.Answer{Err: t.Method.Err}
	if t.Answer != nil {
		a = *t.Answer
	} else if a.Err == nil {
		a.Err = ask.ErrInterrupted
	}
	return inquiry.AppendComparison(modelfile.AppendAnswer(b, f, t.Method.Name, a), t, o.TryOptions)
}
