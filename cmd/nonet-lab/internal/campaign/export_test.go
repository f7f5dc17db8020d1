package campaign

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/perf/benchfmt"
)

// exported executes a campaign and returns its store, environments and records.
func exported(t *testing.T) (*Store, []Environment, []*Record) {
	t.Helper()
	dir := t.TempDir()
	p := plan(t, spec(t, dir, strings.Replace(small, `"gini:minimal"]`, `"gini:extended/product", "dimacs=none"]`, 1)+`
[[set]]
name = "r"
lewis = { orders = [2], p = [0.5], each = 2 }
[[grid]]
name = "reduce"
instances = ["r"]
task = "reduce"
methods = ["lewis", "thein+gini"]
`), Full)
	path := filepath.Join(dir, "x.sqlite")
	run(t, Runner{}, path, p)
	store, err := Read(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { store.Close() })
	environments, err := store.Environments(t.Context())
	if err != nil || len(environments) != 1 || environments[0].Solvers["gini"] == "" || environments[0].Go == "" {
		t.Fatalf("got environments %+v, error %v", environments, err)
	}
	var want []*Record
	for r, err := range store.Records(t.Context()) {
		if err != nil {
			t.Fatal(err)
		}
		r.Started = r.Started.UTC()
		want = append(want, &r)
	}
	for _, r := range want {
		if r.Method == "dimacs=none" && r.Outcome != Unavailable {
			t.Errorf("%s: got outcome %s, want %s", r.Key, r.Outcome, Unavailable)
		}
		if r.Task == "reduce" && (r.Outcome != Measured || r.Values["fixed"] < float64(r.Clues)) {
			t.Errorf("%s: got outcome %s, values %v", r.Key, r.Outcome, r.Values)
		}
	}
	return store, environments, want
}

func TestExportCSV(t *testing.T) {
	store, environments, want := exported(t)
	var text bytes.Buffer
	if err := ExportCSV(&text, store.Records(t.Context()), environments); err != nil {
		t.Fatal(err)
	}
	got, back, err := ReadCSV(strings.NewReader(text.String()))
	if err != nil {
		t.Fatal(err)
	}
	for i := range want {
		if want[i].Tags == nil && want[i].Set == "r" {
			t.Errorf("%s: no tags", want[i].Key)
		}
		if len(want[i].Values) == 0 {
			want[i].Values = nil
		}
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("ReadCSV (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff(environments, back); diff != "" {
		t.Errorf("ReadCSV (-want +got):\n%s", diff)
	}
	rows, err := csv.NewReader(strings.NewReader(text.String())).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	var l line
	for column, f := range l.fields() {
		for _, row := range rows[1:] {
			if f.optional && row[column] == "0" {
				t.Errorf("column %s has a 0, want an empty cell where there is no value", f.name)
				break
			}
		}
	}
	for _, bad := range []string{
		"", "a,b\n1,2\n",
		strings.Replace(text.String(), ",unique,", ",unique,x", 1), strings.Replace(text.String(), "\n", "\n\"", 1),
	} {
		if _, _, err := ReadCSV(strings.NewReader(bad)); err == nil {
			t.Errorf("ReadCSV accepts %.40q", bad)
		}
	}
}

func TestExportJSONL(t *testing.T) {
	_, environments, want := exported(t)
	var text bytes.Buffer
	if err := ExportJSONL(&text, Sequence(want), environments); err != nil {
		t.Fatal(err)
	}
	lines := json.NewDecoder(&text)
	for i := range want {
		var r jsonRecord
		if err := lines.Decode(&r); err != nil || r.Key != want[i].Key || r.Outcome != want[i].Outcome ||
			r.Seed != want[i].Seed {
			t.Fatalf("got %+v, error %v, want %+v", r, err, want[i])
		}
		if cpu, measured := r.Seconds["cpu"]; measured != (want[i].CPU > 0) || cpu != want[i].CPU.Seconds() {
			t.Errorf("%s: processor time %g, want %v", r.Key, cpu, want[i].CPU)
		}
		for name, n := range r.Model {
			if n == 0 {
				t.Errorf("%s: size %s is 0, want it only where it exists", r.Key, name)
			}
		}
	}
}

func TestExportBenchmark(t *testing.T) {
	_, environments, want := exported(t)
	var text bytes.Buffer
	if err := ExportBenchmark(&text, Sequence(want), environments); err != nil {
		t.Fatal(err)
	}
	results, by := 0, map[string]int{}
	for reader := benchfmt.NewReader(&text, "x"); reader.Scan(); {
		switch r := reader.Result().(type) {
		case *benchfmt.SyntaxError:
			t.Error(r)
		case *benchfmt.Result:
			results++
			_, who, _ := strings.Cut(r.Name.String(), "/answered_by=")
			by[who]++
			if _, ok := r.Value("sec/op"); !ok || !strings.HasPrefix(r.Name.String(), "Run/grid=") {
				t.Errorf("got benchmark result %+v", r)
			}
		}
	}
	successful := len(slices.DeleteFunc(slices.Clone(want), func(r *Record) bool { return !r.Outcome.Success() }))
	if results != successful || successful == len(want) {
		t.Errorf("got %d results, want %d: the successful of %d runs", results, successful, len(want))
	}
	wantBy := map[string]int{}
	for i := range want {
		if want[i].Outcome.Success() {
			wantBy[string(want[i].AnsweredBy)]++
		}
	}
	if len(wantBy) < 2 || !maps.Equal(by, wantBy) {
		t.Errorf("answered by %v, want %v", by, wantBy)
	}
}
