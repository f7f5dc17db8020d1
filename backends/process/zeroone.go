package process

import (
	"bytes"
	"context"
	"io"
	"slices"

	"nonet/backends"
	"nonet/encode/ip"
	"nonet/internal/parse"
	"nonet/model"
)

// ZeroOne is an engine for 0-1 programs and, in LP and MPS, for programs of any integer columns. Each solution takes a
// run: the program is solved again with rows that exclude each solution found or, if there is an objective, with a row
// that requires a better value. The claim that
// there is no further solution is not checked; see the package comment about floating-point solvers.
type ZeroOne struct {
	Program Program // its Input must be a format of 0-1 programs
}

var _ backends.Engine[*ip.Program, ip.Point] = ZeroOne{}

// Solve implements backends.Engine. If the program reports "unknown", the result is incomplete and the error is nil.
// Any other unusable answer is an *Error.
func (z ZeroOne) Solve(ctx context.Context, p *ip.Program, yield func(ip.Point) bool) (model.Result, error) {
	var r model.Result
	rest := *p
	rest.Rows, rest.Columns = slices.Clip(rest.Rows), slices.Clip(rest.Columns) // so that append copies
	pad(&rest)
	for {
		if err := ctx.Err(); err != nil {
			return r, err
		}
		r.Stats.Effort.Calls++
		o, err := z.Program.run(ctx, 1, len(p.Columns), func(w io.Writer) error {
			return ip.Write(w, &rest, ip.Format(z.Program.Input))
		})
		if err != nil {
			return r, err
		}
		status, x, err := z.read(o, &rest)
		if err != nil {
			return r, z.Program.runError(o, err)
		}
		r.Stats.Effort.Add(effortOf(o.stdout))
		switch status {
		case model.Unknown:
			return r, o.undecided(ctx)
		case model.Unsatisfiable:
			r.Complete = true
			return r, nil
		}
		x = x[:len(p.Columns)]
		r.Solutions++
		if !yield(x) {
			return r, nil
		}
		rest.CutOff(x)
	}
}

// A MixedAnswer is the answer of a program about a linear program.
type MixedAnswer struct {
	Status  model.Status
	Optimal bool      // Point is reported to be optimal
	Point   []float64 // checked; nil without a solution
	Note    string    // the program's words, where the status is unknown

	Unbounded bool // the status is unknown, and Note says that the objective is unbounded or that there is no solution
}

// SolveMixed solves a linear program by one run. The solution is checked with ip.Mixed.Check; that it is optimal, or
// that there is none, is not checked. If ctx ends, the answer is the best solution that the program has found, beside
// the error.
func (z ZeroOne) SolveMixed(ctx context.Context, m *ip.Mixed) (a MixedAnswer, err error) {
	m = m.Numbered()
	z.Program.custom = true // a report on stdout may stand for the answer file
	o, err := z.Program.run(ctx, 1, m.Size().Variables, func(w io.Writer) error {
		return m.Write(w, ip.Format(z.Program.Input), nil)
	})
	if err != nil {
		return a, err
	}
	s, err := z.parse(o)
	reason := unbounded().Find(o.stdout)
	if reason != nil && !o.timedOut && (err != nil || s.Status == model.Unknown) {
		return MixedAnswer{Note: string(reason), Unbounded: true}, nil
	}
	if err == nil {
		err = z.Program.checkExit(o, s.Status)
	}
	if err != nil {
		return a, z.Program.runError(o, err)
	}
	if a.Status, a.Note = s.Status, s.Note; s.Values != nil {
		a.Status, a.Optimal = model.Satisfiable, s.Optimal
		if a.Point, err = m.Point(s); err == nil {
			err = m.Check(a.Point)
		}
		if err != nil {
			return MixedAnswer{}, z.Program.runError(o, &model.WrongAnswerError{Reason: err})
		}
	}
	if a.Status == model.Unknown || a.Point != nil && !a.Optimal {
		return a, o.undecided(ctx)
	}
	return a, nil
}

// unbounded matches what programs print about a program whose objective has no bound.
var unbounded = parse.Pattern(`(?i)[^\n]*(unbounded|no dual feasible solution|dual infeasible)[^\n]*`)

// pad adds two last columns, and a row that sets them to 1, to a program with one column or whose rows concern fixed
// columns only. Programs have been seen to reject a program without columns, to crash on one with a single column or
// without a free column in its rows, and not to end on one without constraints.
func pad(p *ip.Program) {
	isFree := func(e ip.Entry) bool { return p.Columns[e.Column].Lower < p.Columns[e.Column].Upper }
	concernsFree := func(r ip.Row) bool { return slices.ContainsFunc(r.Entries, isFree) }
	n := len(p.Columns)
	if n > 1 && slices.ContainsFunc(p.Rows, concernsFree) {
		return
	}
	p.Columns = append(p.Columns, ip.Column{Upper: 1}, ip.Column{Upper: 1})
	p.Rows = append(p.Rows, ip.Row{Entries: []ip.Entry{{Column: n, Coef: 1}, {Column: n + 1, Coef: 1}}, Lower: 2,
		Upper: ip.Infinity})
}

// read returns the answer of the program. As for SAT programs, it parses the answer first and checks the exit code
// afterwards.
func (z ZeroOne) read(o output, p *ip.Program) (model.Status, ip.Point, error) {
	s, err := z.parse(o)
	if err != nil {
		return 0, nil, err
	}
	if err := z.Program.checkExit(o, s.Status); err != nil {
		return 0, nil, err
	}
	if s.Status != model.Satisfiable {
		return s.Status, nil, nil
	}
	x, err := s.Point(p)
	if err == nil {
		err = p.Check(x)
	}
	if err != nil {
		return 0, nil, &model.WrongAnswerError{Reason: err}
	}
	return s.Status, x, nil
}

// parse returns the answer of the program. glpsol may write "undefined" into its answer file and report on stdout that
// there is no solution: from a program that is not in the table, parse accepts such a report. A proof is none if the
// program has used up its time limit: cbc, stopped in its preprocessing, may write "Integer infeasible".
func (z ZeroOne) parse(o output) (s ip.Solution, err error) {
	if o.timedOut {
		defer func() {
			if s.Optimal = false; s.Status == model.Unsatisfiable {
				s.Status = model.Unknown
			}
		}()
	}
	if !z.Program.custom {
		return ip.ReadSolution(bytes.NewReader(o.answer))
	}
	if !o.fromFile {
		return ip.ReadOutput(bytes.NewReader(o.stdout))
	}
	s, err = ip.ReadSolution(bytes.NewReader(o.answer))
	if err == nil && s.Status == model.Unknown {
		report, failed := ip.ReadOutput(bytes.NewReader(o.stdout))
		if failed == nil && report.Status == model.Unsatisfiable {
			return report, nil
		}
	}
	return s, err
}
