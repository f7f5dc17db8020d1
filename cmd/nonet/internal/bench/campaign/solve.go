package campaign

import (
	"context"
	"errors"
	"fmt"
	"math/big"
	"time"

	"nonet/backends"
	"nonet/backends/ask"
	"nonet/backends/methods"
	"nonet/model"
	"nonet/model/deduce"
	"nonet/model/notation"
	"nonet/model/sudoku"
)

// Chosen returns the method of the run, ready for its seed and its limit on moves.
func (r *Run) Chosen() (methods.Method, error) {
	m, err := methods.Parse(r.Method)
	m.Chance = methods.Chance{Seed: r.Seed, Jobs: 1, Moves: r.Limits.Moves}
	return m, err
}

// solve finds a solution. What is timed begins with the clues: the model is made by the run.
func solve(ctx context.Context, run *Run, record *Record) {
	find(ctx, run, record, ask.Solve)
}

// unique looks for a second solution.
func unique(ctx context.Context, run *Run, record *Record) {
	find(ctx, run, record, ask.Unique)
}

// find asks for one solution, or whether there is a second.
func find(ctx context.Context, run *Run, record *Record, kind ask.Kind) {
	a, m := run.ask(ctx, record, kind)
	if m == nil {
		return
	}
	if run.Cube != "" {
		for i, to := range []*string{&record.Solution, &record.Other} {
			if g := [...]sudoku.Grid{a.Solution, a.Other}[i]; g != nil {
				*to = notation.Line(g)
			}
		}
	}
	switch {
	case kind == ask.Solve && a.Solution != nil, a.Verdict == model.One:
		record.Outcome = Solved
	case a.Verdict == model.Multiple:
		record.Outcome = Multiple
	case errors.Is(a.Err, ask.ErrMoveLimit) && m.Kind == methods.Stochastic && a.Solution == nil:
		record.Outcome = MoveOut
	case errors.Is(a.Err, ask.ErrIncomplete), errors.Is(a.Err, ask.ErrMoveLimit):
		record.Outcome = Unsolved
	case a.Err != nil:
		record.Stopped(ctx, a.Err)
	default:
		record.Outcome = NoneLeft
	}
}

// ask puts the puzzle of a run to its method. It starts from the clues: stating the model is part of the time. It returns nil if there is no such
// method.
func (r *Run) ask(ctx context.Context, record *Record, kind ask.Kind) (ask.Answer, *methods.Method) {
	m, err := r.Chosen()
	if err != nil {
		record.fail(err)
		return ask.Answer{}, nil
	}
	asker := ask.New(m, 0)
	asker.Fresh = true
	a := asker.Ask(ctx, ask.Question{Kind: kind}, *r.Instance.Puzzle)
	record.measured(a.Result.Stats, a.Wall)
	return a, &m
}

// count counts the solutions. The value "solutions" is exact up to 2^53; Record.Count is exact.
func count(ctx context.Context, run *Run, record *Record) {
	a, m := run.ask(ctx, record, ask.Count)
	if m == nil {
		return
	}
	if a.Count != nil {
		x, _ := new(big.Float).SetInt(a.Count).Float64()
		record.Values = map[string]float64{"solutions": x}
		record.Count = a.Count.String()
	}
	switch {
	case errors.Is(a.Err, ask.ErrIncomplete), errors.Is(a.Err, ask.ErrMoveLimit):
		record.Outcome = Unsolved
	case a.Err != nil:
		record.Stopped(ctx, a.Err)
	default:
		record.Outcome = Counted
	}
}

// reduce applies the preprocessor that the method names, or that comes with it: thein, or lewis+anneal. The values: "fixed", the number of
// cells that have a clue or were given a value; "single", the number of cells with one candidate left; "candidates", the candidates left in
// all cells, the values of fixed ones included; "closed", 1 if all cells are fixed.
func reduce(ctx context.Context, run *Run, record *Record) {
	r, known := deduce.ByName(run.Method)
	if !known {
		m, err := methods.Parse(run.Method)
		if err == nil && m.Preprocess == "none" {
			err = fmt.Errorf("method %q has no preprocessor", run.Method)
		}
		if err != nil {
			record.fail(err)
			return
		}
		r, _ = deduce.ByName(m.Preprocess)
	}
	start := time.Now()
	small, err := r.Preprocess(ctx, run.Instance.Puzzle.Model())
	record.Stats.Preprocess = time.Since(start)
	if err != nil {
		record.Stopped(ctx, err)
		return
	}
	record.Outcome = Measured
	given := make([]bool, len(small.Vars))
	for _, c := range small.Constraints {
		if g, ok := c.(model.Given); ok {
			given[g.Var] = true
		}
	}
	var fixed, single, candidates float64
	for v := range small.Vars {
		left := len(small.Vars[v].Domain)
		candidates += float64(left)
		if left == 1 {
			single++
		}
		if left == 0 {
			record.Outcome = NoneLeft
		}
		if given[v] {
			fixed++
		}
	}
	record.Values = map[string]float64{"fixed": fixed, "single": single, "candidates": candidates, "closed": 0}
	if int(fixed) == len(small.Vars) && record.Outcome == Measured {
		record.Values["closed"] = 1
	}
}

// measured keeps what a solver says about its work. What it does not time is counted as solving.
func (r *Record) measured(s model.Stats, wall time.Duration) {
	_, _, s.Solve = ask.Phases(s, wall)
	r.Stats = s
}

func (r *Record) fail(err error) { r.Outcome, r.Detail = Failed, err.Error() }

// Stopped notes how a run ended that returned an error.
func (r *Record) Stopped(ctx context.Context, err error) {
	var panicked *backends.PanicError
	switch {
	case errors.As(err, &panicked):
		r.Outcome, r.Detail = Crashed, fmt.Sprintf("panic: %v (%s)", panicked.Value, panicked.Place)
	case errors.Is(err, backends.ErrUnavailable):
		r.Outcome, r.Detail = Missing, err.Error()
	case ctx.Err() != nil && (ask.Undecided(err) || errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded)):
		r.Outcome = TimeOut
	default:
		r.fail(err)
	}
}
