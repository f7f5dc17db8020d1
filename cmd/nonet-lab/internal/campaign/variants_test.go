package campaign

import (
	"encoding/json"
	"path/filepath"
	"testing"

	"nonet/cmd/nonet-lab/internal/instances"
	"nonet/model/sudoku"

	"github.com/google/go-cmp/cmp"
)

// variants returns a spec over the file with a puzzle for each kind of rule, and its plan.
func variants(t *testing.T) (*Spec, *Plan) {
	t.Helper()
	file, err := filepath.Abs("../../../../testdata/puzzles/variants/kinds.nonet")
	if err != nil {
		t.Fatal(err)
	}
	spec, err := Parse("variants.toml", `
[[set]]
name = "kinds"
file = "`+filepath.ToSlash(file)+`"
[[grid]]
name = "g"
instances = ["kinds"]
methods = ["native", "dlx"]
task = "unique"
`)
	if err != nil {
		t.Fatal(err)
	}
	p, err := spec.Expand(t.Context(), Full)
	if err != nil {
		t.Fatal(err)
	}
	return spec, p
}

// A store keeps the rules of its instances.
func TestStoreOfVariants(t *testing.T) {
	_, plan := variants(t)
	path := filepath.Join(t.TempDir(), "variants.sqlite")
	store, err := Create(t.Context(), path, plan)
	if err != nil {
		t.Fatal(err)
	}
	if err := store.Close(); err != nil {
		t.Fatal(err)
	}
	if store, err = Read(t.Context(), path); err != nil {
		t.Fatal(err)
	}
	defer store.Close()
	again, err := store.Plan(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if n := len(plan.Sets["kinds"]); n != len(sudoku.RuleKinds()) {
		t.Fatalf("%d instances, want one for each of %d kinds", n, len(sudoku.RuleKinds()))
	}
	if d := cmp.Diff(plan.Sets, again.Sets); d != "" {
		t.Errorf("instances (-want +got):\n%s", d)
	}
	for i, in := range plan.Sets["kinds"] {
		if kinds := in.Puzzle.Kinds(); kinds[0] != sudoku.RuleKinds()[i].Name || in.Tags[instances.Rules] == "" {
			t.Errorf("instance %d: kinds %v, tags %v", i, kinds, in.Tags)
		}
	}
}

// A method answers under the rules of its instance, without which each has several solutions. A method that cannot
// state the rules is unavailable, not failed.
func TestRunsOfVariants(t *testing.T) {
	_, plan := variants(t)
	x := Executor{Tasks: Tasks()}
	unsupported := 0
	for run := range plan.All() {
		// Runs reach child processes and workers as JSON.
		text, err := json.Marshal(run)
		if err != nil {
			t.Fatal(err)
		}
		sent := run
		run = new(Run)
		if err := json.Unmarshal(text, run); err != nil {
			t.Fatal(err)
		}
		if d := cmp.Diff(sent, run); d != "" {
			t.Errorf("%s (-sent +received):\n%s", sent.Key, d)
		}
		record := x.Execute(t.Context(), run)
		switch {
		case run.Method == "native" && record.Outcome != Solved:
			t.Errorf("%s: %s %s, want one solution", run.Instance.Name, record.Outcome, record.Detail)
		case run.Method == "dlx" && record.Outcome == Unavailable:
			unsupported++
		case run.Method == "dlx" && record.Outcome != Solved:
			t.Errorf("%s: %s %s", run.Instance.Name, record.Outcome, record.Detail)
		}
	}
	if n := len(plan.Sets["kinds"]); unsupported == 0 || unsupported == n {
		t.Errorf("dlx does not support %d of %d kinds, want some", unsupported, n)
	}
}
