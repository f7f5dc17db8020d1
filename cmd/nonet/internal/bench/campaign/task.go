package campaign

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math/big"
	"slices"
	"time"

	"nonet/backends"
	"nonet/backends/ask"
	"nonet/backends/methods"
	"nonet/model"
	"nonet/model/deduce"
	"nonet/model/notation"
)

// A Task is what a run does with its puzzle and its method.
type Task struct {
	Name    string
	Summary string // one line
	// Do executes the run and fills what it measured into the record: Outcome, Detail, Stats, Values. Everything else, the wall time and
	// what follows from a limit on time included, is filled by the runner. It must return soon after ctx ends. An Outcome that is left
	// empty is Failed. Values must be finite: others are not kept.
	Do func(ctx context.Context, run *Run, record *Record)
	// NoSolver says that the task does not need the solver of its method. The runs of other tasks are Missing, and not begun, where the
	// solver is not installed.
	NoSolver bool
}

// Tasks returns the tasks that any campaign may use.
func Tasks() []Task {
	return []Task{
		{Name: "solve", Summary: "finds a solution", Do: answers(ask.Solve)},
		{Name: "unique", Summary: "decides whether there is exactly one solution", Do: answers(ask.Unique)},
		{Name: "count", Summary: "counts the solutions", Do: answers(ask.Count)},
		{Name: "reduce", Summary: "applies a preprocessor alone", Do: reduce, NoSolver: true},
	}
}

// taskNamed returns the task of a name, from those given or from Tasks. The empty name is solve.
func taskNamed(more []Task, name string) (Task, bool) {
	all := slices.Concat(more, Tasks())
	i := slices.IndexFunc(all, func(t Task) bool { return t.Name == cmp.Or(name, "solve") })
	if i < 0 {
		return Task{}, false
	}
	return all[i], true
}

// Chosen returns the method of the run, ready for its seed and its limit on moves.
func (r *Run) Chosen() (methods.Method, error) {
	m, err := methods.Parse(r.Method)
	m.RunOptions = methods.RunOptions{Seed: r.Seed, Jobs: 1, Moves: r.Limits.Moves}
	return m, err
}

// answers returns what a task does that puts the puzzle of a run to its method. It starts from the clues: stating the model is part of the
// time. The value "solutions" of a count is exact up to 2^53; Record.Count is exact.
func answers(kind ask.Kind) func(ctx context.Context, run *Run, record *Record) {
	return func(ctx context.Context, run *Run, record *Record) {
		m, err := run.Chosen()
		if err != nil {
			record.fail(err)
			return
		}
		asker := ask.New(m, 0)
		asker.Fresh = true
		a := asker.Ask(ctx, ask.Question{Kind: kind}, *run.Instance.Puzzle)
		record.Stats = a.Result.Stats
		_, _, record.Stats.Solve = a.Phases()
		if run.Cube != "" {
			record.Solution, record.Other = notation.Line(a.Solution), notation.Line(a.Other)
		}
		if a.Count != nil {
			x, _ := new(big.Float).SetInt(a.Count).Float64()
			record.Values = map[string]float64{"solutions": x}
			record.Count = a.Count.String()
		}
		switch {
		case kind == ask.Solve && a.Solution != nil, a.Verdict == model.One:
			record.Outcome = Solved
		case a.Verdict == model.Multiple:
			record.Outcome = Multiple
		case kind != ask.Count && errors.Is(a.Err, ask.ErrMoveLimit) && m.Kind == methods.Stochastic && a.Solution == nil:
			record.Outcome = MoveLimit
		case errors.Is(a.Err, ask.ErrIncomplete), errors.Is(a.Err, ask.ErrMoveLimit):
			record.Outcome = Unsolved
		case a.Err != nil:
			record.Stopped(ctx, a.Err)
		case kind == ask.Count:
			record.Outcome = Counted
		default:
			record.Outcome = Unsat
		}
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

func (r *Record) fail(err error) { r.Outcome, r.Detail = Failed, err.Error() }

// Stopped notes how a run ended that returned an error.
func (r *Record) Stopped(ctx context.Context, err error) {
	var panicked *backends.PanicError
	switch {
	case errors.As(err, &panicked):
		r.Outcome, r.Detail = Crashed, fmt.Sprintf("panic: %v (%s)", panicked.Value, panicked.Place)
	case errors.Is(err, backends.ErrUnavailable):
		r.Outcome, r.Detail = Unavailable, err.Error()
	case ctx.Err() != nil && (ask.Undecided(err) || errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded)):
		r.Outcome = Timeout
	default:
		r.fail(err)
	}
}
