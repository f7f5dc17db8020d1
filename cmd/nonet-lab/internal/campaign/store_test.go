package campaign

import (
	"bytes"
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

// trivial returns a task that calls do and measures nothing, so that tests exercise the campaign itself.
func trivial(do func(ctx context.Context, n int64)) []Task {
	var n atomic.Int64
	return []Task{{Name: "trivial", Do: func(ctx context.Context, run *Run, r *Record) {
		do(ctx, n.Add(1))
		r.Outcome = Measured
		r.Values = map[string]float64{"seed": float64(run.Seed)}
	}}}
}

// many returns a plan of n trivial runs; n is a multiple of 10.
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

// A store has only the instances that runs use. The plan read from it is the same.
func TestPlanOfUsedInstances(t *testing.T) {
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
		t.Errorf("got %d runs: %v\nwant %d: %v", again.Runs(), keys(again), p.Runs(), keys(p))
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

// A campaign that is cancelled repeatedly has the same records as one that is not, one per run.
func TestCancelAndResume(t *testing.T) {
	p := many(t, 2000)
	want := run(t, Runner{Queue: Local{Executor: Executor{Tasks: trivial(func(context.Context, int64) {})}}},
		filepath.Join(t.TempDir(), "a.sqlite"), p)
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
		err = Runner{Queue: Local{Executor: Executor{Tasks: tasks}, Parallelism: 3}}.Run(ctx, again, store)
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
	if sessions < 7 { // a session has at most 301 records
		t.Errorf("got %d sessions, want at least 7", sessions)
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
		t.Errorf("records differ: %d from %d sessions, %d from one", len(got), sessions, len(want))
	}
}

// Records committed before the disk is full are kept, and the error reports it.
func TestFullDisk(t *testing.T) {
	t.Parallel()
	p := many(t, 5000)
	path := filepath.Join(t.TempDir(), "full.sqlite")
	store, err := Create(t.Context(), path, p)
	if err != nil {
		t.Fatal(err)
	}
	store.db.SetMaxOpenConns(1) // the limit is per connection
	if _, err := store.db.Exec("PRAGMA max_page_count = 100"); err != nil {
		t.Fatal(err)
	}
	var executed atomic.Int64
	tasks := trivial(func(ctx context.Context, n int64) {
		if n > 4000 { // far more than fit
			<-ctx.Done()
			return
		}
		executed.Add(1)
	})
	err = Runner{Queue: Local{Executor: Executor{Tasks: tasks}}}.Run(t.Context(), p, store)
	var e *StoreError
	if !errors.As(err, &e) || !strings.Contains(err.Error(), path+": the disk is full; earlier records are kept") {
		t.Errorf("error %v", err)
	}
	before := len(records(t, store))
	if before == 0 || before >= 4000 {
		t.Errorf("got %d records of %d runs, want some but less than 4000", before, executed.Load())
	}
	if err := store.Close(); err != nil {
		t.Fatal(err)
	}
	// A new connection has no limit.
	if store, err = Open(t.Context(), path); err != nil {
		t.Fatal(err)
	}
	defer store.Close()
	executed.Store(0)
	tasks = trivial(func(context.Context, int64) { executed.Add(1) })
	if err := (Runner{Queue: Local{Executor: Executor{Tasks: tasks}}}).Run(t.Context(), p, store); err != nil {
		t.Fatal(err)
	}
	if after := len(records(t, store)); after != 5000 || int(executed.Load()) != 5000-before {
		t.Errorf("got %d records; %d runs executed after %d records", after, executed.Load(), before)
	}
}

// Another program, such as the SQLite shell, may lock the database. The store retries for a limited time.
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
		t.Errorf("got busy_timeout %d ms, error %v, want 2000", wait, err)
	}
	store.db.SetMaxOpenConns(1)                 // busy_timeout is per connection
	do(store.db, "PRAGMA busy_timeout = 60000") // the machine may be very busy
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
	if done, err := store.WallTimes(t.Context()); err != nil ||
		!slices.Equal(slices.Collect(maps.Keys(done)), []string{"a"}) {
		t.Errorf("got records %v, error %v, want a only", done, err)
	}
}

func TestMalformedDatabases(t *testing.T) {
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
		change("newer.sqlite", "PRAGMA user_version = 99"):               "another version of nonet (schema 99",
		change("foreign.sqlite", "PRAGMA application_id = 7"):            "a database, but not a campaign",
		change("spec.sqlite", "UPDATE campaign SET spec = 'x = 1'"):      "unknown key",
		change("clues.sqlite", "UPDATE instances SET clues = '1'"):       "cells",
		change("tags.sqlite", "UPDATE instances SET tags = '{'"):         "JSON",
		write("empty.sqlite", nil):                                       "not a campaign",
		write("text.sqlite", []byte(strings.Repeat("some text\n", 200))): "is not a database",
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
	_, err = Create(t.Context(), filepath.Join(dir, "no", "such", "folder"), p)
	if err == nil || !strings.Contains(err.Error(), "folder: cannot be written") {
		t.Errorf("no such folder: error %v", err)
	}
	for _, entry := range must(os.ReadDir(dir)) {
		if !strings.HasSuffix(entry.Name(), ".sqlite") {
			t.Errorf("left-over file %s", entry.Name())
		}
	}
}

