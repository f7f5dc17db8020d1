package cluster

import (
	"testing"
	"time"

	"nonet/cmd/nonet/internal/bench/cluster/clustertest"

	"github.com/nats-io/nats.go/jetstream"
)

// A worker whose runs do not end takes no more than it has room for: it waits for nobody, gives back what nobody has begun, and takes nothing
// ahead for a while.
func TestFullWorkerGivesRunsBack(t *testing.T) {
	noLeftovers(t)
	s := clustertest.Start(t, nil)
	plan := probes(t, 1, "")
	var p probe
	conn := connect(t, s, "collector")
	collect(t, t.Context(), plan, create(t, plan), &Queue{Conn: conn, Executor: p.executor()})
	var runs jetstream.Consumer
	until(t, "all runs on the server", func() bool {
		var err error
		runs, err = conn.js.Consumer(t.Context(), runsPrefix+Identify(plan), need{}.token())
		return err == nil && runs.CachedInfo().NumPending == 10
	})
	taken, err := runs.Fetch(3, jetstream.FetchMaxWait(10*time.Second))
	if err != nil {
		t.Fatal(err)
	}
	c := &crewman{Worker: &Worker{}, queue: make(chan *hold, 2), held: map[*hold]bool{}}
	fast := &source{consumer: runs, pace: 1e-3}
	for m := range taken.Messages() {
		c.accept(fast, m)
	}
	if c.waiting != 0 || len(c.held) != 0 || c.back != 3 || fast.ahead(4) != 0 {
		t.Errorf("%d runs wait, %d are held, %d were given back, %d would be taken ahead; want 0, 0, 3 and 0", c.waiting, len(c.held), c.back, fast.ahead(4))
	}
	for len(c.queue) > 0 {
		if c.begin(<-c.queue) {
			t.Error("a run that was given back is executed")
		}
	}
	others, err := runs.Fetch(10, jetstream.FetchMaxWait(10*time.Second))
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	for range others.Messages() {
		n++
	}
	if n != 10 {
		t.Errorf("others are given %d runs, want 10", n)
	}
}
