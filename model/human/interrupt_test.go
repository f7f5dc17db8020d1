package human

import (
	"context"
	"testing"

	"nonet/model/notation"
	"nonet/model/sudoku"
)

// A countdown is a context that ends at its n-th check.
type countdown struct {
	context.Context
	left, checks int
}

func (c *countdown) Err() error {
	c.checks++
	if c.left--; c.left <= 0 {
		return context.Canceled
	}
	return nil
}

func newCountdown(t *testing.T, n int) *countdown {
	ctx, cancel := context.WithCancel(t.Context()) // so that Done is not nil
	t.Cleanup(cancel)
	return &countdown{ctx, n, 0}
}

// The rules look at the context often, stop when it has ended, and leave the position unchanged.
func TestInterrupted(t *testing.T) {
	b, err := NewBoard(sudoku.Order(4).Model())
	if err != nil {
		t.Fatal(err)
	}
	p := b.NewPosition(nil)
	whole := newCountdown(t, 1<<40)
	Standard().Deduce(whole, p) // no rule applies to an empty grid
	if whole.checks < 3*len(Rules()) {
		t.Errorf("%d checks of the context for %d rules", whole.checks, len(Rules()))
	}
	for at := 1; at < whole.checks; at += whole.checks/4 + 1 {
		short := newCountdown(t, at)
		Standard().Deduce(short, p)
		if short.checks > at+1 { // one more by Deduce itself
			t.Errorf("a context that ended at check %d was checked %d times", at, short.checks)
		}
	}
	again := newCountdown(t, 1<<40)
	if Standard().Deduce(again, p); again.checks != whole.checks {
		t.Errorf("after interruptions: %d checks, want %d", again.checks, whole.checks)
	}
}

// A rating that is interrupted ends with the error of the context, and the position can be rated afterwards.
func TestRateInterrupted(t *testing.T) {
	puzzle, err := notation.Parse("4...3.......6..8..........1....5..9..8....6...7.2........1.27..5.3....4.9........",
		notation.Options{})
	if err != nil {
		t.Fatal(err)
	}
	b, err := NewBoard(puzzle.Model())
	if err != nil {
		t.Fatal(err)
	}
	want, err := Standard().Rate(b.NewPosition(puzzle.Given(nil)), nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	p := b.NewPosition(nil)
	for at := 1; at < 200; at += 40 {
		p.Reset(puzzle.Given(nil))
		p.Under(newCountdown(t, at))
		if _, err := Standard().Rate(p, nil, nil); err != context.Canceled {
			t.Fatalf("a context that ends at check %d: error %v", at, err)
		}
		p.Under(context.Background())
		p.Reset(puzzle.Given(nil))
		if got, err := Standard().Rate(p, nil, nil); err != nil || got.ER != want.ER || got.Steps != want.Steps {
			t.Fatalf("after an interruption at check %d: %+v, error %v, want %+v", at, got, err, want)
		}
	}
}
