package metaheur

import (
	"context"
	"errors"
	"reflect"
	"runtime"
	"slices"
	"testing"
	"time"

	"nonet/backends/backendtest"
	"nonet/model"
	"nonet/model/sudoku"
)

// A method makes a solver from options.
type method func(Options) model.Solver

// conformance checks the contract of a method. moves is a sufficient limit for each of the samples, except those named
// in unsolved.
func conformance(t *testing.T, moves int64, solver method, unsolved ...string) {
	t.Helper()
	t.Run("samples", func(t *testing.T) { solver.samples(t, moves, unsolved) })
	t.Run("reproducible", func(t *testing.T) { solver.reproducible(t, moves/10) })
	t.Run("trace", func(t *testing.T) { solver.trace(t, moves/10) })
	t.Run("limit", func(t *testing.T) { solver.limit(t, 1, 100, min(5000, moves/20)) })
	t.Run("cancelled", solver.cancelled)
	t.Run("contradiction", solver.contradiction)
	t.Run("unsupported", solver.unsupported)
}

// samples solves the samples.
func (method method) samples(t *testing.T, moves int64, unsolved []string) {
	for _, m := range samples(t) {
		if slices.Contains(unsolved, m.name) {
			continue
		}
		a, r, err := model.First(t.Context(), method(Options{Seed: 1, Moves: moves}), m.model)
		if err != nil || r.Solutions != 1 || r.Complete {
			t.Errorf("%s: got %+v, error %v; want one solution, incomplete", m.name, r, err)
		} else if err := m.model.Check(a); err != nil {
			t.Errorf("%s: wrong solution: %v", m.name, err)
		} else if r.Stats.Cost != 0 || r.Stats.Effort.Iterations > moves {
			t.Errorf("%s: got %+v, want cost 0 and at most %d moves", m.name, r.Stats, moves)
		}
	}
}

// reproducible compares runs with equal and with different seeds.
func (method method) reproducible(t *testing.T, moves int64) {
	m := lewis(sudoku.Order(3), 0.4, 1)
	course := func(seed uint64) (events []Event, a model.Assignment) {
		solver := method(Options{Seed: seed, Moves: moves, Trace: func(e Event) { events = append(events, e) }})
		a, _, err := model.First(t.Context(), solver, m)
		if err != nil {
			t.Fatal(err)
		}
		return events, a
	}
	events, a := course(1)
	again, b := course(1)
	if !reflect.DeepEqual(events, again) || !reflect.DeepEqual(a, b) {
		t.Error("two runs with the same seed differ")
	}
	if others, c := course(2); len(events) > 0 && reflect.DeepEqual(events, others) && reflect.DeepEqual(a, c) {
		t.Error("runs with different seeds are equal")
	}
}

// trace checks the events of a run: counters never fall, and the best cost never rises.
func (method method) trace(t *testing.T, moves int64) {
	last := Event{Best: 1 << 30}
	solver := method(Options{Moves: moves, Trace: func(e Event) {
		if e.Job != 0 {
			t.Errorf("job %d of a single run", e.Job)
		}
		if e.Moves < last.Moves || e.Restarts < last.Restarts {
			t.Errorf("%d moves and %d restarts after %d and %d", e.Moves, e.Restarts, last.Moves, last.Restarts)
		}
		if e.Best > last.Best || e.Best > e.Cost || e.Cost < 0 {
			t.Errorf("cost %d, best %d after best %d", e.Cost, e.Best, last.Best)
		}
		last = e
	}})
	r, err := solver.Solve(t.Context(), hardModel(), func(model.Assignment) bool { return true })
	if err != nil || last.Best == 1<<30 {
		t.Errorf("error %v, best cost of the last event %d", err, last.Best)
	}
	if s := r.Stats; s.Effort.Iterations < last.Moves || s.Cost > last.Best {
		t.Errorf("result has %d moves and cost %d, the last event %d and %d",
			s.Effort.Iterations, s.Cost, last.Moves, last.Best)
	}
}

// limit checks that runs end at their limits on moves.
func (method method) limit(t *testing.T, limits ...int64) {
	for _, limit := range limits {
		solver := method(Options{Moves: limit})
		r, err := solver.Solve(t.Context(), hardModel(), func(model.Assignment) bool { return true })
		if err != nil || r.Status() != model.Unknown || r.Stats.Cost == 0 {
			t.Errorf("limit %d: got status %v, cost %d, error %v; want unknown, cost > 0",
				limit, r.Status(), r.Stats.Cost, err)
		}
		if n := r.Stats.Effort.Iterations; n == 0 || n > limit {
			t.Errorf("limit %d: got %d moves", limit, n)
		}
	}
}

// cancelled checks that runs end with their context.
func (method method) cancelled(t *testing.T) {
	before := runtime.NumGoroutine()
	for _, jobs := range []int{1, 3} {
		for _, after := range []time.Duration{0, 30 * time.Millisecond} {
			ctx, cancel := context.WithTimeout(t.Context(), after)
			r, err := method(Options{Jobs: jobs}).Solve(ctx, hardModel(), func(model.Assignment) bool { return true })
			cancel()
			if !errors.Is(err, context.DeadlineExceeded) || r.Status() != model.Unknown {
				t.Errorf("%d jobs, cancelled after %v: got %+v, error %v; want unknown, DeadlineExceeded",
					jobs, after, r, err)
			}
		}
	}
	backendtest.CheckGoroutines(t, before)
}

// contradiction checks that two conflicting clues are reported as unsatisfiable.
func (method method) contradiction(t *testing.T) {
	m := sudoku.Order(3).Model()
	m.Constraints = append(m.Constraints, model.Given{Var: 0, Value: 1}, model.Given{Var: 8, Value: 1})
	r, err := method(Options{}).Solve(t.Context(), m, func(model.Assignment) bool { return true })
	if err != nil || r.Status() != model.Unsatisfiable {
		t.Errorf("got %+v, error %v; want unsat", r, err)
	}
}

// unsupported checks that an unsupported constraint is reported.
func (method method) unsupported(t *testing.T) {
	m := sudoku.Order(2).Model()
	m.Constraints = append(m.Constraints,
		model.Linear{Terms: []model.Term{{Coef: 1, Var: 0}}, Relation: model.AtMost, Bound: 2})
	var unsupported *UnsupportedError
	if _, err := method(Options{}).Solve(t.Context(), m, func(model.Assignment) bool { return true }); !errors.As(err,
		&unsupported) {
		t.Errorf("got error %v, want an UnsupportedError", err)
	}
}

// hardModel returns a grid of order 6 that no method solves in the time of these tests.
func hardModel() *model.Model { return lewis(sudoku.Order(6), 0.42, 1) }
