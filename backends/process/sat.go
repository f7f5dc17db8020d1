package process

import (
	"bytes"
	"context"
	"errors"
	"io"
	"slices"

	"nonet/backends"
	"nonet/encode/cnf"
	"nonet/model"
)

// SAT is an engine for propositional formulas. Each solution costs a run of the program: the formula is stated again, with a clause
// that excludes each solution already found. That there is none, or no other, is taken on the program's word.
type SAT struct {
	Program Program // its Input must be DIMACS
}

var _ backends.Engine[*cnf.Formula, cnf.Valuation] = SAT{}

// Solve implements backends.Engine. If the program ends without an answer and says so, the result is incomplete and there is no
// error. Any other doubt about the answer is an *Error: see there.
func (s SAT) Solve(ctx context.Context, f *cnf.Formula, yield func(cnf.Valuation) bool) (model.Result, error) {
	var r model.Result
	rest := *f
	rest.Body = slices.Clip(rest.Body) // what is added goes to a copy
	for {
		if err := ctx.Err(); err != nil {
			return r, err
		}
		o, err := s.Program.run(ctx, rest.Vars, func(w io.Writer) error { return cnf.WriteDIMACS(w, &rest) })
		if err != nil {
			return r, err
		}
		status, v, err := s.read(o, &rest)
		if err != nil {
			return r, s.Program.fail(o, err)
		}
		r.Stats.Effort.Add(effortOf(o.stdout))
		switch status {
		case model.Unknown:
			return r, nil
		case model.Unsatisfiable:
			r.Complete = true
			return r, nil
		}
		r.Solutions++
		if !yield(v) {
			return r, nil
		}
		exclude := rest.Exclude(nil, v)
		if len(exclude) == 0 { // nothing tells solutions apart
			r.Complete = true
			return r, nil
		}
		rest.Add(exclude...)
	}
}

// read returns what the program answered. The answer is read first and the exit code looked at afterwards: exit codes are trusted to
// contradict an answer, never to replace one.
func (s SAT) read(o output, f *cnf.Formula) (model.Status, cnf.Valuation, error) {
	a, err := cnf.ReadAnswer(bytes.NewReader(o.answer))
	if err != nil {
		return 0, nil, err
	}
	if err := s.Program.checkExit(o, a.Status); err != nil || a.Status != model.Satisfiable {
		return a.Status, nil, err
	}
	if a.Values == nil && f.Vars > 0 {
		return 0, nil, errors.New("it says that the formula is satisfiable and gives no values")
	}
	v, err := cnf.ValuationOf(a.Values, f.Vars)
	if err == nil && !f.Satisfied(v) {
		err = errors.New("its values do not satisfy the formula")
	}
	if err != nil {
		return 0, nil, &backends.WrongAnswerError{Reason: err}
	}
	return a.Status, v, nil
}
