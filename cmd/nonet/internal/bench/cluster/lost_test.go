package cluster

import (
	"testing"
	"time"

	"nonet/cmd/nonet/internal/bench/campaign"
	"nonet/cmd/nonet/internal/bench/cluster/clustertest"

	"github.com/nats-io/nats.go/jetstream"
)

// A run that has got lost on the server is published again.
func TestLostRunIsPublishedAgain(t *testing.T) {
	noLeftovers(t)
	hurry(t)
	set(t, &duplicates, 100*time.Millisecond)
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
		t.Errorf("%d records, want 10", n)
	}
}

// Records that the server has sent, but nobody has received, are asked for again: also if they are the last.
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
	c, err := queue.open(ctx, plan, func(string) bool { return false })
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
	if err := c.look(ctx); err != nil || len(c.due) > 0 || len(results) != 10 {
		t.Errorf("%d messages were sent; %d runs are due, %d records were read, error %v", n, len(c.due), len(results), err)
	}
}

// A campaign that was not removed to the end is found, and can be removed.
func TestCampaignWhoseRunsAreGone(t *testing.T) {
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
		t.Errorf("campaigns %v, error %v", all, err)
	}
	if all, err := conn.Orphans(t.Context()); err != nil || len(all) != 1 || all[0].ID != id {
		t.Errorf("remains %v, error %v", all, err)
	}
	if err := conn.Remove(t.Context(), id); err != nil {
		t.Fatal(err)
	}
	if all, err := conn.Orphans(t.Context()); err != nil || len(all) > 0 {
		t.Errorf("afterwards remains %v, error %v", all, err)
	}
}
