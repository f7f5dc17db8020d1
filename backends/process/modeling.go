package process

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"

	"nonet/backends"
	"nonet/encode/text"
	"nonet/model"
)

// Modeling is an engine for programs that read the model itself in MiniZinc, FlatZinc or ASP. They print each solution
// as they find it, so one run gives all solutions, and is stopped when no more are wanted. The claim that there is no
// further solution is not checked.
type Modeling struct {
	Program Program // its Input must be MiniZinc, FlatZinc or ASP
}

// SMT is an engine for programs that read the model itself in SMT-LIB on stdin. The same run answers each query for a
// solution other than those found. The claim that there is no further solution is not checked.
type SMT struct {
	Program Program // its Input must be SMTLIB
}

var (
	_ backends.Engine[*model.Model, model.Assignment] = Modeling{}
	_ backends.Engine[*model.Model, model.Assignment] = SMT{}
)

// ModelEngine returns an engine for a program that reads the model itself. ok is false if p reads formulas.
func (p Program) ModelEngine() (engine backends.Engine[*model.Model, model.Assignment], ok bool) {
	switch p.Input {
	case MiniZinc, FlatZinc, ASP:
		return Modeling{p}, true
	case SMTLIB:
		return SMT{p}, true
	}
	return nil, false
}

// checkSolution returns a *model.WrongAnswerError if a is not a solution of m. The engines check each answer before
// they exclude it.
func checkSolution(m *model.Model, a model.Assignment) error {
	if err := m.Check(a); err != nil {
		return &model.WrongAnswerError{Reason: err}
	}
	return nil
}

// Solve implements backends.Engine. If the program reports "unknown", the result is incomplete and the error is nil.
// Any other unusable answer is an *Error.
func (e Modeling) Solve(ctx context.Context, m *model.Model, yield func(model.Assignment) bool) (model.Result, error) {
	var r model.Result
	if err := ctx.Err(); err != nil {
		return r, err
	}
	language, read := text.Language(e.Program.Input), text.ReadMiniZinc
	if language == text.ASP {
		read = text.ReadASP
	}
	s, err := e.Program.start(ctx, func(w io.Writer) error { return text.Write(w, language, text.Document{Model: m}) })
	if err != nil {
		return r, err
	}
	var bad error
	stopped := false
	comments := bytes.Buffer{}
	keepComment := func(line string) {
		if comments.Len() < 1<<20 {
			comments.WriteString(line + "\n")
		}
	}
	status, complete, err := read(s, language.Identifiers(m), keepComment, func(a model.Assignment) bool {
		if bad = checkSolution(m, a); bad == nil {
			r.Solutions++
			stopped = !yield(a)
		}
		return bad == nil && !stopped
	})
	if bad != nil {
		err = bad
	}
	if err != nil {
		return r, s.abort(err)
	}
	o, err := s.end(!stopped)
	r.Stats.Effort = effortOf(comments.Bytes())
	if err != nil || stopped {
		if stopped { // ctx may have ended in yield
			err = nil
		}
		return r, err
	}
	if err := e.Program.checkExit(o, status); err != nil {
		return r, e.Program.runError(o, err)
	}
	r.Complete = complete
	return r, nil
}

// Solve implements backends.Engine. If the program answers "unknown", the result is incomplete and the error is nil.
// Any other unusable answer is an *Error.
func (e SMT) Solve(ctx context.Context, m *model.Model, yield func(model.Assignment) bool) (model.Result, error) {
	var r model.Result
	if err := ctx.Err(); err != nil {
		return r, err
	}
	s, err := e.Program.start(ctx, nil)
	if err != nil {
		return r, err
	}
	names := text.SMTLIB.Identifiers(m)
	d := dialogue{text.NewSMTDialogue(s.in, m), text.NewSMTReader(s, names), len(names) > 0}
	passed := map[string]bool{}
	status, a, err := d.answer(d.Ask())
	for err == nil && status == model.Satisfiable {
		if err = checkSolution(m, a); err != nil {
			break
		}
		key := fmt.Sprint(a)
		if passed[key] {
			err = &model.WrongAnswerError{Reason: errors.New("it repeats an excluded solution")}
			break
		}
		passed[key] = true
		r.Solutions++
		if !yield(slices.Clone(a)) {
			break
		}
		status, a, err = d.answer(d.AskNext(a))
	}
	if err != nil {
		return r, s.abort(err)
	}
	r.Complete = status == model.Unsatisfiable
	r.Stats.Effort = d.effort()
	if _, err = s.end(false); status != model.Unknown {
		err = nil // ctx ended after the answer
	}
	return r, err
}

// A dialogue is an SMT-LIB session: queries to the solver and its answers.
type dialogue struct {
	text.SMTDialogue
	*text.SMTReader
	hasVariables bool // the model has variables
}

// answer reads the answer to a query. asked is the error of sending it.
func (d dialogue) answer(asked error) (model.Status, model.Assignment, error) {
	if asked != nil {
		return model.Unknown, nil, asked
	}
	status, err := d.Status()
	if err != nil || status != model.Satisfiable || !d.hasVariables {
		return status, model.Assignment{}, err
	}
	if err := d.AskValues(); err != nil {
		return model.Unknown, nil, err
	}
	a, err := d.Values()
	return status, a, err
}

// effort queries the statistics of the solver. It returns zeros if that fails.
func (d dialogue) effort() model.Effort {
	if d.AskStatistics() != nil {
		return model.Effort{}
	}
	n, err := d.Statistics()
	if err != nil {
		return model.Effort{}
	}
	return model.Effort{ // of Z3's two engines
		Conflicts: n["conflicts"] + n["sat-conflicts"],
		Decisions: n["decisions"] + n["sat-decisions"],
		Propagations: n["propagations"] + n["sat-propagations-2ary"] + n["sat-propagations-3ary"] +
			n["sat-propagations-nary"],
		Restarts: n["restarts"] + n["sat-restarts"],
	}
}