// A flipped bit in a record is found, wherever it is. Records of earlier versions have no digest and are read.
func TestFlippedBitsAreFound(t *testing.T) {
	dir := t.TempDir()
	p := many(t, 2)
	path := filepath.Join(dir, "x.sqlite")
	store, err := Create(t.Context(), path, p)
	if err != nil {
		t.Fatal(err)
	}
	r := Record{Key: "abcdefgh", Grid: "grid", Set: "set", Method: "native", Task: "solve", Seed: 1 << 60,
		Outcome: Solved, Detail: "re\x00mark",
		Wall: 123456789, CPU: 1234567, Values: map[string]float64{"cost": 12.5}, Started: time.Now(),
		Environment: 1, Answer: Answer{Count: "288"}}
	r.Stats.Cost, r.Stats.Solve = 77, 7654321
	if err := store.Add(t.Context(), r); err != nil {
		t.Fatal(err)
	}
	var key, stats string
	if err := store.db.QueryRow("SELECT key, stats FROM records").Scan(&key, &stats); err != nil {
		t.Fatal(err)
	}
	store.Close()
	read := func(store *Store) error {
		for _, err := range store.Records(t.Context()) {
			if err != nil {
				return err
			}
		}
		return store.CheckIntegrity(t.Context())
	}
	check := func(path string) error {
		store, err := Read(t.Context(), path)
		if err != nil {
			return err
		}
		defer store.Close()
		return read(store)
	}
	if err := check(path); err != nil {
		t.Fatal(err)
	}
	whole := must(os.ReadFile(path))
	start := bytes.LastIndex(whole, []byte(key+"gridset")) // of the values of the row
	if start < 0 {
		t.Fatal("the row is not in the file")
	}
	const after = 8 // bytes of the column started; the environment 1 takes none
	end := start + bytes.Index(whole[start:], []byte(`12.5}`)) + len(`12.5}`) + after
	missed := filepath.Join(dir, "flipped.sqlite")
	for i := start; i < end; i++ {
		for _, bit := range []int{0, 5} {
			flipped := slices.Clone(whole)
			flipped[i] ^= 1 << bit
			if err := os.WriteFile(missed, flipped, 0o666); err != nil {
				t.Fatal(err)
			}
			if check(missed) == nil {
				t.Errorf("byte %d %q of the row, bit %d: not found", i-start, whole[i], bit)
			}
		}
	}
	if err := os.WriteFile(missed, whole, 0o666); err != nil {
		t.Fatal(err)
	}
	old, err := Open(t.Context(), missed)
	if err != nil {
		t.Fatal(err)
	}
	defer old.Close()
	for _, stats := range []string{stats[:strings.LastIndex(stats, ",")] + "}", "{}"} {
		if _, err := old.db.Exec("UPDATE records SET stats = ?", stats); err != nil {
			t.Fatal(err)
		}
		if err := read(old); err != nil {
			t.Errorf("%s: %v", stats, err)
		}
	}
}

func must[T any](x T, err error) T {
	if err != nil {
		panic(err)
	}
	return x
}

// The overhead of a campaign is small: 100,000 trivial runs take less than a minute.
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
	queue := Local{Executor: Executor{Tasks: trivial(func(context.Context, int64) {})}}
	if err := (Runner{Queue: queue}).Run(t.Context(), p, store); err != nil {
		t.Fatal(err)
	}
	took := time.Since(start)
	size := must(os.Stat(path)).Size()
	t.Logf("100,000 runs in %v, %v each; %d bytes each", took, took/100_000, size/100_000)
	start = time.Now()
	if n := len(records(t, store)); n != 100_000 {
		t.Errorf("got %d records, want 100,000", n)
	}
	t.Logf("read in %v", time.Since(start))
	if took > time.Minute {
		t.Errorf("took %v, want at most a minute", took)
	}
}

// Discarded records are executed again; other records are kept.
func TestDiscard(t *testing.T) {
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
		queue := Local{Executor: Executor{Tasks: []Task{task}}, Parallelism: 1}
		if err := (Runner{Queue: queue}).Run(t.Context(), p, store); err != nil {
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
		t.Fatalf("got %v, want %v", counts, want)
	}
	if n, err := store.Discard(t.Context(), Failed, Solved); err == nil || n != 0 {
		t.Errorf("Discard(Solved): got %d, error %v, want an error", n, err)
	}
	if n, err := store.Discard(t.Context(), Failed, Crashed); err != nil || n != 5 {
		t.Fatalf("Discard: got %d, error %v, want 5", n, err)
	}
	counts = session(func(int64) Outcome { return Counted })
	if want := (map[Outcome]int{Solved: 10, Counted: 5, Timeout: 5}); !maps.Equal(counts, want) || executed != 5 {
		t.Errorf("got %v after %d runs, want %v after 5", counts, executed, want)
	}

	reading, err := Read(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	defer reading.Close()
	var wrong *StoreError
	if _, err := reading.Discard(t.Context(), Timeout); !errors.As(err, &wrong) {
		t.Errorf("Discard in a store open for reading: error %v, want a *StoreError", err)
	}
}
