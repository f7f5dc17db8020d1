package proof

import (
	"context"
	"errors"
	"io"
	"testing"
)

type noSteps struct{}

func (noSteps) Step() (Step, error) { return Step{}, io.EOF }

// A claim about a large grid is refused within a limit on memory, before its formula is generated.
func TestMemoryLimit(t *testing.T) {
	large := &Claim{Height: 8, Width: 8, Puzzle: make([]int, 64*64)}
	sum, err := (&Checker{Memory: 1 << 30}).Check(t.Context(), large, noSteps{})
	var limit *LimitError
	if !errors.As(err, &limit) || sum.Clauses > 0 {
		t.Errorf("%+v, error %v; want a *LimitError before the first clause", sum, err)
	}
	small := &Claim{Height: 2, Width: 2, Puzzle: make([]int, 16)}
	var rejected *RejectedError
	if _, err := (&Checker{Memory: 1 << 20}).Check(t.Context(), small, noSteps{}); !errors.As(err, &rejected) {
		t.Errorf("a small claim: error %v, want a *RejectedError", err)
	}
	if _, err := (&Checker{Memory: 1 << 10}).Check(t.Context(), small, noSteps{}); !errors.As(err, &limit) {
		t.Errorf("a small claim within a kilobyte: error %v, want a *LimitError", err)
	}
}

// The formula is generated under the context.
func TestCheckInterrupted(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	claim := &Claim{Height: 4, Width: 4, Puzzle: make([]int, 256)}
	if sum, err := Check(ctx, claim, noSteps{}); !errors.Is(err, context.Canceled) || sum.Clauses > 4096 {
		t.Errorf("%+v, error %v; want context.Canceled", sum, err)
	}
}
