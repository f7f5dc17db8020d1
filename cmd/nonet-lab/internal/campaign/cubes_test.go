package campaign

import (
	"bytes"
	"errors"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"nonet/cmd/nonet-lab/internal/instances"
	"nonet/encode/problem"
	"nonet/model/notation"
	"nonet/model/split"
	"nonet/model/sudoku"
)

// cubed is a campaign with split instances: a puzzle with one solution, one with several and one without.
const cubed = `
name = "cubed"
[[grid]]
name = "count"
task = "count"
instances = ["p"]
methods = ["native", "dlx"]
cubes = 8
[[grid]]
name = "unique"
task = "unique"
instances = ["p"]
methods = ["gini"]
cubes = 8
repeats = 2
[[grid]]
name = "solve"
instances = ["p"]
methods = ["native"]
cubes = 3
[[grid]]
name = "direct"
task = "count"
instances = ["p"]
methods = ["native"]
`

func cubedPlan(t *testing.T, text string) *Plan {
	t.Helper()
	s, err := Parse("cubed.toml", text)
	if err != nil {
		t.Fatal(err)
	}
	var set []instances.Instance
	for i, line := range []string{"1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3..",
		"1....7....3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3..",
		"5....5..........................................................................."} {
		p := &sudoku.Puzzle{Shape: sudoku.Order(3), Clues: make(sudoku.Grid, 81)}
		for c, b := range []byte(line) {
			if b != '.' {
				p.Clues[c] = int(b - '0')
			}
		}
		set = append(set, instances.Instance{Set: "p", Index: i, Puzzle: p})
	}
	p, err := s.expand(t.Context(), Full, s.Seed, fromMap(map[string][]instances.Instance{"p": set}))
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func pointers(records []Record) []*Record {
	var all []*Record
	for i := range records {
		all = append(all, &records[i])
	}
	return all
}

func combine(t *testing.T, p *Plan, records []Record) []*Combined {
	t.Helper()
	all, err := p.Combine(t.Context(), Sequence(pointers(records)))
	if err != nil {
		t.Fatal(err)
	}
	return all
}

func TestCombine(t *testing.T) {
	p := cubedPlan(t, cubed)
	path := filepath.Join(t.TempDir(), "cubed.sqlite")
	byKey := run(t, Runner{}, path, p)
	records := slices.Collect(maps.Values(byKey))
	want := map[string][]string{ // by grid and instance
		"count":  {"counted 1", "counted 20", "counted 0"},
		"unique": {"solved", "multiple", "unsat"},
		"solve":  {"solved", "solved", "unsat"},
	}
	wholes := combine(t, p, records)
	if len(wholes) != 3*2+3*2+3 {
		t.Errorf("got %d combined instances, want %d", len(wholes), 3*2+3*2+3)
	}
	for _, w := range wholes {
		got := string(w.Outcome)
		if w.Count != nil {
			got += " " + w.Count.String()
		}
		name := fmt.Sprintf("%s/%d %s", w.Grid, w.Index, w.Method)
		if want := want[w.Grid][w.Index]; got != want || w.Outcome == Unsolved {
			t.Errorf("%s: got %s, want %s", name, got, want)
		}
		if len(w.Missing) != 0 || len(w.Records) != w.Pieces {
			t.Errorf("%s: got %d records of %d pieces, missing %v; want all", name, len(w.Records), w.Pieces, w.Missing)
		}
		if w.Wall <= 0 || w.Longest > w.Wall {
			t.Errorf("%s: wall time %v, longest piece %v", name, w.Wall, w.Longest)
		}
		solutions := map[Outcome]int{Solved: 1, Multiple: 2}[w.Outcome]
		if len(w.Solutions) != solutions {
			t.Errorf("%s/%d: got %d solutions, want %d", w.Grid, w.Index, len(w.Solutions), solutions)
		}
		for _, g := range w.Solutions {
			if err := w.Problem.Puzzle.Check(g); err != nil {
				t.Error(err)
			}
		}
	}
	for _, r := range records {
		if r.Grid == "direct" && (r.Cube != "" || r.Count != []string{"1", "20", "0"}[r.Index]) {
			t.Errorf("%s: cube %q, count %q", r.Key, r.Cube, r.Count)
		}
	}

	// Every piece without a record or without an answer is listed as missing.
	for _, grid := range []string{"count", "unique"} {
		for _, one := range records {
			if one.Grid != grid || one.Method == "dlx" || one.Replicate != 0 {
				continue
			}
			for reason, damaged := range map[string][]Record{
				"not run": slices.DeleteFunc(slices.Clone(records),
					func(r Record) bool { return r.Key == one.Key }),
				"timeout": altered(records, one.Key, func(r *Record) { r.Outcome = Timeout }),
				"crashed: signal 9": altered(records, one.Key,
					func(r *Record) { r.Outcome, r.Detail = Crashed, "signal 9" }),
			} {
				for _, w := range combine(t, p, damaged) {
					if w.Grid != grid || w.Index != one.Index || w.Method != one.Method || w.Replicate != 0 {
						continue
					}
					if len(w.Missing) != 1 || w.Missing[0] != (MissingPiece{one.Cube, reason}) ||
						w.Answered() != w.Pieces-1 {
						t.Errorf("%s, %s: got missing pieces %v", one.Key, reason, w.Missing)
					}
					if w.Outcome == Counted || w.Outcome == Unsat || w.Outcome == Solved {
						t.Errorf("%s, %s: got outcome %s without this piece", one.Key, reason, w.Outcome)
					}
				}
			}
		}
	}
}

// altered returns the records with the one that has the key changed.
func altered(records []Record, key string, change func(*Record)) []Record {
	all := slices.Clone(records)
	for i := range all {
		if all[i].Key == key {
			change(&all[i])
		}
	}
	return all
}

// Combine checks the solutions and counts in records.
func TestCombineChecksRecords(t *testing.T) {
	p := cubedPlan(t, cubed)
	byKey := run(t, Runner{}, filepath.Join(t.TempDir(), "cubed.sqlite"), p)
	records := slices.Collect(maps.Values(byKey))
	var found Record
	for _, r := range records {
		if r.Grid == "unique" && r.Index == 0 && r.Outcome == Solved && r.Replicate == 0 {
			found = r
		}
	}
	if found.Solution == "" || found.Other != "" {
		t.Fatalf("%+v", found)
	}
	other := "162857493534129678789643521475312986913586742628794135356478219241935867897261345" // two cells swapped
	for name, c := range map[string]struct {
		key    string
		change func(*Record)
		reason string
	}{
		"no solution": {found.Key, func(r *Record) { r.Solution = "" },
			"solved, but its solution is wrong: the record has none"},
		"a wrong one": {found.Key, func(r *Record) { r.Solution = other }, "solved, but its solution is wrong: "},
		"no grid":     {found.Key, func(r *Record) { r.Solution = "12" }, "solved, but its solution is wrong: "},
		"twice the same": {found.Key, func(r *Record) { r.Outcome, r.Other = Multiple, r.Solution },
			"multiple, but its two solutions are equal"},
		"unknown outcome":   {found.Key, func(r *Record) { r.Outcome = "fine" }, "fine"},
		"counted, no count": {found.Key, func(r *Record) { r.Outcome = Counted }, "counted"},
	} {
		for _, w := range combine(t, p, altered(records, c.key, c.change)) {
			if w.Grid != "unique" || w.Index != 0 || w.Replicate != 0 {
				continue
			}
			if w.Outcome != Unsolved || len(w.Missing) != 1 || !strings.HasPrefix(w.Missing[0].Reason, c.reason) {
				t.Errorf("%s: got outcome %s, missing %v", name, w.Outcome, w.Missing)
			}
		}
	}
	for _, number := range []string{"", "-1", "1e3", "many"} {
		for _, r := range records {
			if r.Grid != "count" || r.Index != 1 || r.Method != "native" {
				continue
			}
			for _, w := range combine(t, p, altered(records, r.Key, func(r *Record) { r.Count = number })) {
				if w.Grid != "count" || w.Index != 1 || w.Method != "native" {
					continue
				}
				if w.Outcome != Unsolved || len(w.Missing) != 1 ||
					w.Missing[0].Reason != "counted, but the record has no number" {
					t.Errorf("count %q: got outcome %s, count %v, missing %v", number, w.Outcome, w.Count, w.Missing)
				}
			}
		}
	}
}

// Combine returns an error if the cubes of the plan do not cover the instance, whatever the records contain.
func TestCombineRejectsIncompleteCubes(t *testing.T) {
	for name, damage := range map[string]func(*Plan){
		"a cube is missing": func(p *Plan) {
			p.Stages[0].Runs = slices.DeleteFunc(p.Stages[0].Runs,
				func(r *Run) bool { return r.Cube == p.Stages[0].Runs[0].Cube })
		},
		"a puzzle without the values of its cube": func(p *Plan) {
			in := *p.Stages[0].Runs[0].Instance.Puzzle
			in.Clues = make(sudoku.Grid, 81)
			p.Stages[0].Runs[0].Instance.Puzzle = &in
		},
		"another cube":     func(p *Plan) { p.Stages[0].Runs[0].Cube = "all" },
		"a malformed cube": func(p *Plan) { p.Stages[0].Runs[0].Cube = "r1c1" },
	} {
		p := cubedPlan(t, strings.Replace(cubed[:strings.Index(cubed, `[[grid]]
name = "unique"`)], `, "dlx"`, "", 1))
		if _, err := p.Combine(t.Context(), Sequence(nil)); err != nil {
			t.Fatal(err)
		}
		damage(p)
		_, err := p.Combine(t.Context(), Sequence(nil))
		if err == nil {
			t.Errorf("%s: no error", name)
		}
		var missing *split.MissingError
		if name == "a cube is missing" && !errors.As(err, &missing) {
			t.Errorf("%s: got error %v, want a *split.MissingError", name, err)
		}
	}
}

func TestKeysOfPieces(t *testing.T) {
	p := cubedPlan(t, cubed)
	keys := map[string]bool{}
	pieces := 0
	for _, s := range p.Stages {
		for _, r := range s.Runs {
			if keys[r.Key] {
				t.Errorf("two runs have the key %s", r.Key)
			}
			keys[r.Key] = true
			if r.Cube == "" {
				continue
			}
			pieces++
			m := cubedPlanPuzzle(p, r).Model()
			c, err := split.Parse(m, r.Cube)
			if err != nil || !strings.HasSuffix(r.Key, "/"+c.Text(m)) ||
				r.Instance.Puzzle.Givens() != cubedPlanPuzzle(p, r).Givens()+len(c) {
				t.Errorf("%s: wrong cube %q, error %v", r.Key, r.Cube, err)
			}
		}
	}
	if pieces < 8*2*3 {
		t.Errorf("got %d pieces, want at least %d", pieces, 8*2*3)
	}
}

func cubedPlanPuzzle(p *Plan, r *Run) *sudoku.Puzzle { return p.Sets["p"][r.Instance.Index].Puzzle }

// Records of pieces survive the round trip through the database and CSV. CSV files without the columns of pieces are
// read.
func TestRecordsOfPieces(t *testing.T) {
	p := cubedPlan(t, cubed)
	path := filepath.Join(t.TempDir(), "cubed.sqlite")
	want := run(t, Runner{}, path, p)
	store, err := Read(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	defer store.Close()
	environments, err := store.Environments(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	again, err := store.Plan(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if again.Runs() != p.Runs() {
		t.Errorf("plan of the database: got %d runs, want %d", again.Runs(), p.Runs())
	}
	var text, lines, bench bytes.Buffer
	if err := errors.Join(ExportCSV(&text, store.Records(t.Context()), environments),
		ExportJSONL(&lines, store.Records(t.Context()), environments),
		ExportBenchmark(&bench, store.Records(t.Context()), environments)); err != nil {
		t.Fatal(err)
	}
	back, _, err := ReadCSV(&text)
	if err != nil || len(back) != len(want) {
		t.Fatalf("ReadCSV: got %d records, error %v, want %d", len(back), err, len(want))
	}
	solutions := 0
	for _, r := range back {
		w := want[r.Key]
		type columns struct{ Key, Cube, Count, Solution, Other string }
		if diff := cmp.Diff(columns{w.Key, w.Cube, w.Count, w.Solution, w.Other},
			columns{r.Key, r.Cube, r.Count, r.Solution, r.Other}); diff != "" {
			t.Errorf("ReadCSV(ExportCSV) (-want +got):\n%s", diff)
		}
		if r.Solution != "" {
			solutions++
		}
		named := "/cube=" + strings.ReplaceAll(r.Cube, " ", "_") + "/answered_by="
		if r.Cube != "" && r.Outcome.Success() && !strings.Contains(bench.String(), named) {
			t.Errorf("ExportBenchmark omits %s", r.Key)
		}
	}
	if solutions == 0 || !strings.Contains(lines.String(), `"cube":"r`) ||
		!strings.Contains(lines.String(), `"count":"1"`) {
		t.Errorf("got %d solutions, JSON %s", solutions, lines.String()[:300])
	}
	few := "grid,set,index,method,replicate,outcome,answered_by\ng,s,0,native,0,counted,solver\n"
	if r, _, err := ReadCSV(strings.NewReader(few)); err != nil || len(r) != 1 || r[0].Key != "g/s/0/native/0" ||
		r[0].Count != "" {
		t.Errorf("ReadCSV without the columns of pieces: got %+v, error %v", r, err)
	}
}

func TestCubesOfOtherTasks(t *testing.T) {
	for text, want := range map[string]string{
		`task = "reduce"` + "\ncubes = 3": "pieces can be combined for the tasks solve, unique and count",
		"cubes = -1":                      "cubes: expected 0 or more",
	} {
		_, err := Parse("x.toml", "[[grid]]\nname = \"g\"\ninstances = [\"i\"]\nmethods = [\"native\"]\n"+text)
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: got error %v, want %q", text, err, want)
		}
	}
}

// Grids of all sizes survive the round trip through their line form.
func TestSolutionsOfAllSizes(t *testing.T) {
	for _, s := range []sudoku.Shape{
		{Height: 2, Width: 3}, {Height: 3, Width: 4},
		sudoku.Order(2), sudoku.Order(4), sudoku.Order(5), sudoku.Order(8),
	} {
		root := make(sudoku.Grid, s.Cells())
		for c := range root {
			row, column := s.Row(sudoku.Cell(c)), s.Column(sudoku.Cell(c))
			root[c] = (row%s.Height*s.Width+row/s.Height+column)%s.N() + 1
		}
		p := sudoku.Puzzle{Shape: s, Clues: make(sudoku.Grid, s.Cells())}
		w := &Combined{Problem: problem.Of(p)}
		g, err := w.parseSolution(&Run{Instance: instances.Instance{Puzzle: &p}}, notation.Line(nil, root))
		if err != nil || !slices.Equal(g, root) {
			t.Errorf("%s: got another grid, error %v", s, err)
		}
	}
}
