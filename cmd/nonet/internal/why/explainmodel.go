package why

import (
	"context"
	"fmt"
	"strings"
	"time"

	"nonet/backends/ask"
	"nonet/cmd/internal/input"
	"nonet/cmd/internal/printable"
	"nonet/cmd/internal/term"
	"nonet/cmd/nonet/internal/modelfile"
	"nonet/model"
	"nonet/model/explain"

	"github.com/spf13/cobra"
)

// A modelConflict explains why a model file has no solution.
type modelConflict struct {
	*modelfile.File
	method, checkedBy string
	verdict           model.Status
	constraints       []int // of the model; nil if none were found
	minimal           bool
	elapsed           time.Duration
	err               error
}

// explainModels finds for each model file without a solution constraints that contradict each other.
func explainModels(c *cobra.Command, e *term.Env, files modelfile.Options, args []string) error {
	if err := modelfile.Refuse(c, "best", "smallest", "seed"); err != nil {
		return err
	}
	return modelfile.ReadAll(e, files, args, func(f *modelfile.File) error {
		a := &modelConflict{File: f}
		if f.Err == nil {
			if err := a.find(c, e); err != nil {
				return err
			}
		}
		switch {
		case f.Err != nil:
		case a.err != nil && ask.Undecided(a.err):
			e.Raise(term.Undecided)
		case a.err != nil:
			e.Raise(term.Failed)
			e.Warn("%s: %s: %s", a.method, f.Name, term.WithoutPackage(a.err))
		case a.verdict == model.Unsatisfiable:
			e.Raise(term.Negative)
		}
		if e.Flags.Output == "json" {
			return e.Print(string(term.AppendJSONLine(nil, a.object())))
		}
		if f.Err != nil {
			return nil
		}
		text := a.text()
		if len(args) > 1 {
			text = printable.Line(f.Name) + ":\n" + text + "\n"
		}
		return e.Print(term.FoldLines(text, e.Width()))
	})
}

// find decides whether the model has a solution and, if not, finds a minimal conflict and checks it with a second
// method. The error is about the method; a.err is about the search.
func (a *modelConflict) find(c *cobra.Command, e *term.Env) error {
	p := a.Problem
	m, err := modelfile.Method(c, e.Flags.Method)
	if err != nil {
		return err
	}
	a.method = m.Name
	helper, checker := ask.Explainers(m.Backend)
	constraints := p.Model // itself, for methods that take the formula of the file
	if p.Model.Objective != nil {
		m := *p.Model
		m.Objective = nil
		constraints = &m
	}
	start := time.Now()
	a.err = ask.WithTimeout(c.Context(), e.Flags.Timeout, func(ctx context.Context) error {
		_, r, err := model.First(ctx, m.SolverOf(p), constraints)
		if a.verdict = r.Status(); err != nil || a.verdict != model.Unsatisfiable {
			return err
		}
		x, err := explain.New(ctx, helper.SolverOf(p), constraints)
		if err != nil {
			return err
		}
		conflict, err := x.Conflict(ctx, nil)
		if conflict != nil {
			a.minimal = conflict.Minimal
			a.constraints = constraintsOf(constraints, conflict)
		}
		switch {
		case err != nil:
			return err
		case conflict == nil:
			return &model.WrongAnswerError{Reason: fmt.Errorf("it found no solution, and %s one", helper.Name)}
		}
		if err := x.Verify(ctx, checker.SolverOf(p), conflict); err != nil {
			return err
		}
		a.checkedBy = checker.Name
		return nil
	})
	a.elapsed = time.Since(start)
	if input.IsMissing(a.err) {
		return input.MethodError(m.Name, a.err)
	}
	return nil
}

// constraintsOf returns the indices in m of the members of a conflict. The rules of a conflict are numbered without the
// givens of the model, and its clues are these givens.
func constraintsOf(m *model.Model, c *explain.Conflict) []int {
	all := []int{}
	rules, rule := c.Rules, 0
	clues := map[model.Given]bool{}
	for _, g := range c.Clues {
		clues[g] = true
	}
	for i, constraint := range m.Constraints {
		if g, ok := constraint.(model.Given); ok {
			if clues[g] {
				delete(clues, g)
				all = append(all, i)
			}
			continue
		}
		if len(rules) > 0 && rules[0] == rule {
			all, rules = append(all, i), rules[1:]
		}
		rule++
	}
	return all
}

// text returns the explanation for people.
func (a *modelConflict) text() string {
	var b strings.Builder
	why := ""
	if a.err != nil && ask.Undecided(a.err) {
		why = ": " + term.WithoutPackage(a.err)
	}
	cost := a.method
	if a.checkedBy != "" {
		cost = fmt.Sprintf("found by %s, confirmed by %s", a.method, a.checkedBy)
	}
	cost += ", " + term.Duration(a.elapsed)
	switch {
	case a.verdict == model.Satisfiable:
		return fmt.Sprintf("satisfiable: there is a solution, and nothing to explain (%s)\n", cost)
	case a.verdict == model.Unknown:
		return "unknown" + why + "\n"
	case a.constraints == nil:
		return "none: there is no solution, and no reason was found" + why + "\n"
	case len(a.constraints) == 0:
		return fmt.Sprintf("none: some variable has no value in its domain (%s)\n", cost)
	}
	b.WriteString("none: these constraints contradict each other\n\n")
	for _, i := range a.constraints {
		b.WriteString("  " + printable.Line(a.Problem.Describe(i)) + "\n")
	}
	n := int64(len(a.constraints))
	fmt.Fprintf(&b, "\n%s of %s: ", term.Thousands(n),
		term.Plural(int64(len(a.Problem.Model.Constraints)), "constraint", "constraints"))
	if a.minimal {
		b.WriteString("without any one of them, the others have a solution")
	} else {
		b.WriteString("some of them may be redundant" + why)
	}
	fmt.Fprintf(&b, " (%s)\n", cost)
	return b.String()
}

// object returns the explanation for JSON.
func (a *modelConflict) object() any {
	type member struct {
		Constraint string `json:"constraint"`
		Line       int    `json:"line,omitempty"`
	}
	type object struct {
		modelfile.Head
		Method    string   `json:"method,omitempty"`
		Status    string   `json:"status"`
		Conflict  []member `json:"conflict,omitempty"`
		Minimal   *bool    `json:"minimal,omitempty"`
		CheckedBy string   `json:"checked_by,omitempty"`
		Seconds   any      `json:"seconds,omitempty"`
		Error     string   `json:"error,omitempty"`
	}
	o := object{Head: modelfile.HeadOf(a.File), Method: a.method, Status: a.verdict.String(), CheckedBy: a.checkedBy}
	switch {
	case a.File.Err != nil:
		o.Status, o.Error = "error", a.File.Err.Error()
		return o
	case a.err != nil:
		o.Error = term.WithoutPackage(a.err)
	}
	o.Seconds = map[string]float64{"total": a.elapsed.Seconds()}
	if a.constraints != nil {
		o.Minimal = &a.minimal
	}
	for _, i := range a.constraints {
		o.Conflict = append(o.Conflict, member{a.Problem.DescribeOnly(i), a.Problem.Line(i)})
	}
	return o
}
