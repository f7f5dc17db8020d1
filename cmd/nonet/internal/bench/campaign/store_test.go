package campaign

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"nonet/backends/backendtest"
)

// trivial is a task that does nothing, so that what is seen is the campaign's own work.
func trivial(do func(ctx context.Context, n int64)) []Task {
	var n atomic.Int64
	return []Task{{Name: "trivial", Do: func(ctx context.Context, run *Run, r *Record) {
		do(ctx, n.Add(1))
		r.Outcome = Measured
		r.Values = map[string]float64{"seed": float64(run.Seed)}
	}}}
}

// many is a plan of n trivial runs.
func many(t *testing.T, n int) *Plan {
	t.Helper()
	s, err := Parse("many.toml", fmt.Sprintf(`
[[set]]
name = "s"
lewis = { orders = [2], p = [0.5], each = 10 }
[[grid]]
name = "g"
instances = ["s"]
methods = ["native"]
task = "trivial"
repeats = %d
`, n/10))
	if err != nil {
		t.Fatal(err)
	}
	return plan(t, s, Full)
}

// A store keeps the instances that have runs, of sets with more.
func TestPlanOfAStoreThatHasSomeInstances(t *testing.T) {
	s, err := Parse("some.toml", `
[[set]]
name = "s"
lewis = { orders = [2], p = [0.5], each = 10 }
[[grid]]
name = "g"
instances = ["s"]
methods = ["native"]
scale.quick = { take = 3 }
`)
	if err != nil {
		t.Fatal(err)
	}
	p := plan(t, s, Quick)
	store, err := Create(t.Context(), filepath.Join(t.TempDir(), "some.sqlite"), p)
	if err != nil {
		t.Fatal(err)
	}
	defer store.Close()
	again, err := store.Plan(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if fmt.Sprint(keys(again)) != fmt.Sprint(keys(p)) || p.Runs() != 3 {
		t.Errorf("%d runs: %v\nwant %d: %v", again.Runs(), keys(again), p.Runs(), keys(p))
	}
}

func keys(p *Plan) (all []string) {
	for _, stage := range p.Stages {
		for _, r := range stage.Runs {
			all = append(all, r.Key)
		}
	}
	return all
}

// A campaign that is cut off again and again has the records of one that is not, each once.
func TestCancelAndGoOn(t *testing.T) {
	p := many(t, 2000)
	want := run(t, Runner{Queue: Local{Executor: Executor{Tasks: trivial(func(context.Context, int64) {})}}}, filepath.Join(t.TempDir(), "a.sqlite"), p)
	path := filepath.Join(t.TempDir(), "b.sqlite")
	store, err := Create(t.Context(), path, p)
	sessions := 0
	for {
		if err != nil {
			t.Fatal(err)
		}
		ctx, cancel := context.WithCancel(t.Context())
		tasks := trivial(func(ctx context.Context, n int64) {
			if n == 301 {
				cancel()
			} else if n > 301 {
				<-ctx.Done()
			}
		})
		var again *Plan
		if again, err = store.Plan(t.Context()); err != nil {
			t.Fatal(err)
		}
		err = Runner{Queue: Local{Executor: Executor{Tasks: tasks}, AtOnce: 3}}.Run(ctx, again, store)
		cancel()
		if closing := store.Close(); closing != nil {
			t.Fatal(closing)
		}
		sessions++
		if err == nil {
			break
		}
		if !errors.Is(err, context.Canceled) {
			t.Fatal(err)
		}
		store, err = Open(t.Context(), path)
	}
	if sessions < 7 { // no session has more than 301 records
		t.Errorf("%d sessions", sessions)
	}
	if store, err = Read(t.Context(), path); err != nil {
		t.Fatal(err)
	}
	defer store.Close()
	got := records(t, store)
	same := func(a, b Record) bool {
		return a.Seed == b.Seed && a.Outcome == b.Outcome && maps.Equal(a.Values, b.Values)
	}
	if !maps.EqualFunc(want, got, same) {
		t.Errorf("%d records in %d sessions, %d in one", len(got), sessions, len(want))
	}
}

// What was executed before a disk is full is kept, and the message says so.
func TestFullDisk(t *testing.T) {
	t.Parallel()
	p := many(t, 5000)
	path := filepath.Join(t.TempDir(), "full.sqlite")
	store, err := Create(t.Context(), path, p)
	if err != nil {
		t.Fatal(err)
	}
	store.db.SetMaxOpenConns(1) // the limit is that of a connection
	if _, err := store.db.Exec("PRAGMA max_page_count = 100"); err != nil {
		t.Fatal(err)
	}
	var executed atomic.Int64
	tasks := trivial(func(ctx context.Context, n int64) {
		if n > 4000 { // far more than there is room for
			<-ctx.Done()
			return
		}
		executed.Add(1)
	})
	err = Runner{Queue: Local{Executor: Executor{Tasks: tasks}}}.Run(t.Context(), p, store)
	var e *StoreError
	if !errors.As(err, &e) || !strings.Contains(err.Error(), path+": the disk is full; what was recorded before is kept") {
		t.Errorf("error %v", err)
	}
	before := len(records(t, store))
	if before == 0 || before >= 4000 {
		t.Errorf("%d records of %d runs", before, executed.Load())
	}
	if err := store.Close(); err != nil {
		t.Fatal(err)
	}
	// There is room again.
	if store, err = Open(t.Context(), path); err != nil {
		t.Fatal(err)
	}
	defer store.Close()
	executed.Store(0)
	if err := (Runner{Queue: Local{Executor: Executor{Tasks: trivial(func(context.Context, int64) { executed.Add(1) })}}}).Run(t.Context(), p, store); err != nil {
		t.Fatal(err)
	}
	if after := len(records(t, store)); after != 5000 || int(executed.Load()) != 5000-before {
		t.Errorf("%d records; %d runs after %d", after, executed.Load(), before)
	}
}

// Another program, such as the shell of SQLite, may hold the database for a while; it is waited for, and not for ever.
func TestLockedDatabase(t *testing.T) {
	t.Parallel()
	p := many(t, 10)
	path := filepath.Join(t.TempDir(), "locked.sqlite")
	store, err := Create(t.Context(), path, p)
	if err != nil {
		t.Fatal(err)
	}
	defer store.Close()
	other, err := sql.Open("sqlite", path)
	if err != nil {
		t.Fatal(err)
	}
	defer other.Close()
	other.SetMaxOpenConns(1)
	do := func(db *sql.DB, statement string) {
		t.Helper()
		if _, err := db.Exec(statement); err != nil {
			t.Fatal(err)
		}
	}
	var wait int
	if err := store.db.QueryRow("PRAGMA busy_timeout").Scan(&wait); err != nil || wait != 2000 {
		t.Errorf("a lock is waited for %d ms, error %v", wait, err)
	}
	store.db.SetMaxOpenConns(1)                 // the time-out is that of a connection
	do(store.db, "PRAGMA busy_timeout = 60000") // however busy the machine is
	do(other, "BEGIN IMMEDIATE")
	time.AfterFunc(50*time.Millisecond, func() { _, _ = other.Exec("ROLLBACK") })
	if err := store.Add(t.Context(), Record{Key: "a", Environment: 1}); err != nil {
		t.Errorf("a short lock: %v", err)
	}
	do(store.db, "PRAGMA busy_timeout = 50")
	do(other, "BEGIN IMMEDIATE")
	err = store.Add(t.Context(), Record{Key: "b", Environment: 1})
	if err == nil || !strings.Contains(err.Error(), path+": is locked by another program") {
		t.Errorf("a long lock: error %v", err)
	}
	do(other, "ROLLBACK")
	if done, err := store.Done(t.Context()); err != nil || !slices.Equal(slices.Collect(maps.Keys(done)), []string{"a"}) {
		t.Errorf("recorded: %v, error %v", done, err)
	}
}

func TestFilesThatAreNoCampaigns(t *testing.T) {
	dir := t.TempDir()
	p := many(t, 10)
	change := func(name, statement string) string {
		path := filepath.Join(dir, name)
		store, err := Create(t.Context(), path, p)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := store.db.Exec(statement); err != nil {
			t.Fatal(err)
		}
		if err := store.Close(); err != nil {
			t.Fatal(err)
		}
		return path
	}
	whole := change("whole.sqlite", "SELECT 1")
	content, err := os.ReadFile(whole)
	if err != nil {
		t.Fatal(err)
	}
	write := func(name string, content []byte) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, content, 0o666); err != nil {
			t.Fatal(err)
		}
		return path
	}
	for path, want := range map[string]string{
		change("newer.sqlite", "PRAGMA user_version = 99"):               "written by another version of nonet (its schema is 99",
		change("foreign.sqlite", "PRAGMA application_id = 7"):            "a database, but not of a campaign",
		change("spec.sqlite", "UPDATE campaign SET spec = 'x = 1'"):      "unknown key",
		change("clues.sqlite", "UPDATE instances SET clues = '1'"):       "cells",
		change("tags.sqlite", "UPDATE instances SET tags = '{'"):         "JSON",
		write("empty.sqlite", nil):                                       "not of a campaign",
		write("text.sqlite", []byte(strings.Repeat("some text\n", 200))): "is no database",
		write("torn.sqlite", content[:len(content)/2]):                   "is damaged",
	} {
		store, err := Read(t.Context(), path)
		if err == nil {
			_, err = store.Plan(t.Context())
			store.Close()
		}
		if err == nil || !strings.Contains(err.Error(), want) || !strings.Contains(err.Error(), filepath.Base(path)) {
			t.Errorf("%s: error %v, want %q", filepath.Base(path), err, want)
		}
		if store, err := Open(t.Context(), path); err == nil {
			store.Close()
		}
	}
	if _, err := Create(t.Context(), filepath.Join(dir, "no", "such", "folder"), p); err == nil || !strings.Contains(err.Error(), "folder: cannot be written") {
		t.Errorf("no such folder: error %v", err)
	}
	for _, entry := range must(os.ReadDir(dir)) {
		if !strings.HasSuffix(entry.Name(), ".sqlite") {
			t.Errorf("left behind: %s", entry.Name())
		}
	}
}

