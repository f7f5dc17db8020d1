package gophersat

import (
	"context"
	"errors"
	"testing"
	"time"

	"nonet/backends/backendtest"
	"nonet/encode/cnf"
)

func TestFormulas(t *testing.T) { backendtest.RunClauses(t, SAT{}, raceDetector) }

func TestEffort(t *testing.T) {
	r, err := SAT{}.Solve(context.Background(), backendtest.PigeonholeClauses(5), func(cnf.Valuation) bool {
		return true
	})
	if e := r.Stats.Effort; err != nil || !r.Complete || e.Conflicts == 0 || e.Decisions == 0 {
		t.Errorf("%+v, error %v", r, err)
	}
}

// A context that ends while waiting for the lock ends the call.
func TestCancelledWhileWaiting(t *testing.T) {
	searchLock <- struct{}{}
	defer func() { <-searchLock }()
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Millisecond)
	defer cancel()
	r, err := SAT{}.Solve(ctx, backendtest.PigeonholeClauses(3), func(cnf.Valuation) bool { return true })
	if !errors.Is(err, context.DeadlineExceeded) || r.Complete {
		t.Errorf("%+v, error %v", r, err)
	}
}

// A call from within yield does not deadlock.
func TestNested(t *testing.T) {
	f := &cnf.Formula{Vars: 2, Shown: 2}
	f.Add(1, 2)
	inner := 0
	r, err := SAT{}.Solve(t.Context(), f, func(cnf.Valuation) bool {
		r, _ := SAT{}.Solve(t.Context(), f, func(cnf.Valuation) bool { return true })
		inner += r.Solutions
		return true
	})
	if r.Solutions != 3 || inner != 9 || err != nil {
		t.Errorf("%d solutions, %d inside, error %v; want 3 and 9", r.Solutions, inner, err)
	}
}

func skipUnderRaceDetector(t *testing.T) {
	if raceDetector {
		t.Skip("the race detector reports the close that stops a search; see the package comment")
	}
}

// Loading clause by clause gives the same solutions as loading at once.
func TestLargeFormulas(t *testing.T) {
	old := largeFormula
	largeFormula = -1
	t.Cleanup(func() { largeFormula = old })
	backendtest.RunClauses(t, SAT{}, raceDetector)
}

// Loading looks at the context.
func TestLoadCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	f := &cnf.Formula{Vars: 3, Shown: 3}
	for range 1 << 15 {
		f.Add(1, 2, 3)
	}
	if s, _, err := load(ctx, f, nil); s != nil || !errors.Is(err, context.Canceled) {
		t.Errorf("load: %v, error %v", s, err)
	}
	if list, ok := clauses(ctx, f); ok {
		t.Errorf("%d clauses under a cancelled context", len(list))
	}
}
