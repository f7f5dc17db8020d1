package backendtest

import (
	"context"
	"testing"
)

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
