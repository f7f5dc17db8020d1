package campaign

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"nonet/backends/ask"
	"nonet/cmd/nonet-lab/internal/instances"

	"github.com/google/go-cmp/cmp"
)

const exampleModels = "../../../../testdata/models"

// modelSpec copies the example models and a packed one into the folder "models" of dir, and returns a campaign over
// this folder and over single files.
func modelSpec(t *testing.T, dir string) *Spec {
	t.Helper()
	if err := os.CopyFS(filepath.Join(dir, "models"), os.DirFS(exampleModels)); err != nil {
		t.Fatal(err)
	}
	queens, err := os.ReadFile(filepath.Join(exampleModels, "queens8.json"))
	if err != nil {
		t.Fatal(err)
	}
	f, err := instances.NewModelFile("queens8.json", "model", queens, 0)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Mkdir(filepath.Join(dir, "models", "more"), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "models", "more", "again.json.gz"), f.Packed, 0o666); err != nil {
		t.Fatal(err)
	}
	s, err := Parse(filepath.Join(dir, "models.toml"), `
name = "models"
[[set]]
name = "all"
file = "models"
colours = 4
[[grid]]
name = "solve"
instances = ["all"]
methods = ["native", "gini:order"]
[[grid]]
name = "unique"
task = "unique"
instances = ["models/queens8.json", "models/zebra.json", "models/knapsack14.lp"]
methods = ["native"]
[[grid]]
name = "count"
task = "count"
instances = ["models/queens8.json", "models/golomb5.json", "models/pigeons5.cnf"]
methods = ["native"]
[[grid]]
name = "reduce"
task = "reduce"
instances = ["models/quasigroup6.json"]
methods = ["singles"]
`)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// answer returns the parts of a record that answer its task.
func answer(r Record) string {
	text := string(r.Outcome)
	if r.Objective != nil {
		text += fmt.Sprintf(" %d %v", *r.Objective, r.Optimal)
	}
	if r.Count != "" {
		text += " count " + r.Count
	}
	return text
}

