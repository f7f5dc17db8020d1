package compare

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"nonet/backends/ask"
	"nonet/backends/methods"
	"nonet/cmd/nonet/internal/input"
	"nonet/cmd/nonet/internal/inquiry"
	"nonet/cmd/nonet/internal/modelfile"
	"nonet/cmd/nonet/internal/print"
	"nonet/cmd/nonet/internal/term"
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
		trials := tryModel(c.Context(), e, f, methods.Available(c.Context(), chosen), o)
		judgeModel(e, f.Problem, trials, o)
		if e.Flags.Output == "json" {
			var b []byte
			for i := range trials {
				b = appendModelTrial(b, &trials[i], f, o)
			}
			return e.Print(string(b))
		}
		return e.Print(modelTable(f, trials, o, e.Width()))
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

// judgeModel compares the answers and raises the exit code.
func judgeModel(e *term.Env, p *problem.Problem, trials []ask.Trial, o compareOptions) {
	decided, none := ask.JudgeModel(p, trials)
	switch {
	case !decided:
		e.Raise(term.Undecided)
	case none:
		e.Raise(term.Negative)
	}
	raiseFailures(e, trials, o)
}

// wordOf returns an answer in a word or two.
func wordOf(a *ask.Answer, p *problem.Problem) string {
	switch {
	case a.Solution != nil && p.Model.Objective != nil && a.Optimal:
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

// modelTable returns the comparison as text.
func modelTable(f *modelfile.File, trials []ask.Trial, o compareOptions, width int) string {
	p := f.Problem
	var b strings.Builder
	fmt.Fprintf(&b, "%s: %s\n", f.Name, p.Summary())
	question := "is there a solution"
	if p.Model.Objective != nil {
		question = "which solution is the best"
	}
	all := make([]methods.Availability, len(trials))
	for i := range trials {
		all[i] = trials[i].Method
	}
	b.WriteString(strings.Replace(limits(all, o.TryOptions), "is there exactly one solution", question, 1) + "\n\n")
	t := term.Table{Head: []string{"METHOD", "VARIABLES", "CONSTRAINTS", "CLAUSES", "ROWS", "NONZEROS", "ENCODE",
		"SOLVE", "FIRST", "TOTAL", "EFFORT", "ANSWER", "AGREES"},
		Right: []bool{false, true, true, true, true, true, true, true, true, true, false, false, false, false}}
	if o.Verifier != nil {
		t.Head, t.Right = append(t.Head, "VERIFIED BY"), append(t.Right, false)
	}
	kind, unsupported := "", map[string][]string{}
	var reasons []string
	var missing, problems string
	agree := 0
	for i := range trials {
		r := &trials[i]
		a := r.Answer
		switch {
		case r.Method.Err != nil:
			missing += wideEntry(r.Method.Name, r.Method.Remedy())
			continue
		case a == nil:
			continue
		case a.Err != nil && input.IsUnsupported(a.Err):
			why := term.WithoutPackage(a.Err)
			if unsupported[why] == nil {
				reasons = append(reasons, why)
			}
			unsupported[why] = append(unsupported[why], r.Method.Name)
			continue
		case a.Err != nil && !ask.Undecided(a.Err):
			problems += wideEntry(r.Method.Name, term.WithoutPackage(a.Err))
			continue
		}
		if k := string(r.Method.Kind); k != kind {
			if kind != "" {
				t.Add("")
			}
			t.Add(k + ":")
			kind = k
		}
		if r.Decides(p) && !r.Disagrees {
			agree++
		}
		size := a.Result.Stats.Size
		preprocess, encode, solve := a.Phases()
		cells := []string{"  " + r.Method.Name, term.NonZero(size.Variables), term.NonZero(size.Constraints),
			term.NonZero(size.Clauses), term.NonZero(size.Rows), term.NonZero(size.Nonzeros),
			phase(preprocess + encode),
			phase(solve), phase(a.First), phase(a.Wall), print.Effort(a.Result.Stats.Effort), wordOf(a, p),
			modelAgrees(r, p, "", "yes", "no")}
		if r.Verified != nil {
			cells = append(cells, verifiedWord(r.Verified))
		}
		t.Add(cells...)
	}
	removed := t.Fit(width, "NONZEROS", "FIRST", "ENCODE", "EFFORT", "ROWS", "CONSTRAINTS", "SOLVE", "CLAUSES")
	b.WriteString(t.String() + term.NotShown(removed, width, "json"))
	if missing != "" {
		b.WriteString("\nMissing:\n" + missing)
	}
	if len(reasons) > 0 {
		b.WriteString("\nNot for this model:\n")
		for _, why := range reasons {
			b.WriteString(wideEntry(strings.Join(unsupported[why], ", "), why))
		}
	}
	if problems != "" {
		b.WriteString("\nProblems:\n" + problems)
	}
	b.WriteString("\n" + modelConclusion(p, trials, agree) + "\n\n")
	return term.FoldLines(b.String(), width)
}

// modelConclusion summarizes the comparison.
func modelConclusion(p *problem.Problem, trials []ask.Trial, agree int) string {
	disagree, what := 0, ""
	for i := range trials {
		switch t := &trials[i]; {
		case t.Disagrees:
			disagree++
		case t.Decides(p):
			what = wordOf(t.Answer, p)
		}
	}
	switch {
	case disagree > 0:
		return fmt.Sprintf("%s NOT AGREE with the solutions found.",
			term.Plural(int64(disagree), "method does", "methods do"))
	case agree == 0:
		return "No method decided it."
	case agree == 1:
		return "1 method answered: " + what + "."
	}
	return fmt.Sprintf("%d methods answered and agree: %s.", agree, what)
}

// unreadableModel is the JSON of a file that cannot be read.
type unreadableModel struct {
	modelfile.Head
	Status     string `json:"status"`
	Assignment any    `json:"assignment"`
	Error      string `json:"error"`
}

// modelAgrees returns nothing, yes or no: whether the method decides the question and agrees with the solutions found.
func modelAgrees(t *ask.Trial, p *problem.Problem, nothing, yes, no string) string {
	switch {
	case t.Disagrees:
		return no
	case t.Decides(p):
		return yes
	}
	return nothing
}

// appendModelTrial appends the trial as an object in a line.
func appendModelTrial(b []byte, t *ask.Trial, f *modelfile.File, o compareOptions) []byte {
	a := ask.Answer{Err: t.Method.Err}
	if t.Answer != nil {
		a = *t.Answer
	} else if a.Err == nil {
		a.Err = ask.ErrInterrupted
	}
	b = modelfile.AppendAnswer(b, f, t.Method.Name, a, t.Verified)
	b = b[:len(b)-len("}\n")]
	b = inquiry.AppendMethod(b, t)
	agrees := modelAgrees(t, f.Problem, "null", "true", "false")
	b = fmt.Appendf(b, `,"agrees":%s,"runs":%d,"limit":`, agrees, len(t.Runs))
	b = term.AppendSeconds(b, o.Limit(t.Method.Method))
	return append(b, "}\n"...)
}
