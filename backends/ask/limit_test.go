package ask_test

import (
	"context"
	"errors"
	"fmt"
	"testing"
	"time"

	"nonet/backends/ask"
	"nonet/backends/native"
	"nonet/encode/problem"
	"nonet/model/sudoku"
)

// TestWithTimeout runs functions that end in each way.
func TestWithTimeout(t *testing.T) {
	failure := errors.New("out of luck")
	untilEnd := func(ctx context.Context) error { <-ctx.Done(); return fmt.Errorf("search: %w", ctx.Err()) }
	cancelled, cancel := context.WithCancel(t.Context())
	cancel()
	for _, test := range []struct {
		name    string
		ctx     context.Context
		timeout time.Duration
		f       func(context.Context) error
		want    error
	}{
		{"no limit", t.Context(), 0, func(context.Context) error { return nil }, nil},
		{"an error of its own", t.Context(), time.Hour, func(context.Context) error { return failure }, failure},
		{"an error of its own after the end", cancelled, time.Hour, func(context.Context) error {
			return failure
		}, failure},
		{"an answer after the end", t.Context(), time.Nanosecond, func(ctx context.Context) error {
			<-ctx.Done()
			return nil
		}, nil},
		{"the time limit", t.Context(), time.Nanosecond, untilEnd, ask.ErrTimeLimit},
		{"an interrupt", cancelled, 0, untilEnd, ask.ErrInterrupted},
		{"an interrupt before the time limit", cancelled, time.Hour, untilEnd, ask.ErrInterrupted},
	} {
		if err := ask.WithTimeout(test.ctx, test.timeout, test.f); !errors.Is(err, test.want) {
			t.Errorf("%s: error %v, want %v", test.name, err, test.want)
		}
	}
}

// The time that a caller spent on a puzzle before, or on reading it, counts against its limit.
func TestSpentTime(t *testing.T) {
	k := ask.Asker{Solver: native.Solver{}, Timeout: time.Hour}
	p := sudoku.Puzzle{Shape: sudoku.Order(4), Clues: make(sudoku.Grid, 256)}
	a := k.Ask(t.Context(), ask.Question{Kind: ask.Unique, Spent: time.Hour}, problem.Of(p))
	if !errors.Is(a.Err, ask.ErrTimeLimit) {
		t.Errorf("an hour spent of an hour: error %v", a.Err)
	}
	a = k.Ask(t.Context(), ask.Question{Kind: ask.Unique, Spent: time.Minute}, problem.Of(p))
	if a.Err != nil || a.Wall < time.Minute {
		t.Errorf("a minute spent of an hour: %v in all, error %v", a.Wall, a.Err)
	}
	file := problem.Of(p)
	file.Spent = time.Hour
	if a = k.Ask(t.Context(), ask.Question{Kind: ask.Unique}, file); !errors.Is(a.Err, ask.ErrTimeLimit) {
		t.Errorf("an hour spent on reading of an hour: error %v", a.Err)
	}
}
