package cluster

import (
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"nonet/cmd/nonet-lab/internal/cluster/clustertest"

	"github.com/nats-io/nats-server/v2/server"
)

// On a server whose storage is full of runs the collector holds back runs, so that the records find room.
func TestServerFullOfRuns(t *testing.T) {
	noLeftovers(t)
	hurry(t)
	// The puzzles are large: the queued runs take much more room than the records.
	plan := planOf(t, `
name = "Large"
[[set]]
name = "large"
lewis = { orders = [6], p = [0.5], each = 4 }
[[grid]]
name = "only"
instances = ["large"]
methods = ["native"]
task = "probe"
repeats = 400
`)
	var p probe
	x := p.executor()
	// The room that the records of all runs need.
	roomy := clustertest.Start(t, nil)
	conn := connect(t, roomy, "collector")
	start(t, &Worker{Conn: connect(t, roomy, "worker"), Executor: x, Jobs: 2})
	want := records(t, plan, &Queue{Conn: conn, Executor: x, Keep: true})
	stream, err := conn.js.Stream(t.Context(), recordsPrefix+Identify(plan))
	if err != nil {
		t.Fatal(err)
	}
	bytes := int64(stream.CachedInfo().State.Bytes)

	s := clustertest.Start(t, func(o *server.Options) { o.JetStreamMaxStore = bytes * 5 / 4 })
	var told, toldWorker notices
	told.t, toldWorker.t = t, t
	queue := &Queue{Conn: connect(t, s, "collector"), Executor: x, Notice: told.add}
	publishBatches(t, queue, plan, 5) // fills the storage: no worker is there
	begun := p.total.Load()
	stream, err = queue.Conn.js.Stream(t.Context(), runsPrefix+Identify(plan))
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("%d bytes of records, %d of queued runs", bytes, stream.CachedInfo().State.Bytes)
	start(t, &Worker{Conn: connect(t, s, "worker"), Executor: x, Jobs: 2, Notice: toldWorker.add})
	until(t, "the worker cannot store records", func() bool { return toldWorker.contain("raise max_file") })
	got := records(t, plan, queue)
	compare(t, got, want)
	if !told.contain("the collector holds back runs") {
		t.Errorf("notices %q", told.list)
	}
	if n := len(slices.Compact(slices.Sorted(slices.Values(told.list)))); n != len(told.list) {
		t.Errorf("a notice came twice: %q", told.list)
	}
	t.Logf("%d bytes of records, %d executions of %d runs", bytes, p.total.Load()-begun, plan.Runs())
}

// If the storage has no room for the records either, the collector ends with a message that says what to do.
func TestServerFullOfRecords(t *testing.T) {
	noLeftovers(t)
	hurry(t)
	set(t, &fullTimeout, 5*time.Second)
	s := clustertest.Start(t, func(o *server.Options) { o.JetStreamMaxStore = 300 << 10 })
	plan := probes(t, 200, "")
	var p probe
	x := p.executor()
	start(t, &Worker{Conn: connect(t, s, "worker"), Executor: x, Jobs: 2})
	store := create(t, plan)
	err := collect(t, within(t, time.Minute), plan, store, &Queue{Conn: connect(t, s, "collector"), Executor: x})()
	t.Log(err)
	if !errors.Is(err, ErrFull) || !strings.Contains(err.Error(), "raise max_file") ||
		!strings.Contains(err.Error(), "nonet-lab campaign resume") {
		t.Errorf("error %v, want ErrFull and what to do", err)
	}
	n := len(read(t, store))
	if n == 0 || n == plan.Runs() {
		t.Errorf("%d records", n)
	}
	// With more room, the campaign is completed.
	s.Restart(func(o *server.Options) { o.JetStreamMaxStore = 1 << 30 })
	queue := &Queue{Conn: connect(t, s, "collector"), Executor: x}
	if err := collect(t, within(t, time.Minute), plan, store, queue)(); err != nil {
		t.Fatal(err)
	}
	if n := len(read(t, store)); n != plan.Runs() {
		t.Errorf("%d records, want %d", n, plan.Runs())
	}
}