func must[T any](x T, err error) T {
	if err != nil {
		panic(err)
	}
	return x
}

// The machinery must cost little beside the runs: 100,000 of them that do nothing.
func TestOverhead(t *testing.T) {
	backendtest.SkipUnlessLong(t)
	p := many(t, 100_000)
	path := filepath.Join(t.TempDir(), "many.sqlite")
	start := time.Now()
	store, err := Create(t.Context(), path, p)
	if err != nil {
		t.Fatal(err)
	}
	defer store.Close()
	if err := (Runner{Queue: Local{Executor: Executor{Tasks: trivial(func(context.Context, int64) {})}}}).Run(t.Context(), p, store); err != nil {
		t.Fatal(err)
	}
	took := time.Since(start)
	size := must(os.Stat(path)).Size()
	t.Logf("100,000 runs in %v, %v each; %d bytes each", took, took/100_000, size/100_000)
	start = time.Now()
	if n := len(records(t, store)); n != 100_000 {
		t.Errorf("%d records", n)
	}
	t.Logf("read in %v", time.Since(start))
	if took > time.Minute {
		t.Error("it takes too long")
	}
}

// Runs that fell short are executed once more, and others are not.
func TestTakeBack(t *testing.T) {
	p := many(t, 20)
	path := filepath.Join(t.TempDir(), "again.sqlite")
	store, err := Create(t.Context(), path, p)
	if err != nil {
		t.Fatal(err)
	}
	defer store.Close()
	var executed int64
	session := func(outcome func(n int64) Outcome) map[Outcome]int {
		var n atomic.Int64
		task := Task{Name: "trivial", Do: func(_ context.Context, _ *Run, r *Record) { r.Outcome = outcome(n.Add(1)) }}
		if err := (Runner{Queue: Local{Executor: Executor{Tasks: []Task{task}}, AtOnce: 1}}).Run(t.Context(), p, store); err != nil {
			t.Fatal(err)
		}
		executed = n.Load()
		counts, err := store.Outcomes(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		return counts
	}
	counts := session(func(n int64) Outcome { return []Outcome{Solved, Failed, Timeout, Solved}[n%4] })
	if want := (map[Outcome]int{Solved: 10, Failed: 5, Timeout: 5}); !maps.Equal(counts, want) {
		t.Fatalf("%v, want %v", counts, want)
	}
	if n, err := store.TakeBack(t.Context(), Failed, Solved); err == nil || n != 0 {
		t.Errorf("%d, %v for records of success", n, err)
	}
	if n, err := store.TakeBack(t.Context(), Failed, Crashed); err != nil || n != 5 {
		t.Fatalf("%d, %v, want 5", n, err)
	}
	counts = session(func(int64) Outcome { return Counted })
	if want := (map[Outcome]int{Solved: 10, Counted: 5, Timeout: 5}); !maps.Equal(counts, want) || executed != 5 {
		t.Errorf("%v after %d runs, want %v", counts, executed, want)
	}

	reading, err := Read(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	defer reading.Close()
	var wrong *StoreError
	if _, err := reading.TakeBack(t.Context(), Timeout); !errors.As(err, &wrong) {
		t.Errorf("open for reading: %v", err)
	}
}
