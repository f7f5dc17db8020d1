package campaign

import (
	"context"
	"path/filepath"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
)

// TestTally counts the records of two methods before and after the campaign. One method fails on one of four instances;
// the other decides two of them before its solver, and these have no part in its median.
func TestTally(t *testing.T) {
	s, err := Parse("tally.toml", `
[[set]]
name = "s"
lewis = { orders = [2], p = [0.5], each = 4 }
[[grid]]
name = "left out"
instances = ["s"]
methods = ["native"]
scale.quick = { skip = true }
[[grid]]
name = "g"
instances = ["s"]
methods = ["native", "gini"]
task = "sometimes"
limits = { time = "2s" }
repeats = 3
alone = true
`)
	if err != nil {
		t.Fatal(err)
	}
	p := plan(t, s, Quick)
	store, err := Create(t.Context(), filepath.Join(t.TempDir(), "tally.sqlite"), p)
	if err != nil {
		t.Fatal(err)
	}
	defer store.Close()
	checkTally(t, p, store, map[string][2]int{"native": {0, 0}, "gini": {0, 0}})

	sometimes := Task{Name: "sometimes", Do: func(_ context.Context, run *Run, r *Record) {
		r.Outcome = Measured
		if run.Method == "gini" && run.Instance.Index == 0 {
			r.Outcome = Failed
		}
		if run.Method == "native" && run.Instance.Index < 2 {
			r.Stats.Settled = true
			time.Sleep(20 * time.Millisecond)
		}
	}}
	queue := Local{Executor: Executor{Tasks: []Task{sometimes}}}
	if err := (Runner{Queue: queue}).Run(t.Context(), p, store); err != nil {
		t.Fatal(err)
	}
	checkTally(t, p, store, map[string][2]int{"native": {12, 0}, "gini": {12, 3}})

	tally, _, err := store.Tally(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range tally.Rows {
		if want := map[string]int{"native": 6}[r.Method]; r.Before != want || r.Median <= 0 || r.Median >= 0.02 {
			t.Errorf("%s: %d runs decided before, median %v s; want %d runs, less than 20 ms", r.Method, r.Before,
				r.Median, want)
		}
	}

	parts := p.Parts()
	if len(parts) != 2 || parts[0].Runs != 0 || parts[1].Runs != 24 {
		t.Fatalf("got parts %+v, want one with 0 runs and one with 24", parts)
	}
	if g := parts[1]; len(g.Methods) != 2 || len(g.Sets) != 1 || !g.Alone || !g.Bounded {
		t.Errorf("got part %+v", g)
	}
	if got, want := parts[1].Limit, 48*time.Second; got != want {
		t.Errorf("got limit %v, want %v", got, want)
	}
}

// checkTally compares the tally with the wanted numbers of records and of failures, by method.
func checkTally(t *testing.T, p *Plan, store *Store, want map[string][2]int) {
	t.Helper()
	slow, err := p.tally(t.Context(), store)
	if err != nil {
		t.Fatal(err)
	}
	tally, runs, err := store.Tally(t.Context())
	if err != nil || runs != p.Runs() {
		t.Errorf("%d runs, error %v; want %d", runs, err, p.Runs())
	}
	if d := cmp.Diff(slow, tally, cmpopts.IgnoreUnexported(TallyRow{})); d != "" {
		t.Errorf("counted by SQLite (-records +SQLite):\n%s", d)
	}
	if len(tally.Rows) != len(want) {
		t.Errorf("got %d rows, want %d", len(tally.Rows), len(want))
	}
	done, failed := 0, 0
	for _, r := range tally.Rows {
		w := want[r.Method]
		done, failed = done+w[0], failed+w[1]
		if r.Runs != 12 || r.Done != w[0] || r.Outcomes[Failed] != w[1] {
			t.Errorf("%s: got %d of %d runs, %d failed; want %d of 12, %d", r.Method, r.Done, r.Runs,
				r.Outcomes[Failed], w[0], w[1])
		}
	}
	if tally.Done != done || tally.Failed != failed {
		t.Errorf("got %d done, %d failed; want %d, %d", tally.Done, tally.Failed, done, failed)
	}
}
