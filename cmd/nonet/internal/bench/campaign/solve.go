package campaign

import (
	"context"
	"errors"
	"fmt"
	"math/big"
	"slices"
	"time"

	"nonet/backends"
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
	find(ctx, run, record, 1)
}

// unique looks for a second solution.
func unique(ctx context.Context, run *Run, record *Record) {
	find(ctx, run, record, 2)
}

// find asks for solutions, up to one or two.
func find(ctx context.Context, run *Run, record *Record, most int) {
	m, err := run.Chosen()
	if err != nil {
		record.fail(err)
		return
	}
	start := time.Now()
	var found []sudoku.Grid
	result, err := m.Solver().Solve(ctx, run.Instance.Puzzle.Model(), func(a model.Assignment) bool {
		found = append(found, slices.Clone(sudoku.Grid(a)))
		return len(found) < most
	})
	record.measured(result.Stats, time.Since(start))
	for _, g := range found {
		if wrong := run.Instance.Puzzle.Check(g); wrong != nil {
			record.fail(fmt.Errorf("the answer is wrong: %w", wrong))
			return
		}
	}
	if len(found) == 2 && slices.Equal(found[0], found[1]) {
		record.fail(errors.New("the answer is wrong: one solution was returned twice"))
		return
	}
	if run.Cube != "" {
		for i, to := range []*string{&record.Solution, &record.Other}[:len(found)] {
			*to = notation.Line(found[i])
		}
	}
	switch {
	case most == 1 && len(found) == 1:
		record.Outcome = Solved
	case len(found) == 2:
		record.Outcome = Multiple
	case err != nil:
		record.Stopped(ctx, err)
	case !result.Complete && m.Kind == methods.Stochastic && run.Limits.Moves > 0 && len(found) == 0:
		record.Outcome = MoveOut
	case !result.Complete:
		record.Outcome = Unsolved
	case len(found) == 1:
		record.Outcome = Solved
	default:
		record.Outcome = NoneLeft
	}
}

// count counts the solutions. The value "solutions" is exact up to 2^53; Record.Count is exact.
func count(ctx context.Context, run *Run, record *Record) {
	m, err := run.Chosen()
	if err != nil {
		record.fail(err)
		return
	}
	start := time.Now()
	n, result, err := model.Count(ctx, m.Solver(), run.Instance.Puzzle.Model(), 0)
	record.measured(result.Stats, time.Since(start))
	if n != nil {
		x, _ := new(big.Float).SetInt(n).Float64()
		record.Values = map[string]float64{"solutions": x}
		record.Count = n.String()
	}
	switch {
	case err != nil:
		record.Stopped(ctx, err)
	case !result.Complete:
		record.Outcome = Unsolved
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
	if s.Solve == 0 {
		s.Solve = max(0, wall-s.Preprocess-s.Encode)
	}
	r.Stats = s
}

func (r *Record) fail(err error) { r.Outcome, r.Detail = Failed, err.Error() }

// crash notes a panic.
func (r *Record) crash(err error) {
	r.Outcome, r.Detail = Crashed, err.Error()
	var p *backends.PanicError
	if errors.As(err, &p) {
		r.Detail = fmt.Sprintf("panic: %v (%s)", p.Value, p.Place)
	}
}

// Stopped says how a run ended that returned an error.
func (r *Record) Stopped(ctx context.Context, err error) {
	switch {
	case errors.Is(err, backends.ErrUnavailable):
		r.Outcome, r.Detail = Missing, err.Error()
	case ctx.Err() != nil && (errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded)):
		r.Outcome = TimeOut
	default:
		r.fail(err)
	}
}
