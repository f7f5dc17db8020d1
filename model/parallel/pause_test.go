package parallel_test

import (
	"context"
	"errors"
	"testing"

	"nonet/model/parallel"
)

func TestPausing(t *testing.T) {
	plain, cancel := context.WithCancel(t.Context())
	if parallel.Pausing(plain) != plain || parallel.Pauses(plain) {
		t.Error("a context without a function pauses")
	}
	calls := 0
	ctx := parallel.WithPause(plain, func() { calls++ })
	derived, stop := context.WithCancel(ctx)
	defer stop()
	if derived.Err() != nil || calls != 0 {
		t.Errorf("a context of context.WithCancel: error %v, %d calls, want none", derived.Err(), calls)
	}
	if derived = parallel.Pausing(derived); derived.Err() != nil || ctx.Err() != nil || calls != 2 {
		t.Errorf("errors %v and %v, %d calls, want 2 calls without an error", derived.Err(), ctx.Err(), calls)
	}
	parallel.Do(ctx, 2, func(ctx context.Context, worker int) bool { return worker == 0 && ctx.Err() != nil })
	if calls != 3 {
		t.Errorf("%d calls, want another one by a worker", calls)
	}
	if cancel(); !errors.Is(derived.Err(), context.Canceled) || calls != 4 {
		t.Errorf("error %v after %d calls, want the end of the first context", derived.Err(), calls)
	}
}
