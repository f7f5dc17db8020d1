package cluster

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"testing"
	"time"

	"nonet/cmd/nonet-lab/internal/campaign"
	"nonet/cmd/nonet-lab/internal/cluster/clustertest"

	"github.com/google/go-cmp/cmp"
)

func TestBatchSize(t *testing.T) {
	run := &campaign.Run{}
	isolated := &campaign.Run{Limits: campaign.Limits{Isolate: true}}
	for _, c := range []struct {
		name                        string
		run                         *campaign.Run
		measured, unpublished, jobs int
		mean                        time.Duration
		want                        int
	}{
		{"no measurement", run, 0, 10_000, 1, 0, 1},
		{"long runs", run, 500, 10_000, 1, 3 * time.Second, 1},
		{"runs for a second", run, 500, 10_000, 1, 10 * time.Millisecond, 100},
		{"few measurements", run, 20, 10_000, 1, 10 * time.Millisecond, 20},
		{"very short runs", run, 5000, 1_000_000, 1, time.Microsecond, maxBatchRuns},
		{"few runs left", run, 500, 60, 3, 10 * time.Millisecond, 10},
		{"the last run", run, 500, 1, 3, 10 * time.Millisecond, 1},
		{"short runs in child processes", isolated, 500, 10_000, 1, time.Microsecond, 49},
	} {
		s := &series{runs: []*campaign.Run{c.run}, unpublished: make([]int, c.unpublished), measured: c.measured,
			total: time.Duration(c.measured) * c.mean}
		if got := s.batchSize(c.jobs); got != c.want {
			t.Errorf("%s: got %d runs, want %d", c.name, got, c.want)
		}
	}
}

// Runs are held back only while their runtime is unknown.
func TestAllowance(t *testing.T) {
	now := time.Now()
	early, late := now.Add(-probeTimeout/2), now.Add(-2*probeTimeout)
	var never time.Time
	for _, c := range []struct {
		name                 string
		pending, unpublished int
		measured             int
		mean                 time.Duration
		begun, workers       time.Time
		want                 int
	}{
		{"at the start", 1000, 1000, 0, 0, never, never, probeRuns},
		{"at the start, with workers", 1000, 1000, 0, 0, never, late, probeRuns},
		{"no worker", 1000, 1000 - probeRuns, 0, 0, late, never, 0},
		{"a new worker", 1000, 1000 - probeRuns, 0, 0, late, early, 0},
		{"the first runs are long", 1000, 1000 - probeRuns, 0, 0, late, late, 1000 - probeRuns},
		{"long runs", 1000, 900, 10, 2 * batchTime, late, late, 900},
		{"short runs", 1000, 990, 10, time.Millisecond, late, late, probeRuns + 10*rampFactor - 10},
	} {
		s := &series{runs: []*campaign.Run{{}}, pending: c.pending, unpublished: make([]int, c.unpublished),
			begun: c.begun, measured: c.measured, total: time.Duration(c.measured) * c.mean}
		if got := s.allowance(now, c.workers); got != c.want {
			t.Errorf("%s: got %d runs, want %d", c.name, got, c.want)
		}
	}
}

// Batches have the unpublished runs in order, each once, and within the limits.
func TestNextBatches(t *testing.T) {
	s := &series{number: 7}
	done := map[*campaign.Run]bool{}
	for i := range 20 {
		s.runs = append(s.runs, &campaign.Run{Key: fmt.Sprintf("run-%02d", i)})
		s.unpublished = append(s.unpublished, i)
	}
	s.unpublished = slices.Delete(s.unpublished, 4, 6) // on the server
	for _, i := range []int{0, 9, 19} {
		done[s.runs[i]] = true
	}
	pending := func(run *campaign.Run) bool { return !done[run] }
	one, err := json.Marshal(s.runs[0])
	if err != nil {
		t.Fatal(err)
	}
	next := func(size, bytes int) (b span, ok bool) {
		t.Helper()
		b, data, err := s.nextBatch(size, bytes, pending)
		if err != nil {
			t.Fatal(err)
		}
		if data == nil {
			return b, false
		}
		var read batch
		if err := json.Unmarshal(data, &read); err != nil {
			t.Fatal(err)
		}
		for i, run := range read.Runs {
			if want := s.runs[b.first+i].Key; run.Key != want {
				t.Errorf("%v: run %d: got %s, want %s", b, i, run.Key, want)
			}
		}
		if again, ok := parseSpan(b.token()); !ok || again != b || len(read.Runs) != b.size() {
			t.Errorf("%v: got %d runs, token parsed as %v", b, len(read.Runs), again)
		}
		return b, true
	}
	first, _ := next(10, 1<<20)
	s.requeue(first)
	var all []span
	for size := 10; ; size = 4 {
		b, ok := next(size, 3*len(one))
		if !ok {
			break
		}
		all = append(all, b)
	}
	want := []span{{7, 1, 3}, {7, 6, 8}, {7, 10, 12}, {7, 13, 15}, {7, 16, 18}}
	if diff := cmp.Diff(want, all, cmp.AllowUnexported(span{})); diff != "" {
		t.Error(diff)
	}
	if b, ok := next(1, 1); ok {
		t.Errorf("got batch %v, want none", b)
	}
	for _, bad := range []string{"", "1-2", "1-3-2", "1-2-x", "-1-2-3", "1-2-3-4", "0123456789abcdef"} {
		if b, ok := parseSpan(bad); ok {
			t.Errorf("parseSpan(%q): got %v, want false", bad, b)
		}
	}
}

