package experiment

import (
	"slices"
	"strings"
	"testing"

	"nonet/backends/methods"
	"nonet/cmd/nonet/internal/campaign"
	"nonet/cmd/nonet/internal/instances"
	"nonet/cmd/nonet/internal/report"
	"nonet/model/sudoku"
)

// puzzleOf parses a puzzle of order 3.
func puzzleOf(t *testing.T, line string) *sudoku.Puzzle {
	t.Helper()
	p := sudoku.Puzzle{Shape: sudoku.Order(3), Clues: make(sudoku.Grid, 81)}
	if len(line) != 81 {
		t.Fatalf("%d cells", len(line))
	}
	for i, c := range line {
		if c != '.' {
			p.Clues[i] = int(c - '0')
		}
	}
	return &p
}

const (
	escargotLine  = "1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3.."
	escargotFull  = "162857493534129678789643521475312986913586742628794135356478219241935867897261354"
	resedaMedium  = ".24..7...6..........368.415431..5...5......3279.....6.2.971.8...4..93...31...475."
	resedaEasyOne = "..867.4.24.23...9.37..2.......4...5.89.251.67.1...3.......9..73.3...52.17.5.329.."
)

// execute runs a task on a puzzle.
func execute(t *testing.T, task campaign.Task, p *sudoku.Puzzle, method string, replicate int, moves int64) campaign.Record {
	t.Helper()
	run := campaign.Run{
		Instance: instances.Instance{Puzzle: p}, Method: method, Task: task.Name, Replicate: replicate, Seed: uint64(replicate + 1),
		Limits: campaign.Limits{Moves: moves},
	}
	var record campaign.Record
	task.Do(t.Context(), &run, &record)
	return record
}

// A climb tells its first state and the iterations of its last start.
func TestClimbTask(t *testing.T) {
	p := puzzleOf(t, resedaMedium)
	restarted := false
	for replicate := range 20 {
		r := execute(t, climbTask, p, "hillclimb", replicate, 20000)
		if r.Outcome != campaign.Solved {
			t.Fatalf("replicate %d: %s %s", replicate, r.Outcome, r.Detail)
		}
		all, last := float64(r.Stats.Effort.Iterations), r.Values[lastStart]
		if last > all || last < 0 || (r.Stats.Effort.Restarts == 0) != (last == all) {
			t.Errorf("replicate %d: %v iterations of the last start, %v of %d restarts", replicate, last, all, r.Stats.Effort.Restarts)
		}
		restarted = restarted || r.Stats.Effort.Restarts > 0
		if f := r.Values[initialF1]; f <= 81 || f > 162 {
			t.Errorf("replicate %d: f₁ = %v", replicate, f)
		}
		if r.Values[initialTime] <= 0 || r.Values[initialClash] < 0 {
			t.Errorf("replicate %d: %v", replicate, r.Values)
		}
		once := execute(t, firstStartTask, p, "hillclimb", replicate, 0)
		if (once.Outcome == campaign.Solved) != (r.Stats.Effort.Restarts == 0) {
			t.Errorf("replicate %d: %s without restart, with them it had %d", replicate, once.Outcome, r.Stats.Effort.Restarts)
		}
		if once.Outcome == campaign.Solved && once.Stats.Effort.Iterations != r.Stats.Effort.Iterations || once.Stats.Effort.Restarts != 0 {
			t.Errorf("replicate %d: %+v without restart, %+v with them", replicate, once.Stats.Effort, r.Stats.Effort)
		}
	}
	if !restarted {
		t.Error("no climb had a restart: nothing was tested")
	}
	if r := execute(t, climbTask, puzzleOf(t, escargotLine), "hillclimb", 0, 50); r.Outcome != campaign.MoveOut {
		t.Errorf("50 iterations: %s %s", r.Outcome, r.Detail)
	}
	for _, method := range []string{"anneal", "no such"} {
		if r := execute(t, climbTask, p, method, 0, 50); r.Outcome != campaign.Failed || r.Detail == "" {
			t.Errorf("%s: %s %q", method, r.Outcome, r.Detail)
		}
	}
}

// specified returns the methods of a grid.
func specified(t *testing.T, e Experiment, grid string) []string {
	t.Helper()
	spec, err := e.Campaign()
	if err != nil {
		t.Fatal(err)
	}
	for _, g := range spec.Grids {
		if g.Name == grid {
			return g.Methods
		}
	}
	t.Fatalf("%s has no grid %s", e.Name, grid)
	return nil
}

// What the tables look for is what the campaign runs.
func TestJonesMethods(t *testing.T) {
	for _, grid := range []string{"jon-3", "jon-3-restarts"} {
		for _, w := range jonesWeights {
			if !slices.Contains(specified(t, jones(), grid), w.method) {
				t.Errorf("%s does not run %s", grid, w.method)
			}
		}
	}
	for _, m := range []string{jonesGreedy, jonesSwapped} {
		if !slices.Contains(specified(t, jones(), "jon-2"), m) {
			t.Errorf("jon-2 does not run %s", m)
		}
	}
	for _, p := range jonesFigure5 {
		if !slices.ContainsFunc(instances.Names(), func(n string) bool { return n == p.set }) {
			t.Errorf("there is no set %s", p.set)
		}
	}
	for _, m := range specified(t, jones(), "jon-readings") {
		if _, err := methods.Parse(m); err != nil {
			t.Error(err)
		}
	}
}

