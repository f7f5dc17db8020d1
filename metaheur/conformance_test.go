package metaheur

import (
	"context"
	"errors"
	"reflect"
	"runtime"
	"slices"
	"testing"
	"time"

	"nonet/model"
	"nonet/model/sudoku"
)

// conformance holds a method to what all methods promise. moves is enough for each of the samples, but for those that are beyond the
// method.
func conformance(t *testing.T, moves int64, method func(Options) model.Solver, beyond ...string) {
	t.Helper()
	t.Run("samples", func(t *testing.T) {
		for _, m := range samples(t) {
			if slices.Contains(beyond, m.name) {
				continue
			}
			a, r, err := model.First(t.Context(), method(Options{Seed: 1, Moves: moves}), m.model)
			if err != nil || r.Solutions != 1 || r.Complete {
				t.Errorf("%s: %+v, error %v", m.name, r, err)
			} else if err := m.model.Check(a); err != nil {
				t.Errorf("%s: %v", m.name, err)
			} else if r.Stats.Cost != 0 || r.Stats.Effort.Iterations > moves {
				t.Errorf("%s: %+v", m.name, r.Stats)
			}
		}
	})
	t.Run("reproducible", func(t *testing.T) {
		m := lewis(sudoku.Order(3), 0.4, 1)
		course := func(seed uint64) (events []Event, a model.Assignment) {
			solver := method(Options{Seed: seed, Moves: moves / 10, Trace: func(e Event) { events = append(events, e) }})
			a, _, err := model.First(t.Context(), solver, m)
			if err != nil {
				t.Fatal(err)
			}
			return events, a
		}
		events, a := course(1)
		again, b := course(1)
		if !reflect.DeepEqual(events, again) || !reflect.DeepEqual(a, b) {
			t.Error("two runs from one seed differ")
		}
		if others, c := course(2); len(events) > 0 && reflect.DeepEqual(events, others) && reflect.DeepEqual(a, c) {
			t.Error("runs from two seeds do not differ")
		}
	})
	t.Run("trace", func(t *testing.T) {
		last := Event{Best: 1 << 30}
		solver := method(Options{Moves: moves / 10, Trace: func(e Event) {
			if e.Job != 0 || e.Moves < last.Moves || e.Restarts < last.Restarts || e.Best > last.Best || e.Best > e.Cost || e.Cost < 0 {
				t.Errorf("%+v after %+v", e, last)
			}
			last = e
		}})
		r, err := solver.Solve(t.Context(), hopeless(), func(model.Assignment) bool { return true })
		if err != nil || last.Best == 1<<30 || r.Stats.Effort.Iterations < last.Moves || r.Stats.Cost > last.Best {
			t.Errorf("%+v, error %v; last event %+v", r, err, last)
		}
	})
	t.Run("limit", func(t *testing.T) {
		for _, limit := range []int64{1, 100, min(5000, moves/20)} {
			solver := method(Options{Moves: limit})
			r, err := solver.Solve(t.Context(), hopeless(), func(model.Assignment) bool { return true })
			if n := r.Stats.Effort.Iterations; err != nil || r.Status() != model.Unknown || n > limit || n == 0 || r.Stats.Cost == 0 {
				t.Errorf("limit %d: %+v, error %v", limit, r, err)
			}
		}
	})
	t.Run("cancelled", func(t *testing.T) {
		before := runtime.NumGoroutine()
		for _, jobs := range []int{1, 3} {
			for _, after := range []time.Duration{0, 30 * time.Millisecond} {
				ctx, cancel := context.WithTimeout(t.Context(), after)
				r, err := method(Options{Jobs: jobs}).Solve(ctx, hopeless(), func(model.Assignment) bool { return true })
				cancel()
				if !errors.Is(err, context.DeadlineExceeded) || r.Status() != model.Unknown {
					t.Errorf("%d jobs, cancelled after %v: %+v, error %v", jobs, after, r, err)
				}
			}
		}
		noGoroutinesBeyond(t, before)
	})
	t.Run("contradiction", func(t *testing.T) {
		m := sudoku.Order(3).Model()
		m.Constraints = append(m.Constraints, model.Given{Var: 0, Value: 1}, model.Given{Var: 8, Value: 1})
		r, err := method(Options{}).Solve(t.Context(), m, func(model.Assignment) bool { return true })
		if err != nil || r.Status() != model.Unsatisfiable {
			t.Errorf("%+v, error %v", r, err)
		}
	})
	t.Run("unsupported", func(t *testing.T) {
		m := sudoku.Order(2).Model()
		m.Constraints = append(m.Constraints, model.Linear{Terms: []model.Term{{Coef: 1, Var: 0}}, Relation: model.AtMost, Bound: 2})
		var unsupported *UnsupportedError
		if _, err := method(Options{}).Solve(t.Context(), m, func(model.Assignment) bool { return true }); !errors.As(err, &unsupported) {
			t.Errorf("error %v, want an UnsupportedError", err)
		}
	})
}

// hopeless returns a grid of order 6 that is beyond all methods in the time that these tests have.
func hopeless() *model.Model { return lewis(sudoku.Order(6), 0.42, 1) }

// noGoroutinesBeyond fails the test if more goroutines than before are left. It waits for those that are about to end, like that of a
// timer.
func noGoroutinesBeyond(t *testing.T, before int) {
	t.Helper()
	for deadline := time.Now().Add(time.Minute); runtime.NumGoroutine() > before; time.Sleep(time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatalf("%d goroutines before, %d after", before, runtime.NumGoroutine())
		}
	}
}
