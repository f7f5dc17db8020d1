package reseda

import (
	"slices"
	"testing"

	"nonet/backends/backendtest"
	"nonet/backends/native"
	"nonet/cmd/nonet-lab/internal/campaign"
	"nonet/cmd/nonet-lab/internal/papers"
	"nonet/cmd/nonet-lab/internal/papers/paperstest"
	"nonet/cmd/nonet-lab/internal/report"
	"nonet/model"
	"nonet/model/sudoku"
)

const (
	escargotLine = "1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3.."
	blockCount   = 24
	escargotFull = "162857493534129678789643521475312986913586742628794135356478219241935867897261354"
)

// The givens of AI Escargot admit 24 permutations of the first block, and only the permutation of the solution leads to
// a solution.
func TestBlockPermutations(t *testing.T) {
	p := paperstest.Puzzle(t, escargotLine)
	all := blockPermutations(*p)
	if len(all) != blockCount {
		t.Errorf("%d permutations, want %d", len(all), blockCount)
	}
	solvable := 0
	for _, clues := range all {
		filled := sudoku.Puzzle{Shape: p.Shape, Clues: clues}
		a, _, err := model.First(t.Context(), native.Solver{}, filled.Model())
		if err != nil {
			t.Fatal(err)
		}
		if a != nil {
			solvable++
			for c, x := range a {
				if x != int(escargotFull[c]-'0') {
					t.Fatalf("the solution has %d in cell %d", x, c)
				}
			}
		}
	}
	if solvable != 1 {
		t.Errorf("%d permutations lead to a solution", solvable)
	}
	if !slices.Equal(p.Clues, paperstest.Puzzle(t, escargotLine).Clues) {
		t.Error("the puzzle was changed")
	}
}

// With the right block a complete method finds the solution; with each wrong block it proves that there is none. The
// blocks of 23 consecutive replicates differ.
func TestBlockTasks(t *testing.T) {
	p := paperstest.Puzzle(t, escargotLine)
	if r := paperstest.Execute(t, rightBlockTask, p, "native", 0, 0); r.Outcome != campaign.Solved ||
		r.Values[admissibleBlocks] != blockCount {
		t.Errorf("the right block: %s %s, %v", r.Outcome, r.Detail, r.Values)
	}
	for replicate := range blockCount {
		if r := paperstest.Execute(t, wrongBlockTask, p, "native", replicate, 0); r.Outcome != campaign.Unsat {
			t.Errorf("wrong block %d: %s %s", replicate, r.Outcome, r.Detail)
		}
	}
	if r := paperstest.Execute(t, rightBlockTask, p, "reseda:attempts=1", 0, 100); r.Outcome != campaign.Unsolved &&
		r.Outcome != campaign.Solved || r.Stats.Effort.Iterations > 100 {
		t.Errorf("100 grids: %s %s, %d", r.Outcome, r.Detail, r.Stats.Effort.Iterations)
	}
}

// A shot of the task has right values in all cells if it is solved, and in the cells of the givens otherwise.
func TestFirstShot(t *testing.T) {
	p := paperstest.Puzzle(t, escargotLine)
	for replicate := range 3 {
		r := paperstest.Execute(t, firstShotTask, p, "reseda:attempts=1:zones=0", replicate, 0)
		if r.Outcome != campaign.Solved && r.Outcome != campaign.Unsolved || r.Stats.Effort.Iterations == 0 {
			t.Fatalf("%s %s", r.Outcome, r.Detail)
		}
		for c, clue := range p.Clues {
			c := sudoku.Cell(c)
			right := int(r.Values[rowKey(p.Shape.Row(c))])>>p.Shape.Column(c)&1 == 1
			if !right && (clue != 0 || r.Outcome == campaign.Solved) {
				t.Errorf("replicate %d: cell %d is wrong", replicate, c)
			}
		}
	}
	if r := paperstest.Execute(t, firstShotTask, p, "reseda", 0, 50); r.Outcome != campaign.MoveLimit {
		t.Errorf("50 grids: %s %s", r.Outcome, r.Detail)
	}
	if r := paperstest.Execute(t, firstShotTask, p, "anneal", 0, 50); r.Outcome != campaign.Failed || r.Detail == "" {
		t.Errorf("another method: %s %q", r.Outcome, r.Detail)
	}
}

// made returns synthetic runs, of which the first won succeed.
func made(grid, set, method string, runs, won int) (all papers.Records) {
	for i := range runs {
		r := &campaign.Record{Grid: grid, Set: set, Method: method, Replicate: i, Outcome: campaign.Unsolved,
			Wall: 1000}
		if i < won {
			r.Outcome = campaign.Solved
		}
		r.Stats.Effort.Iterations = 900
		all = append(all, r)
	}
	return all
}

// Published rates match; other rates are misses with a reason; tables without records have the verdict NotRun.
func TestReport(t *testing.T) {
	var r papers.Records
	for method, won := range map[string]int{
		"reseda:attempts=1:zones=0": 5, "reseda:attempts=1:zones=3": 142, "reseda:attempts=1:zones=9": 185,
		"reseda:attempts=1": 271,
	} {
		r = append(r, made("res-3", "reseda-hard", method, 300, won)...)
	}
	doc := paperstest.Document(t, Experiment(), campaign.Smoke, r)
	table := paperstest.Table(t, doc, "table-3")
	var verdicts []report.Verdict
	for _, row := range table.Rows {
		verdicts = append(verdicts, row[5].Verdict)
	}
	if want := []report.Verdict{report.Missed, report.Matched, report.Matched, report.Matched}; !slices.Equal(verdicts,
		want) {
		t.Errorf("rates of Table 3: %v, want %v", verdicts, want)
	}
	for _, v := range paperstest.Verdicts(t, paperstest.Table(t, doc, "table-3-relations"), "more success") {
		if v != report.Matched {
			t.Errorf("an order that is the published one is %s", v)
		}
	}
	if table := paperstest.Table(t, doc, "table-4"); len(table.Rows) != 15 {
		t.Errorf("Table 4 has %d rows", len(table.Rows))
	} else {
		for _, v := range paperstest.Verdicts(t, table) {
			if v != report.NotRun {
				t.Errorf("Table 4 is %s without records", v)
			}
		}
	}
	for _, m := range doc.Misses() {
		for _, miss := range m.All {
			if miss.Reason == "" {
				t.Errorf("%s: no reason", miss)
			}
		}
	}
}

// Without records the report says that nothing was run.
func TestReportOfNothing(t *testing.T) {
	if tally := paperstest.Nothing(t, Experiment()).Tally(); tally.Of(report.NotRun) == 0 {
		t.Errorf("verdicts %v", tally)
	}
}

// The experiment runs at its smallest scale, and every published number of the tables has a verdict.
func TestSmoke(t *testing.T) {
	backendtest.SkipUnlessLong(t)
	doc := paperstest.Smoke(t, Experiment())
	for _, name := range []string{"table-1", "table-2", "table-3", "table-4", "table-5", "table-5-block"} {
		if v := paperstest.Verdicts(t, paperstest.Table(t, doc, name)); slices.Contains(v, report.NotRun) {
			t.Errorf("%s: %v", name, v)
		}
	}
}
