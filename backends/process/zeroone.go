package process

import (
	"bytes"
	"context"
	"io"
	"slices"

	"nonet/backends"
	"nonet/encode/ip"
	"nonet/model"
)

// ZeroOne is an engine for 0-1 programs. Each solution costs a run of the program: the 0-1 program is stated again, with a row that
// excludes each solution already found or, if there is an objective, with one that demands a better value. That there is no solution,
// or no other, is taken on the program's word; see the package comment for what that is worth with floating-point solvers.
type ZeroOne struct {
	Program Program // its Input must be a format of 0-1 programs
}

var _ backends.Engine[*ip.Program, ip.Point] = ZeroOne{}

// Solve implements backends.Engine. If the program ends without an answer and says so, the result is incomplete and there is no
// error. Any other doubt about the answer is an *Error: see there.
func (z ZeroOne) Solve(ctx context.Context, p *ip.Program, yield func(ip.Point) bool) (model.Result, error) {
	var r model.Result
	rest := *p
	rest.Rows = slices.Clip(rest.Rows) // what is added goes to a copy
	optimize := len(p.Objective) > 0 && !constant(p)
	for {
		if err := ctx.Err(); err != nil {
			return r, err
		}
		o, err := z.Program.run(ctx, 1, len(p.Columns), func(w io.Writer) error { return ip.Write(w, &rest, ip.Format(z.Program.Input)) })
		if err != nil {
			return r, err
		}
		status, x, err := z.read(o, &rest)
		if err != nil {
			return r, z.Program.fail(o, err)
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
		if !yield(x) {
			return r, nil
		}
		next := rest.Exclude(x)
		if optimize {
			next = better(p, x)
		}
		rest.Rows = append(rest.Rows, next)
	}
}

// read returns what the program answered. As with SAT programs, the answer is read first and the exit code afterwards.
func (z ZeroOne) read(o output, p *ip.Program) (model.Status, ip.Point, error) {
	s, err := ip.ReadSolution(bytes.NewReader(o.answer))
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
		return 0, nil, &backends.WrongAnswerError{Reason: err}
	}
	return s.Status, x, nil
}

// constant reports whether the objective of p has the same value at all solutions because it counts the shown columns that are 1, as
// in Thein's program. Such an objective asks for nothing, and all solutions are wanted.
func constant(p *ip.Program) bool {
	if !p.ExactlyOnes || len(p.Objective) != p.Shown {
		return false
	}
	seen := make([]bool, p.Shown)
	for _, e := range p.Objective {
		if e.Column >= p.Shown || seen[e.Column] || e.Coef != p.Objective[0].Coef {
			return false
		}
		seen[e.Column] = true
	}
	return true
}

// better returns a row that points with a better value of the objective than x satisfy, and no others.
func better(p *ip.Program, x ip.Point) ip.Row {
	row := ip.Row{Entries: p.Objective, Lower: -ip.Infinity, Upper: ip.Infinity}
	// The row measures the objective without its offset, so its value at x is taken from the row itself.
	if value := row.Activity(x); p.Maximize {
		row.Lower = value + 1
	} else {
		row.Upper = value - 1
	}
	return row
}
