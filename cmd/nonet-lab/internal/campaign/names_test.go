package campaign

import (
	"context"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"nonet/model"

	"github.com/google/go-cmp/cmp"
)

// The names of earlier versions, and what they mean now. plain is the name that a spec of this version would have.
func TestNames(t *testing.T) {
	for _, test := range []struct{ old, explicit, plain string }{
		{"gini", "singles+gini", "gini"},
		{"none+gini", "gini", "gini"},
		{"singles+gini", "singles+gini", "singles+gini"},
		{"givens+gini:minimal", "givens+gini:minimal", "givens+gini:minimal"},
		{"gini:extended", "singles+gini:extended", "gini:extended"},
		{"dimacs=kissat -q", "singles+dimacs=kissat -q", "dimacs=kissat -q"},
		{"none+dimacs=kissat", "dimacs=kissat", "dimacs=kissat"},
		{"clp", "singles+clp", "clp"},
		{"clp:plain", "clp:plain", "clp:plain"},
		{"native", "native", "native"},
		{"hillclimb:w1=1:w2=-2", "hillclimb:w1=1:w2=-2", "hillclimb:w1=1:w2=-2"},
		{"eda:forget=0.5", "singles+eda:forget=0.5", "eda:forget=0.5"},
		{"thein", "thein", "thein"}, // a preprocessor, for the task reduce
		{"of a task of its own", "of a task of its own", "of a task of its own"},
	} {
		if got := explicitName(test.old); got != test.explicit {
			t.Errorf("explicitName(%q) = %q, want %q", test.old, got, test.explicit)
		}
		if got := plainName(test.old); got != test.plain {
			t.Errorf("plainName(%q) = %q, want %q", test.old, got, test.plain)
		}
	}
}

// A record without answered_by has a name in the old sense. The answerer follows from the size where that is certain.
func TestReadOldCSV(t *testing.T) {
	const old = `grid,set,index,method,task,replicate,outcome,variables
g,s,0,gini,unique,0,solved,0
g,s,1,gini,unique,0,solved,216
g,s,2,gini,unique,0,timeout,0
g,s,0,none+gini,unique,0,solved,729
g,s,0,native,unique,0,solved,81
g,s,0,gini,encode,0,measured,216
`
	type row struct {
		Key string
		By  model.AnsweredBy
	}
	read := func(text string) (rows []row) {
		records, _, err := ReadCSV(strings.NewReader(text))
		if err != nil {
			t.Fatal(err)
		}
		for _, r := range records {
			rows = append(rows, row{r.Key, r.AnsweredBy})
		}
		return rows
	}
	want := []row{
		{"g/s/0/singles+gini/0", model.ByPreprocessor}, {"g/s/1/singles+gini/0", model.BySolver},
		{"g/s/2/singles+gini/0", model.Nobody}, {"g/s/0/gini/0", model.BySolver}, {"g/s/0/native/0", model.BySolver},
		{"g/s/0/singles+gini/0", model.Nobody},
	}
	if d := cmp.Diff(want, read(old)); d != "" {
		t.Errorf("old records (-want +got):\n%s", d)
	}
	unsized := strings.ReplaceAll(old, "variables", "unknown")
	if by := read(unsized)[0].By; by != model.Nobody {
		t.Errorf("without sizes: answered by %q, want it to be unknown", by)
	}
	now := strings.ReplaceAll(old, "variables", "answered_by")
	if key := read(now)[0].Key; key != "g/s/0/gini/0" {
		t.Errorf("with answered_by: key %q, want the name unchanged", key)
	}
}

// A database of an earlier version is read, and resumed, with the methods that it had.
func TestResumeOldStore(t *testing.T) {
	const text = `
name = "old"
[[grid]]
name = "g"
task = "unique"
instances = ["escargot"]
methods = ["gini", "gini:minimal", "native"]
[grid.scale.quick]
methods = ["gini"]
`
	spec, err := Parse("old.toml", text)
	if err != nil {
		t.Fatal(err)
	}
	old, err := Parse("old.toml", strings.ReplaceAll(text, "gini:", "none+gini:"))
	if err != nil {
		t.Fatal(err)
	}
	present, err := Parse("old.toml", strings.ReplaceAll(text, `"gini"`, `"singles+gini"`))
	if err != nil {
		t.Fatal(err)
	}
	plan, err := spec.Expand(t.Context(), Full)
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "old.sqlite")
	store, err := Create(t.Context(), path, plan)
	if err != nil {
		t.Fatal(err)
	}
	run := plan.Stages[0].Runs[slices.IndexFunc(plan.Stages[0].Runs, func(r *Run) bool { return r.Method == "gini" })]
	record := newRecord(run)
	record.Outcome, record.Wall = Solved, time.Second
	if err := store.Add(t.Context(), record); err != nil {
		t.Fatal(err)
	}
	// In the old schema, none+gini:minimal is what is now gini:minimal.
	if _, err := store.db.Exec(`UPDATE campaign SET spec = replace(spec, '"gini:minimal"', '"none+gini:minimal"');
		ALTER TABLE instances DROP COLUMN rules; ALTER TABLE instances DROP COLUMN model;
		PRAGMA user_version = 1`); err != nil {
		t.Fatal(err)
	}
	if err := store.Close(); err != nil {
		t.Fatal(err)
	}
	for i, open := range []func(context.Context, string) (*Store, error){Read, Open, Open} {
		name := []string{"reading", "opening", "opening again"}[i]
		store, err := open(t.Context(), path)
		if err != nil {
			t.Fatal(name, err)
		}
		plan, err := store.Plan(t.Context())
		if err != nil {
			t.Fatal(name, err)
		}
		var names []string
		for r := range plan.All() {
			names = append(names, r.Method)
		}
		slices.Sort(names)
		if d := cmp.Diff([]string{"gini:minimal", "native", "singles+gini"}, names); d != "" {
			t.Errorf("%s: methods (-want +got):\n%s", name, d)
		}
		if quick := store.Spec.Grids[0].Scale["quick"].Methods; !slices.Equal(quick, []string{"singles+gini"}) {
			t.Errorf("%s: methods at scale quick: %v", name, quick)
		}
		walls, err := store.WallTimes(t.Context())
		if want := map[string]time.Duration{"g/escargot/0/singles+gini/0": time.Second}; err != nil ||
			!maps.Equal(walls, want) {
			t.Errorf("%s: recorded %v, error %v; want %v", name, walls, err, want)
		}
		for r, err := range store.Records(t.Context()) {
			if err != nil || r.Method != "singles+gini" || r.AnsweredBy != model.ByPreprocessor {
				t.Errorf("%s: %+v, error %v", name, r, err)
			}
		}
		if err := store.Match(present); err != nil {
			t.Errorf("%s: the file with the present names: %v", name, err)
		}
		if err := store.Match(old); err == nil || !strings.Contains(err.Error(), "write singles+gini instead of gini") {
			t.Errorf("%s: the file of the old version: %v", name, err)
		}
		if err := store.Close(); err != nil {
			t.Fatal(name, err)
		}
	}
}
