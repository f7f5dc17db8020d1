package papers

import (
	"context"
	"errors"
	"math"
	"path/filepath"
	"strings"
	"testing"

	"nonet/cmd/nonet-lab/internal/campaign"
	"nonet/cmd/nonet-lab/internal/report"
	"nonet/model"
)

const smallCampaign = `
name = "small"
seed = 7

[limits]
time = "10s"

[[grid]]
name = "levels"
instances = ["thein-easy", "thein-evil"]
methods = ["gini", "native", "lewis+anneal"]
repeats = 2
limits = { moves = 200_000 }
scale.smoke = { take = 3 }
`

// TestRun runs an experiment, stops it, and runs it again: what has a record is not run a second time, and the report
// is the same as if it had not been stopped.
func TestRun(t *testing.T) {
	x := Experiment{Name: "small", Spec: smallCampaign}
	dir := t.TempDir()
	ctx, cancel := context.WithCancel(t.Context())
	o := Options{Scale: campaign.Smoke, Out: dir, Queue: campaign.Local{Parallelism: 1},
		Progress: func(p campaign.Progress) {
			if p.Done > 0 {
				cancel()
			}
		}}
	if _, err := x.Run(ctx, o); err == nil {
		t.Log("the whole experiment was over before it could be stopped")
	}
	o.Progress = nil
	doc, err := x.Run(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	d, err := x.Read(t.Context(), dir, "")
	if err != nil {
		t.Fatal(err)
	}
	if want := 2 * 3 * 3 * 2; len(d.Records) != want {
		t.Errorf("%d records, want %d", len(d.Records), want)
	}
	seen := map[string]bool{}
	for _, r := range d.Records {
		if seen[r.Key] {
			t.Errorf("two records of %s", r.Key)
		}
		seen[r.Key] = true
	}
	var tables []string
	for _, s := range doc.Sections {
		for _, b := range s.Blocks {
			if table, ok := b.(*report.Table); ok {
				tables = append(tables, table.Name)
			}
		}
	}
	if got, want := strings.Join(tables, " "),
		"levels-methods levels-sets levels-scores levels-lifetimes levels-differences"; got != want {
		t.Errorf("tables %s, want %s", got, want)
	}
	for _, name := range []string{"report.html", "summary.md", "levels-methods.csv", "levels-cactus.svg", exported} {
		if files, _ := filepath.Glob(filepath.Join(dir, name)); len(files) != 1 {
			t.Errorf("there is no %s", name)
		}
	}
	// The records alone give the same report.
	packed := t.TempDir()
	if err := errors.Join(writeRecords(filepath.Join(packed, exported), d), d.Provenance.Write(packed)); err != nil {
		t.Fatal(err)
	}
	again, err := x.Read(t.Context(), packed, campaign.Smoke)
	if err != nil {
		t.Fatal(err)
	}
	doc2, err := x.Describe(again)
	if err != nil {
		t.Fatal(err)
	}
	var a, b strings.Builder
	if err := doc.WriteMarkdown(&a); err != nil {
		t.Fatal(err)
	}
	if err := doc2.WriteMarkdown(&b); err != nil {
		t.Fatal(err)
	}
	if a.String() != b.String() {
		t.Errorf("the report on exported records differs:\n%s\n---\n%s", a.String(), b.String())
	}
	if _, err := x.Run(t.Context(), Options{Scale: campaign.Quick, Out: dir}); err == nil {
		t.Error("records of two scales in one folder are not refused")
	}
	if _, err := x.Run(t.Context(),
		Options{Scale: campaign.Smoke, Out: t.TempDir(), Only: []string{"nothing"}}); err == nil {
		t.Error("an unknown grid is not refused")
	}
}

// A method shows a counter that it has: no zeros of a counter that some runs lack, and no moves of a program.
func TestEffort(t *testing.T) {
	records := func(method string, efforts ...model.Effort) (all Records) {
		for _, e := range efforts {
			all = append(all, &campaign.Record{Method: method, Stats: model.Stats{Effort: e}})
		}
		return all
	}
	for _, test := range []struct {
		name   string
		runs   Records
		number float64
		of     string
	}{
		{"nodes before conflicts", records("native", model.Effort{Nodes: 3, Conflicts: 2}), 3, "nodes"},
		{"search in few runs", records("native", model.Effort{Nodes: 1}, model.Effort{}, model.Effort{}), 0, "nodes"},
		{"moves", records("anneal", model.Effort{Iterations: 5}), 5, "moves"},
		{"simplex", records("cbc", model.Effort{Iterations: 5}), 5, "iterations"},
		{"a program that counts in few runs", records("cbc", model.Effort{Iterations: 5}, model.Effort{},
			model.Effort{}), math.NaN(), ""},
		{"nothing", records("gini", model.Effort{}), math.NaN(), ""},
	} {
		cells := Effort(test.runs)
		number := cells[0].Number
		if math.IsNaN(test.number) != math.IsNaN(number) || !math.IsNaN(number) && number != test.number ||
			cells[1].Text != test.of {
			t.Errorf("%s: %v %q, want %v %q", test.name, number, cells[1].Text, test.number, test.of)
		}
	}
}

// TestFileNames checks that each grid has files of its own, whatever the names are.
func TestFileNames(t *testing.T) {
	spec := &campaign.Spec{}
	for _, name := range []string{"a b", "A-b", "größe", "χ", "ψ"} {
		spec.Grids = append(spec.Grids, campaign.Grid{Name: name})
	}
	d := &Data{Spec: spec}
	for i, want := range []string{"a-b", "a-b.2", "gr--e", "grid.4", "grid.5"} {
		if got := d.fileName(spec.Grids[i].Name); got != want {
			t.Errorf("%q: %s, want %s", spec.Grids[i].Name, got, want)
		}
	}
}