// Model files are instances as puzzles are: in this process, in child processes, after an interruption, and in the
// exports. Their answers are those of testdata/models/answers.txt.
func TestModelFiles(t *testing.T) {
	dir := t.TempDir()
	s := modelSpec(t, dir)
	p := plan(t, s, Full)
	var names []string
	for _, in := range p.Sets["all"] {
		names = append(names, in.Name)
		if in.Index != len(names)-1 || in.Tags[instances.FormatTag] != in.Model.Format {
			t.Errorf("instance %+v", in)
		}
	}
	want := []string{"golomb5.json", "groetzsch.col", "jobshop6.json", "knapsack14.lp", "langford4.cover",
		"magic3.json", "more/again.json.gz", "nonogram7.json", "pigeons5.cnf", "quasigroup6.json",
		"queens8.json", "zebra.json"}
	if d := cmp.Diff(want, names); d != "" {
		t.Fatalf("instances (-want +got):\n%s", d)
	}

	// The campaign is interrupted after a few records, the folder is removed, and the campaign is resumed.
	path := filepath.Join(dir, "models.sqlite")
	store, err := Create(t.Context(), path, p)
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	begun := 0
	x := Executor{Allow: func(string) error { // is called before each run
		if begun++; begun == 4 {
			cancel()
		}
		return nil
	}}
	err = Runner{Queue: Local{Executor: x, Parallelism: 1}}.Run(ctx, p, store)
	if first := records(t, store); err == nil || len(first) == 0 || len(first) == p.Runs() {
		t.Fatalf("%d records, error %v, want an interrupted campaign", len(first), err)
	}
	if err := store.Close(); err != nil {
		t.Fatal(err)
	}
	if err := os.RemoveAll(filepath.Join(dir, "models")); err != nil {
		t.Fatal(err)
	}
	if store, err = Open(t.Context(), path); err != nil {
		t.Fatal(err)
	}
	defer store.Close()
	again, err := store.Plan(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(p.Sets, again.Sets); d != "" {
		t.Errorf("instances (-before +after):\n%s", d)
	}
	if err := (Runner{Queue: Local{Parallelism: 2}}).Run(t.Context(), again, store); err != nil {
		t.Fatal(err)
	}
	got := records(t, store)
	answers, err := os.ReadFile(filepath.Join(exampleModels, "answers.txt"))
	if err != nil {
		t.Fatal(err)
	}
	checked := 0
	for line := range strings.Lines(string(answers)) {
		f := strings.Fields(line)
		if f[1] == "3" { // the graph with another number of colours
			continue
		}
		wanted := "solved"
		switch {
		case f[3] == "0":
			wanted = "unsat"
		case f[2] != "-":
			wanted += " " + f[2] + " true"
		}
		for _, r := range got {
			if r.Grid == "solve" && r.Instance == f[0] {
				checked++
				if a := answer(r); a != wanted || r.AnsweredBy == "" || r.Stats.Size.Variables == 0 {
					t.Errorf("%s: %s, answered by %q, size %+v, want %s", r.Key, a, r.AnsweredBy, r.Stats.Size, wanted)
				}
			}
		}
	}
	if checked != 22 {
		t.Errorf("%d answers checked, want 22", checked)
	}
	for key, wanted := range map[string]string{
		"unique/models/queens8.json/0/native/0":      "multiple",
		"unique/models/zebra.json/0/native/0":        "solved",
		"unique/models/knapsack14.lp/0/native/0":     "solved 357 true",
		"count/models/queens8.json/0/native/0":       "counted count 92",
		"count/models/golomb5.json/0/native/0":       "counted 11 true count 4",
		"count/models/pigeons5.cnf/0/native/0":       "counted count 0",
		"reduce/models/quasigroup6.json/0/singles/0": "measured",
	} {
		if a := answer(got[key]); a != wanted {
			t.Errorf("%s: %s %s, want %s", key, a, got[key].Detail, wanted)
		}
	}
	if v := got["reduce/models/quasigroup6.json/0/singles/0"].Values; v["fixed"] < 16 || v["candidates"] < 36 {
		t.Errorf("reduced: %v", v)
	}

	// Another way of storing and executing the runs gives the same records.
	var text bytes.Buffer
	if err := ExportCSV(&text, store.Records(t.Context()), nil); err != nil {
		t.Fatal(err)
	}
	read, _, err := ReadCSV(&text)
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range read {
		if w := got[r.Key]; answer(*r) != answer(w) || r.Instance != w.Instance || r.AnsweredBy != w.AnsweredBy ||
			cmp.Diff(r.Tags, w.Tags) != "" || r.Stats.Size != w.Stats.Size {
			t.Errorf("%s: read from CSV %+v, want %+v", r.Key, r, w)
		}
	}
	for run := range again.All() {
		if run.Method != "native" || run.Grid == "reduce" {
			continue
		}
		sent, err := json.Marshal(run)
		if err != nil {
			t.Fatal(err)
		}
		var out bytes.Buffer
		if err := Child(t.Context(), nil, bytes.NewReader(sent), &out); err != nil {
			t.Fatal(err)
		}
		var r Record
		if err := json.Unmarshal(bytes.TrimSpace(out.Bytes()), &r); err != nil {
			t.Fatal(err)
		}
		if w := got[r.Key]; answer(r) != answer(w) || r.Stats.Size != w.Stats.Size {
			t.Errorf("%s: child process %s, want %s", r.Key, answer(r), answer(w))
		}
	}
}

// A run that has not proved the optimum within its limit has the best value found, and is no success.
func TestObjectiveWithoutProof(t *testing.T) {
	value := 60
	r := Record{Answer: Answer{Objective: &value}}
	m, err := (&Run{Method: "native"}).ParseMethod()
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	r.setAnswer(ctx, m, &ask.Answer{Solution: []int{1}, Err: ask.ErrTimeLimit}, false)
	if r.Outcome != Timeout {
		t.Errorf("time limit with a solution: %s, want timeout", r.Outcome)
	}
	r.setAnswer(t.Context(), m, &ask.Answer{Solution: []int{1}, Err: ask.ErrIncomplete}, false)
	if r.Outcome != Unsolved {
		t.Errorf("a solution of an incomplete method: %s, want unsolved", r.Outcome)
	}
	task := Task{Do: func(ctx context.Context, _ *Run, r *Record) {
		<-ctx.Done()
		r.Outcome, r.Objective, r.Optimal = Solved, &value, true
	}}
	run := &Run{Instance: instances.Instance{Model: &instances.ModelFile{}}}
	run.Limits.Time.Duration = 1
	if r := runInProcess(t.Context(), task, run); r.Outcome != Timeout || r.Optimal || *r.Objective != value {
		t.Errorf("a proof after the deadline: %s %v", r.Outcome, r.Optimal)
	}
}

// A damaged file is one error with its path, before any run; and so are a folder without model files, a graph without
// a number of colours, a model with an objective that shall be split, and a task about puzzles.
func TestBadModelFiles(t *testing.T) {
	for _, test := range []struct{ name, file, text, spec, want string }{
		{"damaged", "models/bad.fzn", "var 1..3: x;\nvar float: y;\nsolve satisfy;\n", `instances = ["models"]`,
			filepath.Join("models", "bad.fzn") + ": "},
		{"empty folder", "models/README.md", "nothing", `instances = ["models"]`, "no model file in the folder"},
		{"no colours", "models/g.col", "p edge 2 1\ne 1 2\n", `instances = ["models"]`, "colours = N in a [[set]]"},
		{"not packed", "models/a.cnf.gz", "\x1f\x8b\x08 damaged", `instances = ["models"]`, "a.cnf.gz: "},
		{"split", "a.opb", "min: +1 x1 ;\n+1 x1 >= 1 ;\n", "instances = [\"a.opb\"]\ncubes = 4",
			"a model with an objective cannot be split"},
		{"puzzles needed", "a.cnf", "p cnf 1 1\n1 0\n", `instances = ["more"]`, "is a model file, expected a puzzle"},
	} {
		t.Run(test.name, func(t *testing.T) {
			dir := t.TempDir()
			path := filepath.Join(dir, filepath.FromSlash(test.file))
			if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(path, []byte(test.text), 0o666); err != nil {
				t.Fatal(err)
			}
			s, err := Parse(filepath.Join(dir, "c.toml"), `
[[set]]
name = "more"
add = { to = `+strconv.Quote(filepath.ToSlash(path))+`, clues = [3] }
[[grid]]
name = "g"
methods = ["native"]
`+test.spec)
			if err != nil {
				t.Fatal(err)
			}
			if _, err = s.Expand(t.Context(), Full); err == nil || !strings.Contains(err.Error(), test.want) {
				t.Errorf("error %v, want %q", err, test.want)
			}
		})
	}
	x := Executor{Tasks: []Task{{Name: "own"}}}
	run := &Run{Task: "own", Instance: instances.Instance{Name: "a.cnf", Set: "s", Model: &instances.ModelFile{}}}
	if err := x.checkRun(run); err == nil || !strings.Contains(err.Error(), "a.cnf of s is a model file") {
		t.Errorf("a task about puzzles: error %v", err)
	}
}
