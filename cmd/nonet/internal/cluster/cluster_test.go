package cluster

import (
	"context"
	"fmt"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"nonet/cmd/nonet/internal/campaign"
	"nonet/cmd/nonet/internal/cluster/clustertest"
)

const small = `
name = "Small one"
seed = 7
[limits]
time = "10s"
[[grid]]
name = "exact"
instances = ["thein-easy", "thein-evil"]
methods = ["native", "gini", "gini:minimal"]
task = "unique"
repeats = 2
[[grid]]
name = "chance"
instances = ["thein-easy"]
methods = ["anneal"]
limits = { moves = 20_000 }
repeats = 3
alone = true
warmup = 1
`

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
	conn, err := Connect(t.Context(), Options{URL: s.URL(), Name: name})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(conn.Close)
	return conn
}

// records runs a plan into a new store and returns the records by key.
func records(t testing.TB, plan *campaign.Plan, queue campaign.Queue) map[string]campaign.Record {
	t.Helper()
	store, err := campaign.Create(t.Context(), filepath.Join(t.TempDir(), "records.sqlite"), plan)
	if err != nil {
		t.Fatal(err)
	}
	defer store.Close()
	if err := (campaign.Runner{Queue: queue}).Run(t.Context(), plan, store); err != nil {
		t.Fatal(err)
	}
	all := map[string]campaign.Record{}
	for r, err := range store.Records(t.Context()) {
		if err != nil {
			t.Fatal(err)
		}
		if _, double := all[r.Key]; double {
			t.Fatalf("two records of %s", r.Key)
		}
		all[r.Key] = r
	}
	return all
}

// start starts a worker, which is stopped at the end of the test or by the function that is returned.
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
		case <-time.After(20 * time.Second):
			t.Error("the worker does not end")
		}
	})
	t.Cleanup(stop)
	return stop
}

func TestClusterGivesTheRecordsOfTheLocalRun(t *testing.T) {
	plan := planOf(t, small)
	want := records(t, plan, nil)
	s := clustertest.Start(t, nil)
	for i := range 2 {
		start(t, &Worker{Conn: connect(t, s, fmt.Sprint("worker ", i)), Jobs: 2})
	}
	queue := &Queue{Conn: connect(t, s, "collector"), Notice: func(text string) { t.Log(text) }}
	begun := time.Now()
	got := records(t, plan, queue)
	t.Log(time.Since(begun), len(got))
	compare(t, got, want)
	if err := queue.Remove(t.Context(), plan); err != nil {
		t.Fatal(err)
	}
	if all, err := queue.Conn.Campaigns(t.Context()); err != nil || len(all) > 0 {
		t.Errorf("left on the server: %v, error %v", all, err)
	}
}

// compare compares what does not depend on the machine and the time.
func compare(t testing.TB, got, want map[string]campaign.Record) {
	t.Helper()
	if len(got) != len(want) {
		t.Errorf("%d records, want %d", len(got), len(want))
	}
	for key, w := range want {
		g := got[key]
		if a, b := essence(g), essence(w); a != b {
			t.Errorf("%s\n got %s\nwant %s", key, a, b)
		}
	}
}

func essence(r campaign.Record) string {
	r.Wall, r.CPU, r.Environment, r.Started = 0, 0, 0, time.Time{}
	r.Stats.Preprocess, r.Stats.Encode, r.Stats.Solve = 0, 0, 0
	return strings.ReplaceAll(fmt.Sprintf("%+v", r), "map[]", "{}")
}
