package cluster

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"nonet/cmd/nonet-lab/internal/campaign"
	"nonet/cmd/nonet-lab/internal/cluster/clustertest"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go/jetstream"
)

func TestRunTooLarge(t *testing.T) {
	noLeftovers(t)
	s := clustertest.Start(t, nil)
	plan := probes(t, 1, "")
	var p probe
	queue := &Queue{Conn: connect(t, s, "collector"), Executor: p.executor(), MaxMessage: 4200}
	err := collect(t, within(t, time.Minute), plan, create(t, plan), queue)()
	t.Log(err)
	if !errors.Is(err, ErrTooLarge) || !strings.Contains(err.Error(), "only/thein-easy/") ||
		!strings.Contains(err.Error(), "--max-message") {
		t.Errorf("error %v, want ErrTooLarge with the run and the flag", err)
	}
	queue.MaxMessage = 1 << 30
	plan = probes(t, 2, "")
	err = collect(t, within(t, time.Minute), plan, create(t, plan), queue)()
	t.Log(err)
	if !errors.Is(err, ErrTooLarge) {
		t.Errorf("error %v", err)
	}
}

// A record that exceeds the message size is replaced by a failed one.
func TestRecordTooLarge(t *testing.T) {
	noLeftovers(t)
	s := clustertest.Start(t, func(o *server.Options) { o.MaxPayload = 16 << 10 })
	plan := probes(t, 1, "")
	var p probe
	task := p.task()
	task.Do = func(_ context.Context, run *campaign.Run, record *campaign.Record) {
		record.Outcome, record.Detail = campaign.Solved, strings.Repeat("long ", 4000)
	}
	x := campaign.Executor{Tasks: []campaign.Task{task}}
	start(t, &Worker{Conn: connect(t, s, "worker"), Executor: x, Jobs: 2})
	got := records(t, plan, &Queue{Conn: connect(t, s, "collector"), Executor: x})
	if len(got) != 10 {
		t.Errorf("got %d records, want 10", len(got))
	}
	for _, r := range got {
		if r.Outcome != campaign.Failed || !strings.Contains(r.Detail, "bytes, the server accepts at most 16384") {
			t.Errorf("%s: got outcome %s, detail %s", r.Key, r.Outcome, r.Detail)
		}
	}
}

// If the stream of runs is full, the remaining runs are published as others are acknowledged.
func TestStreamOfRunsIsFull(t *testing.T) {
	noLeftovers(t)
	s := clustertest.Start(t, nil)
	plan := probes(t, 40, "")
	var p probe
	x := p.executor()
	conn := connect(t, s, "collector")
	store := create(t, plan)
	wait := collect(t, within(t, time.Minute), plan, store, &Queue{Conn: conn, Executor: x, MaxBytes: 100 << 10})
	most := 0
	until(t, "some runs on the server", func() bool {
		state, err := conn.State(t.Context(), Identify(plan))
		if err == nil {
			most = max(most, state.Remaining())
		}
		return most > 0
	})
	stream, err := conn.js.Stream(t.Context(), recordsPrefix+Identify(plan))
	if err != nil {
		t.Fatal(err)
	}
	config := stream.CachedInfo().Config
	config.MaxBytes = -1 // no limit for the records
	if _, err := conn.js.UpdateStream(t.Context(), config); err != nil {
		t.Fatal(err)
	}
	start(t, &Worker{Conn: connect(t, s, "worker"), Executor: x, Jobs: 2})
	if err := wait(); err != nil {
		t.Fatal(err)
	}
	if n := len(read(t, store)); n != 400 || p.total.Load() != 400 {
		t.Errorf("got %d records of %d executions, want 400 of 400", n, p.total.Load())
	}
	if most >= 400 {
		t.Errorf("%d runs were on the server at the same time, want less than 400", most)
	}
}

// If the stream of records is full, worker and collector report it. No record is lost: with a larger limit the campaign
// continues.
func TestStreamOfRecordsIsFull(t *testing.T) {
	noLeftovers(t)
	hurry(t)
	s := clustertest.Start(t, nil)
	plan := probes(t, 30, "")
	var p probe
	x := p.executor()
	worker, collector := &notices{t: t}, &notices{t: t}
	store := create(t, plan)
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	queue := &Queue{Conn: connect(t, s, "collector"), Executor: x, MaxBytes: 30 << 10, Notice: collector.add}
	wait := collect(t, ctx, plan, store, queue)
	start(t, &Worker{Conn: connect(t, s, "worker"), Executor: x, Jobs: 2, Notice: worker.add})
	until(t, "the worker's notice", func() bool { return worker.contain("maximum bytes") })
	until(t, "the collector's notice", func() bool { return collector.contain("--max-bytes") })
	cancel()
	if err := wait(); !errors.Is(err, context.Canceled) {
		t.Fatal(err)
	}
	queue.MaxBytes = 10 << 20
	if err := collect(t, within(t, time.Minute), plan, store, queue)(); err != nil {
		t.Fatal(err)
	}
	if n := len(read(t, store)); n != 300 || p.total.Load() != 300 {
		t.Errorf("got %d records of %d executions, want 300 of 300", n, p.total.Load())
	}
}

