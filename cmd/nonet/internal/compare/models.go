package compare

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

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

// A modelTrial is the result of a method on a model file: its answer, or nil if it is not available or did not run.
type modelTrial struct {
	method methods.Availability
	answer *ask.Answer // of the median run
	runs   int
	agrees string // yes, no, or "" if there is nothing to compare

	verified *ask.Verification // with --verify, of an answer without an error; otherwise nil
}

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
			for i := range trials {
				if err := e.Print(string(trials[i].json(f, o))); err != nil {
					return err
				}
			}
			return nil
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
	o compareOptions) []modelTrial {
	progress := e.StartProgress(int64(len(all)), "methods")
	defer progress.Stop()
	trials := make([]modelTrial, len(all))
	for i, m := range all {
		t := &trials[i]
		if t.method = m; m.Err != nil || ctx.Err() != nil {
			continue
		}
		progress.SetNote(m.Name)
		var answers []ask.Answer
		left := o.Limit(m.Method)
		for begin := time.Now(); len(answers) < max(1, o.Repeat) && left > 0; {
			m.RunOptions.Seed = o.Seed + uint64(len(answers))
			a := ask.New(m.Method, left).Ask(ctx, ask.Question{Kind: ask.Solve}, f.Problem)
			answers = append(answers, a)
			if a.Err != nil {
				break
			}
			left = o.Limit(m.Method) - time.Since(begin)
		}
		t.runs = len(answers)
		if last := &answers[t.runs-1]; last.Err != nil {
			t.answer = last
		} else {
			slices.SortFunc(answers, func(a, b ask.Answer) int { return int(a.Wall - b.Wall) })
			t.answer = &answers[(t.runs-1)/2]
			if o.Verifier != nil {
				limit := o.Limit(m.Method) + t.answer.Wall
				t.verified, t.answer.Err = o.Verifier.Verify(ctx, m.Method, t.answer, f.Problem, limit)
			}
		}
		progress.Answered(1)
	}
	return trials
}

// judgeModel compares the answers and raises the exit code. A solution refutes a claim that there is none, and a better
// solution a claim that a value is optimal.
func judgeModel(e *term.Env, p *problem.Problem, trials []modelTrial, o compareOptions) {
	var best *ask.Answer
	decided, none := false, false
	for i := range trials {
		a := trials[i].answer
		if a == nil || a.Solution == nil {
			continue
		}
		if best == nil || p.Model.Objective != nil && p.Model.Objective.Better(a.Value, best.Value) {
			best = a
		}
	}
	for i := range trials {
		t := &trials[i]
		named := slices.Contains(o.methods, t.method.Name)
		switch a := t.answer; {
		case a == nil:
			if t.method.Err != nil && named {
				e.Raise(term.Failed)
			}
		case a.Err != nil && !ask.Undecided(a.Err):
			if !input.IsUnsupported(a.Err) || named {
				e.Raise(term.Failed)
			}
		case a.Status() == model.Unsatisfiable, a.Optimal, p.Model.Objective == nil && a.Solution != nil:
			decided = true
			none = none || a.Status() == model.Unsatisfiable
			t.agrees = "yes"
			if best != nil && (a.Solution == nil || a.Value != best.Value) {
				t.agrees = "no"
				e.Raise(term.Failed)
			}
		}
	}
	switch {
	case !decided:
		e.Raise(term.Undecided)
	case none:
		e.Raise(term.Negative)
	}
}

// word returns the answer in a word or two.
func (t *modelTrial) word(p *problem.Problem) string {
	a := t.answer
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
func modelTable(f *modelfile.File, trials []modelTrial, o compareOptions, width int) string {
	p := f.Problem
	var b strings.Builder
	fmt.Fprintf(&b, "%s: %s\n", f.Name, p.Summary())
	question := "is there a solution"
	if p.Model.Objective != nil {
		question = "which solution is the best"
	}
	all := make([]methods.Availability, len(trials))
	for i := range trials {
		all[i] = trials[i].method
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
		a := r.answer
		switch {
		case r.method.Err != nil:
			missing += wideEntry(r.method.Name, r.method.Remedy())
			continue
		case a == nil:
			continue
		case a.Err != nil && input.IsUnsupported(a.Err):
			why := term.WithoutPackage(a.Err)
			if unsupported[why] == nil {
				reasons = append(reasons, why)
			}
			unsupported[why] = append(unsupported[why], r.method.Name)
			continue
		case a.Err != nil && !ask.Undecided(a.Err):
			problems += wideEntry(r.method.Name, term.WithoutPackage(a.Err))
			continue
		}
		if k := string(r.method.Kind); k != kind {
			if kind != "" {
				t.Add("")
			}
			t.Add(k + ":")
			kind = k
		}
		if r.agrees == "yes" {
			agree++
		}
		size := a.Result.Stats.Size
		preprocess, encode, solve := a.Phases()
		cells := []string{"  " + r.method.Name, term.NonZero(size.Variables), term.NonZero(size.Constraints),
			term.NonZero(size.Clauses), term.NonZero(size.Rows), term.NonZero(size.Nonzeros),
			phase(preprocess + encode),
			phase(solve), phase(a.First), phase(a.Wall), print.Effort(a.Result.Stats.Effort), r.word(p), r.agrees}
		if r.verified != nil {
			cells = append(cells, verifiedWord(r.verified))
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
func modelConclusion(p *problem.Problem, trials []modelTrial, agree int) string {
	disagree, what := 0, ""
	for i := range trials {
		switch trials[i].agrees {
		case "no":
			disagree++
		case "yes":
			what = trials[i].word(p)
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

// json returns the trial as an object in a line.
func (t *modelTrial) json(f *modelfile.File, o compareOptions) []byte {
	a := ask.Answer{Err: t.method.Err}
	if t.answer != nil {
		a = *t.answer
	} else if a.Err == nil {
		a.Err = ask.ErrInterrupted
	}
	b := modelfile.AppendAnswer(nil, f, t.method.Name, a, t.verified)
	b = b[:len(b)-len("}\n")]
	b = fmt.Appendf(b, `,"available":%t`, t.method.Err == nil)
	b = term.AppendString(b, "version", t.method.Version)
	if t.method.Err != nil {
		b = term.AppendString(b, "install", t.method.Remedy())
	}
	agrees := map[string]string{"yes": "true", "no": "false", "": "null"}[t.agrees]
	b = fmt.Appendf(b, `,"agrees":%s,"runs":%d,"limit":`, agrees, t.runs)
	b = term.AppendSeconds(b, o.Limit(t.method.Method))
	return append(b, "}\n"...)
}
