package cluster

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"nonet/cmd/nonet-lab/internal/campaign"
	"nonet/cmd/nonet-lab/internal/cluster/clustertest"
)

// TestMain is also the child process that executes isolated runs.
func TestMain(m *testing.M) {
	if os.Getenv("NONET_CLUSTER_CHILD") != "" {
		if err := campaign.Child(context.Background(), []campaign.Task{deadly}, os.Stdin, os.Stdout); err != nil {
			panic(err)
		}
		return
	}
	reconnectWait, minRefreshInterval = 50*time.Millisecond, time.Millisecond
	os.Exit(m.Run())
}

// deadly is a task that kills its process for the instance deadlyIndex.
var deadly = campaign.Task{Name: "deadly", NoSolver: true,
	Do: func(_ context.Context, run *campaign.Run, record *campaign.Record) {
		if run.Instance.Index == deadlyIndex {
			os.Exit(3)
		}
		record.Outcome = campaign.Solved
	}}

const deadlyIndex = 3

// A probe counts the executions of its task.
type probe struct {
	mu     sync.Mutex
	begun  map[string]int // by key
	during func(ctx context.Context, run *campaign.Run)
	total  atomic.Int64
}

// task returns the task "probe". It calls during, if set, and has the outcome Solved.
func (p *probe) task() campaign.Task {
	return campaign.Task{Name: "probe", NoSolver: true,
		Do: func(ctx context.Context, run *campaign.Run, record *campaign.Record) {
			p.mu.Lock()
			if p.begun == nil {
				p.begun = map[string]int{}
			}
			p.begun[run.Key]++
			p.mu.Unlock()
			p.total.Add(1)
			if p.during != nil {
				p.during(ctx, run)
			}
			record.Outcome = campaign.Solved
		}}
}

// distinct returns the number of different runs executed.
func (p *probe) distinct() int {
	p.mu.Lock()
	defer p.mu.Unlock()
	return len(p.begun)
}

func (p *probe) executor() campaign.Executor {
	return campaign.Executor{Tasks: []campaign.Task{p.task()}}
}

// probes returns a campaign of 10 * repeats runs of the task "probe". more is appended to its grid.
func probes(t testing.TB, repeats int, more string) *campaign.Plan {
	t.Helper()
	return planOf(t, fmt.Sprintf(`
name = "Probes"
[[grid]]
name = "only"
instances = ["thein-easy"]
methods = ["native"]
task = "probe"
repeats = %d
%s
`, repeats, more))
}

func planOf(t testing.TB, text string) *campaign.Plan {
	t.Helper()
	spec, err := campaign.Parse("test.toml", text)
	if err != nil {
		t.Fatal(err)
	}
	plan, err := spec.Expand(t.Context(), campaign.Full)
	if err != nil {
		t.Fatal(err)
	}
	return plan
}

func connect(t testing.TB, s *clustertest.Server, name string) *Conn {
	t.Helper()
	return connectTo(t, s.URL(), name)
}

func connectTo(t testing.TB, url, name string) *Conn {
	t.Helper()
	conn, err := Connect(t.Context(),
		Options{URL: url, Name: name, OnEvent: func(text string) { t.Logf("%s: %s", name, text) }})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(conn.disconnect) // Close would wait for a server that may be stopped
	return conn
}

// create returns a new store for the plan.
func create(t testing.TB, plan *campaign.Plan) *campaign.Store {
	t.Helper()
	store, err := campaign.Create(t.Context(), filepath.Join(t.TempDir(), "records.sqlite"), plan)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { store.Close() })
	return store
}

// read returns the records of a store by key.
func read(t testing.TB, store *campaign.Store) map[string]campaign.Record {
	t.Helper()
	all := map[string]campaign.Record{}
	for r, err := range store.Records(t.Context()) {
		if err != nil {
			t.Fatal(err)
		}
		if _, double := all[r.Key]; double {
			t.Fatalf("two records have the key %s", r.Key)
		}
		all[r.Key] = r
	}
	return all
}

// records executes a plan with a new store, and returns the records by key.
func records(t testing.TB, plan *campaign.Plan, queue campaign.Queue) map[string]campaign.Record {
	t.Helper()
	store := create(t, plan)
	if err := (campaign.Runner{Queue: queue}).Run(within(t, time.Minute), plan, store); err != nil {
		t.Fatal(err)
	}
	return read(t, store)
}

