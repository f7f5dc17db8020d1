package cluster

import (
	"testing"
	"time"

	"nonet/cmd/nonet-lab/internal/campaign"
	"nonet/cmd/nonet-lab/internal/cluster/clustertest"

	"github.com/nats-io/nats.go/jetstream"
)

// Runs that were deleted from the work queue are published again.
func TestLostRunIsPublishedAgain(t *testing.T) {
	noLeftovers(t)
	hurry(t)
	set(t, &dedupWindow, 100*time.Millisecond)
	s := clustertest.Start(t, nil)
	plan := probes(t, 1, "")
	var p probe
	x := p.executor()
	conn := connect(t, s, "collector")
	store := create(t, plan)
	wait := collect(t, within(t, time.Minute), plan, store, &Queue{Conn: conn, Executor: x})
	var stream jetstream.Stream
	until(t, "all runs on the server", func() bool {
		var err error
		stream, err = conn.js.Stream(t.Context(), runsPrefix+Identify(plan))
		return err == nil && stream.CachedInfo().State.Msgs == 10
	})
	if err := stream.Purge(t.Context(), jetstream.WithPurgeKeep(7)); err != nil {
		t.Fatal(err)
	}
	start(t, &Worker{Conn: connect(t, s, "worker"), Executor: x, Jobs: 2})
	if err := wait(); err != nil {
		t.Fatal(err)
	}
	if n := len(read(t, store)); n != 10 {
		t.Errorf("got %d records, want 10", n)
	}
}

// Records that the server delivered but the collector did not receive are read again, even if they are the last.
func TestLostRecordsAreReadAgain(t *testing.T) {
	noLeftovers(t)
	s := clustertest.Start(t, nil)
	plan := probes(t, 1, "")
	var p probe
	x := p.executor()
	queue := &Queue{Conn: connect(t, s, "collector"), Executor: x, Keep: true}
	start(t, &Worker{Conn: connect(t, s, "worker"), Executor: x, Jobs: 2})
	records(t, plan, queue)

	ctx := within(t, time.Minute)
	c, err := queue.openCampaign(ctx, plan, func(string) bool { return false })
	if err != nil {
		t.Fatal(err)
	}
	defer c.close()
	results := make(chan campaign.Result, plan.Runs())
	c.results = results
	if err := c.openLog(ctx); err != nil {
		t.Fatal(err)
	}
	sent, err := c.log.Fetch(11) // the records, and the environment of the worker
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	for range sent.Messages() {
		n++
	}
	if err := c.findUnpublished(ctx); err != nil || len(c.pending) > 0 || len(results) != 10 {
		t.Errorf("%d messages were sent: got %d pending runs, %d records, error %v, want 0 and 10", n, len(c.pending),
			len(results), err)
	}
}

// Orphans finds a campaign whose removal was interrupted, and Remove removes it.
func TestOrphans(t *testing.T) {
	noLeftovers(t)
	s := clustertest.Start(t, nil)
	plan := probes(t, 1, "")
	var p probe
	x := p.executor()
	conn := connect(t, s, "collector")
	start(t, &Worker{Conn: connect(t, s, "worker"), Executor: x, Jobs: 2})
	records(t, plan, &Queue{Conn: conn, Executor: x, Keep: true})
	id := Identify(plan)
	if err := conn.js.DeleteStream(t.Context(), runsPrefix+id); err != nil {
		t.Fatal(err)
	}
	if all, err := conn.Campaigns(t.Context()); err != nil || len(all) > 0 {
		t.Errorf("Campaigns: got %v, error %v, want none", all, err)
	}
	if all, err := conn.Orphans(t.Context()); err != nil || len(all) != 1 || all[0].ID != id {
		t.Errorf("Orphans: got %v, error %v, want %s", all, err, id)
	}
	if err := conn.Remove(t.Context(), id); err != nil {
		t.Fatal(err)
	}
	if all, err := conn.Orphans(t.Context()); err != nil || len(all) > 0 {
		t.Errorf("Orphans after Remove: got %v, error %v, want none", all, err)
	}
}
