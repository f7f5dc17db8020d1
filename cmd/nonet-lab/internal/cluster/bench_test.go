package cluster

import (
	"context"
	"fmt"
	"path/filepath"
	"testing"

	"nonet/cmd/nonet-lab/internal/campaign"
	"nonet/cmd/nonet-lab/internal/cluster/clustertest"
)

// BenchmarkRuns executes campaigns of 10,000 easy puzzles, locally and over a server in this process. The difference is
// the cost of the queue: server, collector and workers.
func BenchmarkRuns(b *testing.B) {
	plan := planOf(b, `
name = "Easy"
[[grid]]
name = "only"
instances = ["thein-easy"]
methods = ["native"]
task = "unique"
repeats = 1000
`)
	once := func(b *testing.B, i int, queue campaign.Queue) {
		store, err := campaign.Create(b.Context(), filepath.Join(b.TempDir(), fmt.Sprint(i, ".sqlite")), plan)
		if err != nil {
			b.Fatal(err)
		}
		defer store.Close()
		if err := (campaign.Runner{Queue: queue}).Run(b.Context(), plan, store); err != nil {
			b.Fatal(err)
		}
		if done, err := store.WallTimes(b.Context()); err != nil || len(done) != plan.Runs() {
			b.Fatalf("got %d records, error %v, want %d", len(done), err, plan.Runs())
		}
	}
	perRun := func(b *testing.B) {
		b.ReportMetric(float64(b.Elapsed().Microseconds())/float64(b.N*plan.Runs()), "µs/run")
	}
	b.Run("queue=local/jobs=1", func(b *testing.B) {
		for i := 0; b.Loop(); i++ {
			once(b, i, campaign.Local{Parallelism: 1})
		}
		perRun(b)
	})
	for workers := 1; workers <= 2; workers++ {
		b.Run(fmt.Sprintf("queue=nats/jobs=1/workers=%d", workers), func(b *testing.B) {
			s := clustertest.Start(b, nil)
			for i := range workers {
				start(b, &Worker{Conn: connect(b, s, fmt.Sprint("worker ", i)), Jobs: 1})
			}
			queue := &Queue{Conn: connect(b, s, "collector")}
			for i := 0; b.Loop(); i++ {
				once(b, i, queue)
			}
			perRun(b)
		})
	}
}

// BenchmarkResume collects a campaign of 10,000 runs whose records are all on the server.
func BenchmarkResume(b *testing.B) {
	var p probe
	x := p.executor()
	plan := probes(b, 1000, "")
	s := clustertest.Start(b, nil)
	stop := start(b, &Worker{Conn: connect(b, s, "worker"), Executor: x, Jobs: 1})
	queue := &Queue{Conn: connect(b, s, "collector"), Executor: x, Keep: true}
	store := create(b, plan)
	if err := collect(b, context.Background(), plan, store, queue)(); err != nil {
		b.Fatal(err)
	}
	stop()
	for b.Loop() {
		if err := collect(b, context.Background(), plan, create(b, plan), queue)(); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(b.Elapsed().Microseconds())/float64(b.N*plan.Runs()), "µs/run")
}