// Short runs are published in batches as soon as their runtime is known.
func TestShortRunsAreBatched(t *testing.T) {
	noLeftovers(t)
	set(t, &probeTimeout, time.Hour) // the machine may be very busy
	s := clustertest.Start(t, nil)
	plan := probes(t, 200, "")
	var p probe
	x := p.executor()
	conn := connect(t, s, "collector")
	start(t, &Worker{Conn: connect(t, s, "worker"), Executor: x, Jobs: 2})
	got := records(t, plan, &Queue{Conn: conn, Executor: x, Keep: true})
	if len(got) != plan.Runs() || p.total.Load() != int64(plan.Runs()) {
		t.Errorf("got %d records of %d executions, want %d", len(got), p.total.Load(), plan.Runs())
	}
	stream, err := conn.js.Stream(t.Context(), runsPrefix+Identify(plan))
	if err != nil {
		t.Fatal(err)
	}
	if n := stream.CachedInfo().State.LastSeq; n > 500 {
		t.Errorf("got %d messages for %d runs, want at most 500", n, plan.Runs())
	}
}

// publishBatches publishes all runs of a plan in batches of the given size, as if they were known to be short, until
// the server is full.
func publishBatches(t *testing.T, queue *Queue, plan *campaign.Plan, size int) {
	t.Helper()
	ctx := within(t, time.Minute)
	c, err := queue.openCampaign(ctx, plan, func(string) bool { return false })
	if err != nil {
		t.Fatal(err)
	}
	for len(c.series[0].unpublished) > 0 || c.chunkSize == 0 {
		if err := c.findUnpublished(ctx); err != nil {
			t.Fatal(err)
		}
		c.series[0].measured, c.series[0].total, c.chunkSize = size, time.Duration(size), 1
		full, _, err := c.publish(ctx, true)
		if err != nil {
			t.Fatal(err)
		}
		if full {
			break
		}
	}
	c.close()
}

// A worker dies in the middle of a batch. Another worker executes the batch, and the records stored before count.
func TestWorkerDiesInBatch(t *testing.T) {
	noLeftovers(t)
	set(t, &storeInterval, 0)
	s := clustertest.Start(t, nil)
	plan := probes(t, 1, "")
	queue := &Queue{Conn: connect(t, s, "collector"), AckWait: time.Second}
	var second probe
	first := &probe{}
	first.during = func(ctx context.Context, _ *campaign.Run) {
		if first.total.Load() == 3 {
			<-ctx.Done()
		}
	}
	queue.Executor = first.executor()
	publishBatches(t, queue, plan, 5)
	conn := connect(t, s, "first")
	ended := make(chan error, 1)
	go func() {
		ended <- (&Worker{Conn: conn, Executor: first.executor(), Jobs: 1}).Run(context.Background())
	}()
	state := func() *State {
		state, err := queue.Conn.State(t.Context(), Identify(plan))
		if err != nil {
			t.Fatal(err)
		}
		return state
	}
	until(t, "two records of the first worker", func() bool { return state().Recorded() == 2 })
	if s := state(); s.Remaining() != 10 || s.Backlogs[0].Executing == 0 {
		t.Errorf("got %d runs in the queue, want 10; %d in flight", s.Remaining(), s.Backlogs[0].Executing)
	}
	conn.nc.Close()
	<-ended
	died := time.Now()
	start(t, &Worker{Conn: connect(t, s, "second"), Executor: second.executor(), Jobs: 2})
	store := create(t, plan)
	if err := collect(t, within(t, time.Minute), plan, store, queue)(); err != nil {
		t.Fatal(err)
	}
	if n := len(read(t, store)); n != 10 || second.distinct() != 10 {
		t.Errorf("got %d records, %d runs of the second worker, want 10 and 10", n, second.distinct())
	}
	before := 0
	for _, r := range read(t, store) {
		if r.Started.Before(died) {
			before++
		}
	}
	if before != 2 {
		t.Errorf("got %d records of the first worker, want 2", before)
	}
}

// A worker that was suspended for longer than AckWait discards the run that it was executing, since the wall time
// includes the suspension.
func TestExpiredLease(t *testing.T) {
	var l *lease
	p := &probe{during: func(context.Context, *campaign.Run) { l.renewed = time.Now().Add(-time.Hour) }}
	w := &workerState{Worker: Worker{Executor: p.executor()}, leases: map[*lease]bool{}}
	l = &lease{
		source: &source{assignment: &assignment{ctx: t.Context()}, ackWait: time.Minute},
		batch:  &batch{Runs: probes(t, 1, "").Stages[0].Runs}, renewed: time.Now(),
	}
	w.leases[l] = true
	w.execute(t.Context(), l) // storing a record would panic: there is no connection
	if len(w.leases) > 0 || p.total.Load() != 1 {
		t.Errorf("got %d leases, %d executions, want 0 and 1", len(w.leases), p.total.Load())
	}
}
