package compare

import (
	"context"
	"fmt"
	"slices"

	"nonet/backends/ask"
	"nonet/backends/methods"
	"nonet/cmd/internal/input"
	"nonet/cmd/internal/term"
	"nonet/cmd/nonet/internal/inquiry"
	"nonet/encode/problem"
	"nonet/model"
)

// compareModels runs the methods on each model file: they look for a solution or, with an objective, for the best one.
func compareModels(ctx context.Context, e *term.Env, o compareOptions, s *input.Source) error {
	form := comparisonForm(e.Flags.Output)
	if err := e.Print(form.header(true)); err != nil {
		return err
	}
	for it, ok := s.Next(); ok; it, ok = s.Next() {
		r := &round{Item: it}
		if it.ReadErr != nil {
			e.Raise(term.BadInput)
			e.Warn("%s", it.ReadErr)
			if err := e.Print(form.round(r, o.TryOptions)); err != nil {
				return err
			}
			continue
		}
		chosen, err := inquiry.ChooseMethods("--methods", o.methods)
		if err != nil {
			return err
		}
		if len(o.methods) == 0 {
			chosen = modelMethods(chosen, it.File)
		}
		all := methods.Available(ctx, chosen)
		progress := trialProgress{e.StartProgress(int64(len(all)), "trials"), 1, len(all), 0}
		runRound(ctx, e, r, all, o, &progress)
		progress.Stop()
		text := form.round(r, o.TryOptions)
		if form == "text" {
			text = comparisonText([]*round{r}, all, o.TryOptions, e.Width()) + "\n"
		}
		if err := e.Print(text); err != nil {
			return err
		}
	}
	return nil
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
