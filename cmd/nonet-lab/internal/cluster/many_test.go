package cluster

import (
	"context"
	"errors"
	"fmt"
	"testing"
	"time"

	"nonet/backends/backendtest"
	"nonet/cmd/nonet-lab/internal/cluster/clustertest"
)

// The server lists subjects in pages of 100,000. A campaign with more runs is published, resumed and executed, each run
// once.
func TestMoreRunsThanAPageOfSubjects(t *testing.T) {
	backendtest.SkipUnlessLong(t)
	noLeftovers(t)
	s := clustertest.Start(t, nil)
	plan := probes(t, 10_001, "")
	var p probe
	x := p.executor()
	collector := &Queue{Conn: connect(t, s, "collector"), Executor: x}
	left := func() int {
		state, err := collector.Conn.State(t.Context(), Identify(plan))
		if err != nil {
			return 0
		}
		return state.Remaining()
	}
	// Each collector publishes what it can within shutdownTimeout.
	for sessions := 0; sessions < 2 || left() < plan.Runs(); sessions++ {
		ctx, cancel := context.WithCancel(t.Context())
		wait := collect(t, ctx, plan, create(t, plan), collector)
		until(t, "runs on the server", func() bool { return left() >= probeRuns })
		cancel()
		if err := wait(); !errors.Is(err, context.Canceled) {
			t.Fatal(err)
		}
	}
	for i := range 2 {
		start(t, &Worker{Conn: connect(t, s, fmt.Sprint("worker ", i)), Executor: x, Jobs: 1})
	}
	store := create(t, plan)
	if err := collect(t, within(t, 5*time.Minute), plan, store, collector)(); err != nil {
		t.Fatal(err)
	}
	if n := len(read(t, store)); n != plan.Runs() || len(p.begun) != n || p.total.Load() != int64(n) {
		t.Errorf("got %d records, %d executions of %d runs, want %d", n, p.total.Load(), len(p.begun), plan.Runs())
	}
}
