package cluster

import (
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"nonet/cmd/nonet-lab/internal/campaign"
	"nonet/cmd/nonet-lab/internal/cluster/clustertest"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// blocked returns a probe whose runs last until they are cancelled.
func blocked() *probe {
	return &probe{during: func(ctx context.Context, _ *campaign.Run) { <-ctx.Done() }}
}

func TestStoppedWorkerNacksAtOnce(t *testing.T) {
	noLeftovers(t)
	s := clustertest.Start(t, nil)
	plan := probes(t, 1, "")
	store := create(t, plan)
	first, second := blocked(), &probe{}
	stop := start(t, &Worker{Conn: connect(t, s, "first"), Executor: first.executor(), Jobs: 4})
	// The test ends long before AckWait.
	wait := collect(t, within(t, time.Minute), plan, store,
		&Queue{Conn: connect(t, s, "collector"), Executor: first.executor(), AckWait: time.Hour})
	until(t, "four runs with the first worker", func() bool { return first.total.Load() == 4 })
	stop()
	start(t, &Worker{Conn: connect(t, s, "second"), Executor: second.executor(), Jobs: 4})
	if err := wait(); err != nil {
		t.Fatal(err)
	}
	if n := second.total.Load(); n != 10 {
		t.Errorf("second worker: got %d runs, want 10", n)
	}
}

func TestRunsOfDeadWorkerAreRedelivered(t *testing.T) {
	noLeftovers(t)
	s := clustertest.Start(t, nil)
	plan := probes(t, 1, "")
	store := create(t, plan)
	first, second := blocked(), &probe{}
	conn := connect(t, s, "first")
	ended := make(chan error, 1)
	go func() {
		ended <- (&Worker{Conn: conn, Executor: first.executor(), Jobs: 4}).Run(context.Background())
	}()
	queue := &Queue{Conn: connect(t, s, "collector"), Executor: first.executor(), AckWait: time.Second}
	wait := collect(t, within(t, time.Minute), plan, store, queue)
	until(t, "four runs with the first worker", func() bool { return first.total.Load() == 4 })
	conn.nc.Close()
	var known *Error
	if err := <-ended; !errors.As(err, &known) {
		t.Errorf("worker without a connection: error %v, want an *Error", err)
	}
	start(t, &Worker{Conn: connect(t, s, "second"), Executor: second.executor(), Jobs: 4})
	if err := wait(); err != nil {
		t.Fatal(err)
	}
	if n := second.distinct(); n != 10 {
		t.Errorf("second worker: got %d runs, want 10", n)
	}
}

// Worker and collector end promptly when the server is down.
func TestStopWithoutServer(t *testing.T) {
	noLeftovers(t)
	s := clustertest.Start(t, nil)
	plan := probes(t, 1, "")
	p := blocked()
	ctx, cancel := context.WithCancel(t.Context())
	stop := start(t, &Worker{Conn: connect(t, s, "worker"), Executor: p.executor(), Jobs: 2})
	wait := collect(t, ctx, plan, create(t, plan), &Queue{Conn: connect(t, s, "collector"), Executor: p.executor()})
	until(t, "two runs with the worker", func() bool { return p.total.Load() == 2 })
	s.Stop()
	stop()
	cancel()
	if err := wait(); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}

// A worker that was disconnected for longer than AckWait publishes second records and acknowledges batches that were
// redelivered. The first records count.
func TestLateWorker(t *testing.T) {
	noLeftovers(t)
	set(t, &dedupWindow, 100*time.Millisecond)
	s := clustertest.Start(t, nil)
	cable := newCable(t, s)
	plan := probes(t, 1, "")
	store := create(t, plan)
	resume := make(chan struct{})
	late := &probe{during: func(ctx context.Context, _ *campaign.Run) {
		select {
		case <-resume:
		case <-ctx.Done():
		}
	}}
	var prompt probe
	conn := connectTo(t, cable.url, "late")
	start(t, &Worker{Conn: conn, Executor: late.executor(), Jobs: 3})
	queue := &Queue{Conn: connect(t, s, "collector"), Executor: late.executor(), AckWait: time.Second, Keep: true}
	wait := collect(t, within(t, time.Minute), plan, store, queue)
	until(t, "three runs with the late worker", func() bool { return late.total.Load() == 3 })
	cable.hold()
	start(t, &Worker{Conn: connect(t, s, "prompt"), Executor: prompt.executor(), Jobs: 3})
	if err := wait(); err != nil {
		t.Fatal(err)
	}
	if n := prompt.distinct(); n != 10 {
		t.Errorf("prompt worker: got %d runs, want 10", n)
	}
	forgotten(t, queue.Conn, Identify(plan)) // otherwise the server drops the second records as duplicates
	cable.release()
	close(resume)
	until(t, "thirteen records on the server", func() bool {
		state, err := queue.Conn.State(t.Context(), Identify(plan))
		return err == nil && state.Recorded() >= 13 && state.Remaining() == 0
	})
	again := create(t, plan)
	if err := (campaign.Runner{Queue: queue}).Run(within(t, time.Minute), plan, again); err != nil {
		t.Fatal(err)
	}
	compare(t, read(t, again), read(t, store))
}

// forgotten waits until the IDs of all messages in the log are outside the deduplication window.
func forgotten(t testing.TB, conn *Conn, id string) {
	t.Helper()
	m := &nats.Msg{Subject: environmentSubject(id), Header: nats.Header{}}
	m.Header.Set(jetstream.MsgIDHeader, "forgotten")
	for range 2 {
		until(t, "the server forgets an id", func() bool {
			ack, err := conn.js.PublishMsg(t.Context(), m)
			return err == nil && !ack.Duplicate
		})
	}
}

// The server is restarted while runs are published, while they are executed, and before the last records arrive.
func TestServerRestart(t *testing.T) {
	noLeftovers(t)
	s := clustertest.Start(t, nil)
	plan := probes(t, 300, "")
	restarts := make(chan struct{})
	var executed atomic.Int64
	p := &probe{during: func(context.Context, *campaign.Run) {
		if n := executed.Add(1); n == 700 || n == 2990 {
			restarts <- struct{}{}
		}
	}}
	x := p.executor()
	collector, watcher := connect(t, s, "collector"), connect(t, s, "watcher")
	for i := range 2 {
		start(t, &Worker{Conn: connect(t, s, fmt.Sprint("worker ", i)), Executor: x, Jobs: 2})
	}
	store := create(t, plan)
	wait := collect(t, within(t, 2*time.Minute), plan, store, &Queue{Conn: collector, Executor: x})
	until(t, "some of the runs on the server", func() bool {
		state, err := watcher.State(t.Context(), Identify(plan))
		return err == nil && state.Remaining() > 0
	})
	s.Stop()
	s.Start()
	for range 2 {
		<-restarts
		s.Stop()
		time.Sleep(100 * time.Millisecond)
		s.Start()
	}
	if err := wait(); err != nil {
		t.Fatal(err)
	}
	if n := len(read(t, store)); n != plan.Runs() {
		t.Errorf("got %d records, want %d", n, plan.Runs())
	}
	t.Logf("%d executions of %d runs", p.total.Load(), plan.Runs())
}

// Each run is executed once although the collector is restarted with its store and with an empty one, two collectors
// run at a time, and runs are published again after the deduplication window.
func TestCollectorRestart(t *testing.T) {
	noLeftovers(t)
	set(t, &dedupWindow, 100*time.Millisecond)
	s := clustertest.Start(t, nil)
	plan := probes(t, 20, "")
	gate := make(chan struct{}, 1000)
	p := &probe{during: func(ctx context.Context, _ *campaign.Run) {
		select {
		case <-gate:
		case <-ctx.Done():
		}
	}}
	x := p.executor()
	collector := func() *Queue { return &Queue{Conn: connect(t, s, "collector"), Executor: x, Keep: true} }
	watcher := connect(t, s, "watcher")
	left := func() int {
		state, err := watcher.State(t.Context(), Identify(plan))
		if err != nil {
			return -1
		}
		return state.Remaining()
	}
	store := create(t, plan)
	for range 2 { // a cancelled collector publishes the runs that it held back
		ctx, cancel := context.WithCancel(t.Context())
		wait := collect(t, ctx, plan, store, collector())
		until(t, "runs on the server", func() bool { return left() >= probeRuns })
		time.Sleep(2 * dedupWindow)
		cancel()
		if err := wait(); !errors.Is(err, context.Canceled) {
			t.Fatal(err)
		}
	}
	if n := left(); n != plan.Runs() {
		t.Fatalf("after publishing twice: got %d runs in the queue, want %d", n, plan.Runs())
	}

	start(t, &Worker{Conn: connect(t, s, "worker"), Executor: x, Jobs: 2})
	for range 50 {
		gate <- struct{}{}
	}
	ctx, cancel := context.WithCancel(t.Context())
	wait := collect(t, ctx, plan, store, collector())
	until(t, "50 records", func() bool {
		done, err := store.WallTimes(t.Context())
		return err == nil && len(done) == 50
	})
	cancel()
	if err := wait(); !errors.Is(err, context.Canceled) {
		t.Fatal(err)
	}
	for range 50 { // without a collector
		gate <- struct{}{}
	}
	until(t, "100 runs left", func() bool { return left() == 100 })

	empty := create(t, plan)
	both := within(t, time.Minute)
	one, other := collect(t, both, plan, store, collector()), collect(t, both, plan, empty, collector())
	for range 100 {
		gate <- struct{}{}
	}
	if err := errors.Join(one(), other()); err != nil {
		t.Fatal(err)
	}
	compare(t, read(t, store), read(t, empty))
	if n := p.total.Load(); n != 200 || len(p.begun) != 200 {
		t.Errorf("got %d executions of %d runs, want 200 of 200", n, len(p.begun))
	}
}

func TestWithdrawnCampaign(t *testing.T) {
	noLeftovers(t)
	s := clustertest.Start(t, nil)
	plan := probes(t, 1, "")
	p := blocked()
	x := p.executor()
	conn := connect(t, s, "collector")
	start(t, &Worker{Conn: connect(t, s, "worker"), Executor: x, Jobs: 2})
	wait := collect(t, within(t, time.Minute), plan, create(t, plan),
		&Queue{Conn: conn, Executor: x, AckWait: time.Hour})
	until(t, "two runs with the worker", func() bool { return p.total.Load() == 2 })
	if err := connect(t, s, "another").Remove(t.Context(), Identify(plan)); err != nil {
		t.Fatal(err)
	}
	err := wait()
	if !errors.Is(err, ErrGone) {
		t.Errorf("collector: error %v, want ErrGone", err)
	}
	t.Log(err)
	// The worker has cancelled its two runs and accepts others.
	next := probes(t, 1, `limits = { time = "50ms" }`)
	if n := len(records(t, next, &Queue{Conn: conn, Executor: x})); n != 10 {
		t.Errorf("next campaign: got %d records, want 10", n)
	}
}

// A batch that was delivered too often without an acknowledgement is executed in child processes: the run that killed
// the workers gets a record, and the others succeed.
func TestPoisonMessage(t *testing.T) {
	noLeftovers(t)
	t.Setenv("NONET_CLUSTER_CHILD", "1")
	s := clustertest.Start(t, nil)
	plan := planOf(t, `
name = "Deadly"
[[grid]]
name = "only"
instances = ["thein-easy"]
methods = ["native"]
task = "deadly"
`)
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	x := campaign.Executor{Tasks: []campaign.Task{deadly}, Child: []string{self}}
	conn := connect(t, s, "collector")
	queue := &Queue{Conn: conn, Executor: x}
	publishBatches(t, queue, plan, 5)
	runs, err := conn.js.Consumer(t.Context(), runsPrefix+Identify(plan), requirement{}.token())
	if err != nil {
		t.Fatal(err)
	}
	batches := 0
	until(t, "all batches are in the queue", func() bool { // the counts of a consumer lag behind its stream
		stream, err := conn.js.Stream(t.Context(), runsPrefix+Identify(plan))
		if err != nil {
			t.Fatal(err)
		}
		info, err := runs.Info(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		batches = int(info.NumPending)
		return batches > 0 && uint64(batches) == stream.CachedInfo().State.Msgs
	})
	if batches > 5 {
		t.Errorf("got %d batches of 10 runs, want at most 5", batches)
	}
	for range maxDeliveries { // as workers that die do
		taken, err := runs.Fetch(batches, jetstream.FetchMaxWait(5*time.Second))
		if err != nil {
			t.Fatal(err)
		}
		for m := range taken.Messages() {
			if err := m.Nak(); err != nil {
				t.Fatal(err)
			}
		}
	}
	store := create(t, plan)
	wait := collect(t, within(t, time.Minute), plan, store, queue)
	start(t, &Worker{Conn: connect(t, s, "worker"), Executor: x, Jobs: 2})
	if err := wait(); err != nil {
		t.Fatal(err)
	}
	for _, r := range read(t, store) {
		want := campaign.Solved
		if r.Index == deadlyIndex {
			want = campaign.Crashed
		}
		if r.Outcome != want {
			t.Errorf("%s: got outcome %s (%s), want %s", r.Key, r.Outcome, r.Detail, want)
		}
	}
}

// A cable is a TCP proxy to a server. While it is interrupted, it forwards nothing, but keeps both connections open.
type cable struct {
	url string
	mu  sync.RWMutex // held for writing while it is interrupted
}

func newCable(t testing.TB, s *clustertest.Server) *cable {
	c := &cable{}
	c.url = proxy(t, s, func(near, far net.Conn) {
		go c.carry(near, far)
		c.carry(far, near)
	})
	return c
}

// proxy returns the URL of a proxy to a server, until the end of the test. carry is called with each connection to the
// proxy and one to the server.
func proxy(t testing.TB, s *clustertest.Server, carry func(near, far net.Conn)) (url string) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { listener.Close() })
	to := s.URL()[len("nats://"):]
	go func() {
		for {
			near, err := listener.Accept()
			if err != nil {
				return
			}
			far, err := net.Dial("tcp", to)
			if err != nil {
				near.Close()
				continue
			}
			go carry(near, far)
		}
	}()
	return "nats://" + listener.Addr().String()
}

func (c *cable) carry(from, to net.Conn) {
	defer from.Close()
	defer to.Close()
	buffer := make([]byte, 1<<16)
	for {
		n, err := from.Read(buffer)
		c.mu.RLock()
		if n > 0 {
			_, werr := to.Write(buffer[:n])
			err = errors.Join(err, werr)
		}
		c.mu.RUnlock()
		if err != nil {
			return
		}
	}
}

func (c *cable) hold()    { c.mu.Lock() }
func (c *cable) release() { c.mu.Unlock() }
