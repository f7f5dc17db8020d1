package why

import (
	"context"
	"fmt"
	"strings"
	"time"

	"nonet/backends/ask"
	"nonet/backends/methods"
	"nonet/cmd/internal/input"
	"nonet/cmd/internal/print"
	"nonet/cmd/internal/printable"
	"nonet/cmd/internal/term"
	"nonet/model"
	"nonet/model/explain"
)

// A modelConflict explains why a model file has no solution.
type modelConflict struct {
	*input.Item
	method, checkedBy string
	verdict           model.Status
	constraints       []int // of the model; nil if none were found
	minimal           bool
	elapsed           time.Duration
	err               error
}

// handleModel finds for a model file without a solution constraints that contradict each other.
func (w *explainWorker) handleModel(ctx context.Context, it *input.Item, b []byte) ([]byte, error) {
	a := &modelConflict{Item: it, method: w.Method.Name}
	start := time.Now()
	a.err = ask.WithTimeout(ctx, w.Flags.Timeout, func(ctx context.Context) error { return a.find(ctx, w.Method) })
	a.elapsed = time.Since(start)
	if a.err == nil && a.verdict == model.Unsatisfiable {
		w.Raise(term.Negative)
	}
	if w.Flags.Output == "json" {
		return term.AppendJSONLine(b, a.object()), a.err
	}
	text := a.text()
	if !w.Alone {
		text = printable.Line(it.Place.File) + ":\n" + text + "\n"
	}
	return append(b, term.FoldLines(text, w.Width())...), a.err
}

// find decides whether the model has a solution and, if not, finds a minimal conflict and checks it with a second
// method.
func (a *modelConflict) find(ctx context.Context, m methods.Method) error {
	helper, checker := ask.Explainers(m.Backend)
	constraints := a.File.Model // itself, for methods that take the formula of the file
	if constraints.Objective != nil {
		m := *constraints
		m.Objective = nil
		constraints = &m
	}
	_, r, err := model.First(ctx, m.SolverOf(a.File), constraints)
	if a.verdict = r.Status(); err != nil || a.verdict != model.Unsatisfiable {
		return err
	}
	x, err := explain.New(ctx, helper.SolverOf(a.File), constraints)
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
	if err := x.Verify(ctx, checker.SolverOf(a.File), conflict); err != nil {
		return err
	}
	a.checkedBy = checker.Name
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
		why = ": " + a.err.Error()
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
		b.WriteString("  " + printable.Line(a.File.Describe(i)) + "\n")
	}
	n := int64(len(a.constraints))
	fmt.Fprintf(&b, "\n%s of %s: ", term.Thousands(n),
		term.Plural(int64(len(a.File.Model.Constraints)), "constraint", "constraints"))
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
		print.ModelHead
		Method    string   `json:"method,omitempty"`
		Status    string   `json:"status"`
		Conflict  []member `json:"conflict,omitempty"`
		Minimal   *bool    `json:"minimal,omitempty"`
		CheckedBy string   `json:"checked_by,omitempty"`
		Seconds   any      `json:"seconds,omitempty"`
		Error     string   `json:"error,omitempty"`
	}
	o := object{ModelHead: print.ModelHeadOf(a.Item), Method: a.method, Status: a.verdict.String(),
		CheckedBy: a.checkedBy}
	if a.err != nil {
		o.Error = a.err.Error()
	}
	o.Seconds = map[string]float64{"total": a.elapsed.Seconds()}
	if a.constraints != nil {
		o.Minimal = &a.minimal
	}
	for _, i := range a.constraints {
		o.Conflict = append(o.Conflict, member{a.File.DescribeOnly(i), a.File.Line(i)})
	}
	return o
}