// within returns a context with a timeout for tests that hang: five times d, since the machine may be busy.
func within(t testing.TB, d time.Duration) context.Context {
	ctx, cancel := context.WithTimeout(t.Context(), 5*d)
	t.Cleanup(cancel)
	return ctx
}

// start starts a worker. The returned function stops it; otherwise it is stopped at the end of the test.
func start(t testing.TB, w *Worker) (stop func()) {
	t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	go func() { ended <- w.Run(ctx) }()
	stop = sync.OnceFunc(func() {
		cancel()
		select {
		case err := <-ended:
			if err != nil {
				t.Error(err)
			}
		case <-time.After(2 * time.Minute):
			t.Error("the worker did not end within 2 minutes")
		}
	})
	t.Cleanup(stop)
	return stop
}

// collect runs a collector in the background, until the end of the test at the latest. The returned function waits for
// its end.
func collect(t testing.TB, ctx context.Context, plan *campaign.Plan, store *campaign.Store,
	queue *Queue) (wait func() error) {
	ctx, cancel := context.WithCancel(ctx)
	ended := make(chan struct{})
	var err error
	go func() {
		defer close(ended)
		err = (campaign.Runner{Queue: queue}).Run(ctx, plan, store)
	}()
	wait = func() error {
		<-ended
		return err
	}
	t.Cleanup(func() {
		cancel()
		<-ended
	})
	return wait
}

// until waits until a condition holds.
func until(t testing.TB, what string, holds func() bool) {
	t.Helper()
	for end := time.Now().Add(2 * time.Minute); !holds(); time.Sleep(5 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatalf("timeout waiting for: %s", what)
		}
	}
}

// notices collects notices.
type notices struct {
	t    testing.TB
	mu   sync.Mutex
	list []string
}

func (n *notices) add(text string) {
	n.t.Log(text)
	n.mu.Lock()
	defer n.mu.Unlock()
	n.list = append(n.list, text)
}

func (n *notices) contain(part string) bool {
	n.mu.Lock()
	defer n.mu.Unlock()
	return strings.Contains(strings.Join(n.list, "\n"), part)
}

// compare compares the parts of records that depend neither on the machine nor on time.
func compare(t testing.TB, got, want map[string]campaign.Record) {
	t.Helper()
	if len(got) != len(want) {
		t.Errorf("got %d records, want %d", len(got), len(want))
	}
	for key, w := range want {
		g := got[key]
		if a, b := reproducible(g), reproducible(w); a != b {
			t.Errorf("%s\n got %s\nwant %s", key, a, b)
		}
	}
}

// reproducible returns the part of a record that depends neither on the machine nor on time.
func reproducible(r campaign.Record) string {
	r.Wall, r.CPU, r.Environment, r.Started = 0, 0, 0, time.Time{}
	r.Stats.Preprocess, r.Stats.Encode, r.Stats.Solve = 0, 0, 0
	text, err := json.Marshal(r.Portable())
	if err != nil {
		panic(err) // every record can be marshaled
	}
	return string(text)
}

// noLeftovers fails the test if goroutines of this package or requests of the client library remain after its cleanup.
func noLeftovers(t testing.TB) {
	t.Cleanup(func() {
		var left []string
		for end := time.Now().Add(time.Minute); time.Now().Before(end); time.Sleep(20 * time.Millisecond) {
			stacks := make([]byte, 1<<22)
			stacks = stacks[:runtime.Stack(stacks, true)]
			left = nil
			for g := range strings.SplitSeq(string(stacks), "\n\n") {
				if strings.Contains(g, "testing.tRunner") || strings.Contains(g, "testing.(*M)") {
					continue
				}
				if strings.Contains(g, "internal/cluster.") || strings.Contains(g, "internal/campaign.") ||
					strings.Contains(g, "jetstream.(*pullConsumer)") {
					left = append(left, g)
				}
			}
			if len(left) == 0 {
				return
			}
		}
		t.Errorf("left-over goroutines:\n%s", strings.Join(left, "\n\n"))
	})
}

// set changes a variable until the end of the test.
func set[T any](t testing.TB, to *T, value T) {
	before := *to
	*to = value
	t.Cleanup(func() { *to = before })
}

// hurry shortens the intervals of the collector.
func hurry(t testing.TB) {
	set(t, &noticeDelay, 100*time.Millisecond)
	set(t, &noticeInterval, 200*time.Millisecond)
	set(t, &stallTimeout, 500*time.Millisecond)
	set(t, &fetchWait, 200*time.Millisecond)
}
