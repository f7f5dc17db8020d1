package campaign

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

const small = `
name = "small"
seed = 7
[limits]
time = "10s"

[[grid]]
name = "exact"
instances = ["a.txt"]
methods = ["native", "gini", "gini:minimal"]
task = "unique"
repeats = 2

[[grid]]
name = "chance"
instances = ["a.txt"]
methods = ["anneal"]
repeats = 3
alone = true
warmup = 1
[grid.limits]
time = "200ms"
`

const puzzles = `53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79
1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3..
................................................................................1
`

// spec writes the puzzles into dir and parses a campaign in that folder.
func spec(t *testing.T, dir, text string) *Spec {
	t.Helper()
	if err := os.WriteFile(filepath.Join(dir, "a.txt"), []byte(puzzles), 0o666); err != nil {
		t.Fatal(err)
	}
	s, err := Parse(filepath.Join(dir, "small.toml"), text)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// run executes a campaign to the end and returns its records by key.
func run(t *testing.T, r Runner, path string, p *Plan) map[string]Record {
	t.Helper()
	store, err := Create(t.Context(), path, p)
	if err != nil {
		t.Fatal(err)
	}
	defer store.Close()
	if err := r.Run(t.Context(), p, store); err != nil {
		t.Fatal(err)
	}
	return records(t, store)
}

func records(t *testing.T, store *Store) map[string]Record {
	t.Helper()
	all := map[string]Record{}
	for r, err := range store.Records(t.Context()) {
		if err != nil {
			t.Fatal(err)
		}
		if _, twice := all[r.Key]; twice {
			t.Errorf("two records of %s", r.Key)
		}
		all[r.Key] = r
	}
	return all
}

func plan(t *testing.T, s *Spec, scale Scale) *Plan {
	t.Helper()
	p, err := s.Expand(t.Context(), scale)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func TestCampaign(t *testing.T) {
	dir := t.TempDir()
	p := plan(t, spec(t, dir, small), Full)
	if p.Runs() != 3*3*2+3*3 {
		t.Errorf("got %d runs, want %d", p.Runs(), 3*3*2+3*3)
	}
	var last Progress
	begun := time.Now()
	all := run(t, Runner{Progress: func(p Progress) { last = p }}, filepath.Join(dir, "small.sqlite"), p)
	if len(all) != p.Runs() {
		t.Errorf("got %d records, want %d", len(all), p.Runs())
	}
	if diff := cmp.Diff(Progress{Done: p.Runs(), Total: p.Runs(), Sampled: true}, last); diff != "" {
		t.Errorf("last progress (-want +got):\n%s", diff)
	}
	want := []Outcome{Solved, Solved, Multiple}
	for key, r := range all {
		switch r.Grid {
		case "exact":
			if r.Outcome != want[r.Index] {
				t.Errorf("%s: got outcome %s (%s), want %s", key, r.Outcome, r.Detail, want[r.Index])
			}
		case "chance":
			if !r.Outcome.Success() && r.Outcome != Timeout {
				t.Errorf("%s: got outcome %s (%s), want success or timeout", key, r.Outcome, r.Detail)
			}
		default:
			t.Errorf("%s: unknown grid %q", key, r.Grid)
		}
		if want := deriveSeed(7, key); r.Seed != want {
			t.Errorf("%s: seed %d, want %d", key, r.Seed, want)
		}
		if r.Wall <= 0 || r.Stats.Solve <= 0 || r.Started.Before(begun) {
			t.Errorf("%s: unexpected times: started %v, wall %v, solve %v", key, r.Started, r.Wall, r.Stats.Solve)
		}
		if r.Order != 3 || r.Environment == 0 {
			t.Errorf("%s: got order %d, environment %d, want order 3 and an environment", key, r.Order, r.Environment)
		}
		if (r.CPU > 0) != (r.Grid == "chance") {
			t.Errorf("%s: got processor time %v, want it for runs alone only", key, r.CPU)
		}
	}
	if r := all["exact/a.txt/0/gini/0"]; r.Clues != 30 || r.Stats.Size.Variables == 0 && r.Stats.Preprocess == 0 {
		t.Errorf("%+v", r)
	}
}

// A resumed campaign has the plan stored in the database, even after the puzzle files have changed.
func TestStorePlan(t *testing.T) {
	dir := t.TempDir()
	p := plan(t, spec(t, dir, small+"[grid.scale.quick]\ntake = 2\n"), Quick)
	path := filepath.Join(dir, "small.sqlite")
	store, err := Create(t.Context(), path, p)
	if err != nil {
		t.Fatal(err)
	}
	if err := store.Close(); err != nil {
		t.Fatal(err)
	}
	os.Remove(filepath.Join(dir, "a.txt"))
	if store, err = Open(t.Context(), path); err != nil {
		t.Fatal(err)
	}
	defer store.Close()
	again, err := store.Plan(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(p.Stages, again.Stages); diff != "" || len(p.Stages) == 0 {
		t.Errorf("plan of the store (-want +got):\n%s", diff)
	}
	if err := store.Match(p.Spec); err != nil {
		t.Error(err)
	}
	changed := *p.Spec
	changed.Seed++
	if err := store.Match(&changed); err == nil {
		t.Error("Match accepts a changed campaign")
	}
}

func TestCreateKeepsExistingFile(t *testing.T) {
	dir := t.TempDir()
	p := plan(t, spec(t, dir, small), Full)
	path := filepath.Join(dir, "a.txt")
	if _, err := Create(t.Context(), path, p); !errors.Is(err, ErrExists) {
		t.Errorf("error %v, want ErrExists", err)
	}
	if text, _ := os.ReadFile(path); string(text) != puzzles {
		t.Error("Create changed the file")
	}
	for name, want := range map[string]string{"a.txt": "is not a database", "none.sqlite": "no such file",
		".": "is not a database"} {
		if _, err := Open(t.Context(), filepath.Join(dir, name)); err == nil || !strings.Contains(err.Error(), want) ||
			!strings.Contains(err.Error(), dir) {
			t.Errorf("%s: error %v, want %q", name, err, want)
		}
	}
	entries, _ := os.ReadDir(dir)
	if len(entries) != 1 {
		t.Errorf("got files %v, want only a.txt", entries)
	}
}