func TestAccountRequiresLimit(t *testing.T) {
	noLeftovers(t)
	s := configured(t, `
accounts {
  A { jetstream: {max_mem: 0, max_file: 10MB, max_bytes_required: true}, users: [ {user: a, password: a} ] }
}`)
	conn, err := Connect(t.Context(), Options{URL: s.URL(), User: "a", Password: "a"})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(conn.Close)
	plan := probes(t, 1, "")
	var p probe
	queue := &Queue{Conn: conn, Executor: p.executor()}
	store := create(t, plan)
	err = collect(t, within(t, time.Minute), plan, store, queue)()
	t.Log(err)
	if err == nil || !strings.Contains(err.Error(), "--max-bytes") {
		t.Errorf("error %v", err)
	}
	queue.MaxBytes = 100 << 20
	err = collect(t, within(t, time.Minute), plan, store, queue)()
	t.Log(err)
	if err == nil || !strings.Contains(err.Error(), "smaller --max-bytes") {
		t.Errorf("error %v", err)
	}
	queue.MaxBytes = 4 << 20
	start(t, &Worker{Conn: conn, Executor: p.executor(), Jobs: 1})
	if err := collect(t, within(t, time.Minute), plan, store, queue)(); err != nil {
		t.Error(err)
	}
}

// Collectors and workers refuse campaigns of another build or protocol, and report the reason.
func TestVersionsAreNotMixed(t *testing.T) {
	noLeftovers(t)
	hurry(t)
	s := clustertest.Start(t, nil)
	plan := probes(t, 1, "")
	id := Identify(plan)
	var p probe
	x := p.executor()
	conn := connect(t, s, "one")
	first := &notices{t: t}
	store := create(t, plan)
	ctx, cancel := context.WithCancel(t.Context())
	wait := collect(t, ctx, plan, store, &Queue{Conn: conn, Executor: x, Notice: first.add})
	until(t, "runs on the server", func() bool {
		state, err := conn.State(t.Context(), id)
		return err == nil && state.Remaining() == 10
	})
	cancel()
	if err := wait(); !errors.Is(err, context.Canceled) {
		t.Fatal(err)
	}

	// Collector and worker of another build.
	own := buildName
	set(t, &buildName, func() string { return "v9.9.9" })
	second, worker := &notices{t: t}, &notices{t: t}
	err := collect(t, within(t, time.Minute), plan, store, &Queue{Conn: conn, Executor: x, Notice: second.add})()
	t.Log(err)
	if !errors.Is(err, ErrVersion) || !strings.Contains(err.Error(), own()) ||
		!strings.Contains(err.Error(), "v9.9.9") {
		t.Errorf("error %v", err)
	}
	stop := start(t, &Worker{Conn: connect(t, s, "worker"), Executor: x, Jobs: 1, Notice: worker.add})
	until(t, "the worker's notice", func() bool { return worker.contain(": it was started by nonet " + own()) })
	wait = collect(t, within(t, time.Minute), plan, store,
		&Queue{Conn: conn, Executor: x, Notice: second.add, AnyBuild: true})
	until(t, "the collector's notice", func() bool { return second.contain("refuses the campaign") })
	stop()
	if n := p.total.Load(); n != 0 {
		t.Errorf("the worker executed %d runs of another build, want 0", n)
	}
	start(t, &Worker{Conn: connect(t, s, "tolerant"), Executor: x, Jobs: 1, AnyBuild: true})
	if err := wait(); err != nil {
		t.Fatal(err)
	}

	// A campaign with another protocol.
	if _, err := conn.js.CreateStream(t.Context(), jetstream.StreamConfig{
		Name: recordsPrefix + id, Subjects: []string{recordSubjects(id)},
		Metadata: map[string]string{metaProtocol: "9", metaBuild: buildName()},
	}); err != nil {
		t.Fatal(err)
	}
	err = collect(t, within(t, time.Minute), plan, create(t, plan), &Queue{Conn: conn, Executor: x, AnyBuild: true})()
	t.Log(err)
	if !errors.Is(err, ErrVersion) || !strings.Contains(err.Error(), `"9"`) {
		t.Errorf("error %v", err)
	}
}
