package campaign

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math/big"
	"slices"
	"strconv"
	"strings"
	"time"

	"nonet/backends"
	"nonet/backends/ask"
	"nonet/backends/methods"
	"nonet/encode"
	"nonet/encode/problem"
	"nonet/internal/slice"
	"nonet/metaheur"
	"nonet/model"
	"nonet/model/deduce"
	"nonet/model/notation"
	"nonet/model/split"
)

// A Task defines the work of a run on its puzzle or model file with its method.
type Task struct {
	Name string
	// Do executes the run and sets the fields that it measures: Outcome, Detail, Stats, Values. The executor sets all
	// others, including the wall time, and the outcome Timeout after the deadline. Do must return soon after ctx ends.
	// If it leaves Outcome empty, the run is recorded as Failed. Values that are not finite are dropped.
	Do func(ctx context.Context, run *Run, record *Record)
	// NoSolver reports that the task does not need the solver of its method. Runs of other tasks are recorded as
	// Unavailable, without starting them, if the solver is not installed.
	NoSolver bool
	// Models reports that the task accepts model files. The instances of other tasks are puzzles.
	Models bool
}

// Tasks returns the built-in tasks.
func Tasks() []Task {
	return []Task{
		{Name: "solve", Do: askTask(ask.Solve), Models: true},
		{Name: "unique", Do: askTask(ask.Unique), Models: true},
		{Name: "count", Do: askTask(ask.Count), Models: true},
		{Name: "reduce", Do: reduce, NoSolver: true, Models: true}, // applies a preprocessor alone
	}
}

// findTask returns the task with the given name, from more or from Tasks. The empty name means solve.
func findTask(more []Task, name string) (Task, bool) {
	return slice.Find(slices.Concat(more, Tasks()), func(t Task) bool { return t.Name == cmp.Or(name, "solve") })
}

// ParseMethod returns the method of the run, with its seed and move limit.
func (r *Run) ParseMethod() (methods.Method, error) {
	m, err := methods.Parse(r.Method)
	m.RunOptions = methods.RunOptions{Seed: r.Seed, Jobs: 1, Moves: r.Limits.Moves}
	return m, err
}

// askTask returns the function of a task that puts the puzzle or the model to the method. It starts from the clues or
// from the text of the file: building the model is part of the time. The value "solutions" of a count is exact up to
// 2^53; Record.Count is exact.
//
// A run on a model with an objective is Solved if its best solution is proved to be optimal. The other tasks are about
// the optimal solutions.
func askTask(kind ask.Kind) func(ctx context.Context, run *Run, record *Record) {
	return func(ctx context.Context, run *Run, record *Record) {
		var p *problem.Problem
		m, err := run.ParseMethod()
		if err == nil {
			p, err = run.Instance.Problem()
		}
		if err == nil && run.Cube != "" && run.Instance.Model != nil {
			p, err = restrict(p, run.Cube)
		}
		if err != nil {
			record.setFailed(err)
			return
		}
		k := ask.New(m, 0)
		k.Fresh = true
		a := k.Ask(ctx, ask.Question{Kind: kind}, p)
		record.Stats, record.AnsweredBy = a.Result.Stats, a.AnsweredBy()
		record.Stats.Preprocess, _, record.Stats.Solve = a.Phases()
		optimizes := p.Puzzle == nil && p.Model.Objective != nil
		if optimizes && a.Solution != nil {
			record.Objective, record.Optimal = &a.Value, a.Optimal
		}
		if run.Cube != "" {
			record.Solution, record.Other = solutionText(p, a.Solution), solutionText(p, a.Other)
		}
		record.setAnswer(ctx, m, &a, !optimizes || a.Optimal)
	}
}

// restrict returns the piece of a model that a cube describes.
func restrict(p *problem.Problem, cube string) (*problem.Problem, error) {
	c, err := split.Parse(p.Model, cube)
	if err != nil {
		return nil, err
	}
	return &problem.Problem{Model: p.Model.WithGivens(c), Shown: p.Shown}, nil
}

// solutionText returns a solution of a piece for its record: of a puzzle in line form, of a model the values of all
// variables with blanks between them. It returns "" for nil.
func solutionText(p *problem.Problem, x []int) string {
	if p.Puzzle != nil {
		return notation.Line(nil, x)
	}
	return strings.Join(slice.Map(x, strconv.Itoa), " ")
}

// setAnswer sets the outcome, and the count if there is one. final reports whether a solution answers the task solve.
func (r *Record) setAnswer(ctx context.Context, m methods.Method, a *ask.Answer, final bool) {
	if a.Count != nil {
		x, _ := new(big.Float).SetInt(a.Count).Float64()
		r.Values = map[string]float64{"solutions": x}
		r.Count = a.Count.String()
	}
	found := a.Solution != nil
	switch {
	case a.Kind == ask.Solve && found && final, a.Verdict == model.One:
		r.Outcome = Solved
	case a.Verdict == model.Multiple:
		r.Outcome = Multiple
	case a.Kind != ask.Count && errors.Is(a.Err, ask.ErrMoveLimit) && m.Kind == methods.Stochastic &&
		(!found || !final):
		r.Outcome = MoveLimit
	case errors.Is(a.Err, ask.ErrIncomplete), errors.Is(a.Err, ask.ErrMoveLimit):
		r.Outcome = Unsolved
	case a.Err != nil:
		r.SetError(ctx, a.Err)
	case a.Kind == ask.Count:
		r.Outcome = Counted
	default:
		r.Outcome = Unsat
	}
}

// reduce applies the preprocessor that the method names, or that is part of it: thein, or lewis+anneal. Values:
// "fixed", the number of cells with a clue or an assigned value; "single", the number of cells with one candidate left;
// "candidates", the number of candidates left in all cells, including the values of fixed ones; "closed", 1 if all
// cells are fixed. In a model file the variables are the cells.
func reduce(ctx context.Context, run *Run, record *Record) {
	p, err := run.Instance.Problem()
	r, known := deduce.ByName(run.Method)
	if !known && err == nil {
		var m methods.Method
		if m, err = methods.Parse(run.Method); err == nil && m.Preprocess == "none" {
			err = fmt.Errorf("method %q has no preprocessor", run.Method)
		}
		r, _ = deduce.ByName(m.Preprocess)
	}
	if err != nil {
		record.setFailed(err)
		return
	}
	whole := p.Whole()
	start := time.Now()
	small, err := r.Preprocess(ctx, whole)
	record.Stats.Preprocess = time.Since(start)
	if err != nil {
		record.SetError(ctx, err)
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
		left := small.Vars[v].Domain.Size()
		candidates += float64(left)
		if left == 1 {
			single++
		}
		if left == 0 {
			record.Outcome = Unsat
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

func (r *Record) setFailed(err error) { r.Outcome, r.Detail = Failed, err.Error() }

// SetError sets the outcome of a run that returned an error.
func (r *Record) SetError(ctx context.Context, err error) {
	var panicked *backends.PanicError
	switch {
	case errors.As(err, &panicked):
		r.Outcome, r.Detail = Crashed, fmt.Sprintf("panic: %v (%s)", panicked.Value, panicked.Place)
	case errors.Is(err, backends.ErrUnavailable), errors.As(err, new(*encode.UnsupportedError)),
		errors.As(err, new(*metaheur.UnsupportedError)):
		r.Outcome, r.Detail = Unavailable, err.Error()
	case ctx.Err() != nil &&
		(ask.Undecided(err) || errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded)):
		r.Outcome = Timeout
	default:
		r.setFailed(err)
	}
}
