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
	if e.Program.custom {
		return e.solveRepeatedly(ctx, m, yield)
	}
	return e.runOnce(ctx, text.Document{Model: m}, yield)
}

// solveRepeatedly runs a custom program until it reports that the model with all previous solutions excluded has no
// solution. One run may print any number of solutions. A program that was not asked for all solutions may print
// ========== after the first, so this line counts only under an objective.
func (e Modeling) solveRepeatedly(
	ctx context.Context, m *model.Model, yield func(model.Assignment) bool,
) (model.Result, error) {
	var r model.Result
	doc := text.Document{Model: m, Dialect: e.Program.dialect()}
	passed := map[string]bool{}
	for {
		stopped, repeated := false, false
		run, err := e.runOnce(ctx, doc, func(a model.Assignment) bool {
			key := fmt.Sprint(a)
			if repeated = passed[key]; repeated {
				return false
			}
			passed[key] = true
			doc.Exclude = append(doc.Exclude, slices.Clone(a))
			r.Solutions++
			stopped = !yield(a)
			return !stopped
		})
		r.Stats.Effort.Add(run.Stats.Effort)
		switch {
		case err != nil || stopped:
			return r, err
		case repeated:
			wrong := errors.New("it repeats excluded solutions")
			return r, &Error{Program: e.Program.Name, Reason: &model.WrongAnswerError{Reason: wrong}}
		case m.Objective != nil || run.Solutions == 0:
			r.Complete = run.Complete
			return r, nil
		}
	}
}

// dialect returns the dialect in which a custom program is given FlatZinc: only fzn-gecode knows the constraints of
// Gecode. Chuffed rejects all_different_int.
func (p Program) dialect() text.Dialect {
	if p.baseName() == "fzn-gecode" {
		return text.Gecode
	}
	return text.Standard
}

// runOnce runs the program on a document and passes on the solutions that it prints.
func (e Modeling) runOnce(
	ctx context.Context, doc text.Document, yield func(model.Assignment) bool,
) (model.Result, error) {
	var r model.Result
	if err := ctx.Err(); err != nil {
		return r, err
	}
	m, language := doc.Model, text.Language(e.Program.Input)
	write := func(w io.Writer) error { return text.Write(w, language, doc) }
	readAnswer := text.ReadMiniZinc
	if language == text.ASP {
		readAnswer = text.ReadASP
	}
	var bad error
	stopped := false
	comments := bytes.Buffer{}
	keepComment := func(line string) {
		if comments.Len() < 1<<20 {
			comments.WriteString(line + "\n")
		}
	}
	read := func(in io.Reader) (model.Status, bool, error) {
		if e.Program.custom {
			in = text.NewConsoleReader(in)
		}
		status, complete, err := readAnswer(in, language.Identifiers(m), keepComment,
			func(a model.Assignment) bool {
				if bad = checkSolution(m, a); bad == nil {
					r.Solutions++
					stopped = !yield(a)
				}
				return bad == nil && !stopped
			})
		if bad != nil {
			err = bad
		}
		return status, complete, err
	}
	r.Stats.Effort.Calls = 1
	if e.Program.hasPlaceholder("{out}") {
		o, err := e.Program.run(ctx, 1, len(m.Vars), write)
		if err != nil {
			return r, err
		}
		status, complete, err := read(bytes.NewReader(o.answer))
		if err == nil && !stopped {
			err = e.Program.checkExit(o, status)
		}
		if err != nil {
			return r, e.Program.runError(o, err)
		}
		r.Complete = complete && !stopped
		r.Stats.Effort.Add(effortOf(o.stdout))
		return r, nil
	}
	s, err := e.Program.start(ctx, write)
	if err != nil {
		return r, err
	}
	defer s.close()
	status, complete, err := read(s)
	if err != nil {
		return r, s.abort(err)
	}
	o, err := s.end(!stopped)
	r.Stats.Effort.Add(effortOf(comments.Bytes()))
	if err != nil || stopped {
		if stopped && ctx.Err() != nil { // it ended in yield
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
	defer s.close()
	r.Stats.Effort.Calls = 1
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
	r.Stats.Effort.Add(d.effort())
	if _, err = s.end(false); status != model.Unknown && ctx.Err() != nil {
		err = nil // it ended after the answer
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