// made returns records of one method on puzzles of a level: the i-th has iterations(i).
func made(grid, set, method string, n, clues int, iterations func(i int) int64, restarts int64) (all Records) {
	for i := range n {
		r := campaign.Record{Grid: grid, Set: set, Index: i, Method: method, Clues: clues, Outcome: campaign.Solved, Values: map[string]float64{lastStart: 3}}
		r.Stats.Effort.Iterations, r.Stats.Effort.Restarts = iterations(i), restarts
		all = append(all, r)
	}
	return all
}

// document makes a report, and fails unless all tables have as many cells in a row as columns.
func document(t *testing.T, e Experiment, r Records) *report.Document {
	t.Helper()
	spec, err := e.Campaign()
	if err != nil {
		t.Fatal(err)
	}
	doc, err := e.Report(&Data{Spec: spec, Scale: campaign.Smoke, Records: r})
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range doc.Sections {
		for _, b := range s.Blocks {
			if table, ok := b.(*report.Table); ok {
				for i, row := range table.Rows {
					if len(row) != len(table.Columns) {
						t.Errorf("%s: row %d has %d cells under %d columns", table.Name, i, len(row), len(table.Columns))
					}
				}
			}
		}
	}
	if err := doc.WriteFolder(t.TempDir()); err != nil {
		t.Error(err)
	}
	return doc
}

// tableOf returns a table of a document.
func tableOf(t *testing.T, doc *report.Document, name string) *report.Table {
	t.Helper()
	for _, s := range doc.Sections {
		for _, b := range s.Blocks {
			if table, ok := b.(*report.Table); ok && table.Name == name {
				return table
			}
		}
	}
	t.Fatalf("no table %s", name)
	return nil
}

// verdictsOf returns the verdicts of a table's rows whose first words are those given.
func verdictsOf(t *testing.T, table *report.Table, words ...string) (all []report.Verdict) {
	t.Helper()
	for _, row := range table.Rows {
		match := true
		for i, w := range words {
			match = match && strings.HasPrefix(row[i].Text, w)
		}
		if match {
			for _, c := range row {
				if c.Verdict != report.None {
					all = append(all, c.Verdict)
				}
			}
		}
	}
	if len(all) == 0 {
		t.Fatalf("%s has no verdict on %v", table.Name, words)
	}
	return all
}

// From records as published, the report says that they match; and trends the other way round are misses.
func TestJonesReport(t *testing.T) {
	var as, against Records
	for level, p := range jonesFigure5 {
		clues := []int{31, 26, 23, 20}[level]
		as = append(as, made("jon-1", p.set, "hillclimb", 25, clues, func(i int) int64 { return int64(1000*level + i) }, int64(level))...)
		against = append(against, made("jon-1", p.set, "hillclimb", 25, clues, func(i int) int64 { return int64(5000 - 1000*level + i) }, int64(4-level))...)
	}
	for _, c := range []struct {
		records Records
		want    report.Verdict
	}{{as, report.Matched}, {against, report.Missed}} {
		doc := document(t, jones(), c.records)
		trends := tableOf(t, doc, "figure-5-trends")
		for _, v := range verdictsOf(t, trends) {
			if v != c.want {
				t.Errorf("a trend is %s, want %s", v, c.want)
			}
		}
		for _, v := range verdictsOf(t, tableOf(t, doc, "figure-5-means"), "hardest", "solved") {
			if v != report.Matched {
				t.Errorf("all solved is %s", v)
			}
		}
		for _, v := range verdictsOf(t, tableOf(t, doc, "figure-5-means"), "easy", "iterations") {
			if v != report.NotComparable {
				t.Errorf("iterations are %s", v)
			}
		}
		for _, v := range verdictsOf(t, tableOf(t, doc, "figure-4-means")) {
			if v != report.NotRun {
				t.Errorf("Fig. 4 is %s without records", v)
			}
		}
	}
}

// Fewer clashes after swapping are a match of Fig. 4, more a miss.
func TestJonesStarts(t *testing.T) {
	for _, c := range []struct {
		swapped float64
		want    report.Verdict
	}{{20, report.Matched}, {50, report.Missed}} {
		var r Records
		for _, m := range []string{jonesGreedy, jonesSwapped} {
			all := made("jon-2", "jones-easy", m, 25, 31, func(i int) int64 { return 70 }, 0)
			for i := range all {
				all[i].Values = map[string]float64{initialF1: 120, initialClash: 40 + float64(i%3)}
				if m == jonesSwapped {
					all[i].Values[initialClash] = c.swapped
				}
			}
			r = append(r, all...)
		}
		doc := document(t, jones(), r)
		if v := verdictsOf(t, tableOf(t, doc, "figure-4-changes"), "clashes"); v[0] != c.want {
			t.Errorf("%v clashes after swapping: %s, want %s", c.swapped, v[0], c.want)
		}
		if v := verdictsOf(t, tableOf(t, doc, "figure-4-means"), "iterations"); v[0] != report.Matched || v[1] != report.Matched {
			t.Errorf("70 iterations: %v", v)
		}
	}
}
