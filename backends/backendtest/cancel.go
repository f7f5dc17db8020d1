package backendtest

import (
	"context"
	"errors"
	"runtime"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"nonet/model"
	"nonet/model/parallel"
	"nonet/model/sudoku"
)

func (c suite) cancelledBefore(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	r, err := c.s.Solve(ctx, Puzzle(sudoku.Order(3), Hardest[0].Puzzle).Model(), func(model.Assignment) bool {
		t.Error("a solution under a cancelled context")
		return false
	})
	if !errors.Is(err, context.Canceled) || r.Complete {
		t.Errorf("error %v, complete %v; want context.Canceled and incomplete", err, r.Complete)
	}
}

func (c suite) cancellable(t *testing.T) {
	t.Helper()
	if c.o.NoCancel {
		t.Skip("Options.NoCancel is set")
	}
}

func (c suite) cancelledEnumeration(t *testing.T) {
	c.cancellable(t)
	if c.o.Incomplete {
		t.Skip("incomplete")
	}
	ctx, cancel := context.WithTimeout(t.Context(), cancelAfter)
	defer cancel()
	n := 0
	r, err := c.s.Solve(ctx, sudoku.Order(4).Model(), func(model.Assignment) bool { n++; return true })
	if !errors.Is(err, context.DeadlineExceeded) || r.Complete || r.Solutions != n {
		t.Errorf("error %v, complete %v, %d of %d solutions; want the context's error and incomplete", err,
			r.Complete, r.Solutions, n)
	}
}

func (c suite) cancelledSearch(t *testing.T) {
	c.cancellable(t)
	before := runtime.NumGoroutine()
	ctx, cancel := context.WithTimeout(t.Context(), cancelAfter)
	defer cancel()
	r, err := c.s.Solve(ctx, c.o.Hard, func(model.Assignment) bool { return true })
	if err == nil && r.Complete {
		t.Fatal("the solver decides the hard model in time: set Options.Hard to a harder one")
	}
	if !errors.Is(err, context.DeadlineExceeded) || r.Complete {
		t.Errorf("error %v, complete %v; want the context's error and incomplete", err, r.Complete)
	}
	CheckGoroutines(t, before)
}

// pausedSearch checks that a search calls the function of parallel.WithPause, which ends it here. A program of its own
// keeps no thread of ours.
func (c suite) pausedSearch(t *testing.T) {
	c.cancellable(t)
	if c.o.Slow {
		t.Skip("searches in another process")
	}
	before := runtime.NumGoroutine()
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	var calls atomic.Int64
	paused := parallel.WithPause(ctx, func() {
		if calls.Add(1) == 10 {
			cancel()
		}
	})
	_, err := c.s.Solve(paused, c.o.Hard, func(model.Assignment) bool { return true })
	if !errors.Is(err, context.Canceled) {
		t.Errorf("error %v after %d pauses, want the search to pause", err, calls.Load())
	}
	CheckGoroutines(t, before)
}

func (c suite) concurrent(t *testing.T) {
	var wg sync.WaitGroup
	for i := range 4 {
		wg.Go(func() {
			for _, p := range c.puzzles()[:Rounds(1, 3)] {
				a, _, err := model.First(t.Context(), c.s, Puzzle(sudoku.Order(3), p.Puzzle).Model())
				if err != nil || a == nil || line(a) != p.Solution {
					t.Errorf("goroutine %d, %s: %v, error %v", i, p.Name, a, err)
				}
			}
		})
	}
	wg.Wait()
}

// A Countdown is a context that ends at its n-th check. Tests use it to count checks, since times vary.
type Countdown struct {
	context.Context
	Checks int // calls of Err so far
	end    int
}

// NewCountdown returns a context whose n-th call of Err, and all later ones, return context.Canceled. Its channel is
// never closed before the test ends.
func NewCountdown(t testing.TB, n int) *Countdown {
	ctx, cancel := context.WithCancel(t.Context()) // so that Done is not nil
	t.Cleanup(cancel)
	return &Countdown{ctx, 0, n}
}

// Err implements context.Context.
func (c *Countdown) Err() error {
	if c.Checks++; c.Checks >= c.end {
		return context.Canceled
	}
	return nil
}
