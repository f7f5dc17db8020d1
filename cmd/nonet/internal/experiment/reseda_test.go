package experiment

import (
	"slices"
	"testing"

	"nonet/backends/backendtest"
	"nonet/backends/native"
	"nonet/cmd/nonet/internal/campaign"
	"nonet/cmd/nonet/internal/report"
	"nonet/model"
	"nonet/model/sudoku"
)

// AI Escargot's first block has 24 permutations that no given forbids, and only that of the solution leads to one.
func TestBlockPermutations(t *testing.T) {
	p := puzzleOf(t, escargotLine)
	all := blockPermutations(*p)
	if len(all) != resedaBlocks {
		t.Errorf("%d permutations, want %d", len(all), resedaBlocks)
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
	if !slices.Equal(p.Clues, puzzleOf(t, escargotLine).Clues) {
		t.Error("the puzzle was changed")
	}
}

// With the right block a method that is sure to solve does so; with each of the wrong ones there is no solution, and no two replicates have the
// same within 23.
func TestBlockTasks(t *testing.T) {
	p := puzzleOf(t, escargotLine)
	if r := execute(t, rightBlockTask, p, "native", 0, 0); r.Outcome != campaign.Solved || r.Values[admissibleBlocks] != resedaBlocks {
		t.Errorf("the right block: %s %s, %v", r.Outcome, r.Detail, r.Values)
	}
	for replicate := range resedaBlocks {
		if r := execute(t, wrongBlockTask, p, "native", replicate, 0); r.Outcome != campaign.NoneLeft {
			t.Errorf("wrong block %d: %s %s", replicate, r.Outcome, r.Detail)
		}
	}
	if r := execute(t, rightBlockTask, p, "reseda:attempts=1", 0, 100); r.Outcome != campaign.Unsolved && r.Outcome != campaign.Solved || r.Stats.Effort.Iterations > 100 {
		t.Errorf("100 grids: %s %s, %d", r.Outcome, r.Detail, r.Stats.Effort.Iterations)
	}
}

// What the tables look for is what the campaign runs.
func TestResedaMethods(t *testing.T) {
	for grid, names := range map[string][]string{"res-3": nil, "res-4": nil, "res-5": nil, "res-1": nil, "res-2": nil} {
		switch grid {
		case "res-1", "res-2":
			for _, s := range map[string][]resedaShot{"res-1": resedaTable1, "res-2": resedaTable2}[grid] {
				names = append(names, resedaName(s.alpha, 0, s.sampling, ""))
			}
		case "res-3":
			for _, z := range resedaTable3 {
				names = append(names, resedaName(0.7, z.zones, "both", ""))
			}
		case "res-4":
			for _, z := range resedaTable4[0].cells {
				names = append(names, resedaName(0.7, z.zones, "both", ""))
			}
		default:
			for _, z := range resedaTable5 {
				names = append(names, resedaName(0.7, z.zones, "both", ""))
			}
		}
		for _, name := range names {
			if !slices.Contains(specified(t, reseda(), grid), name) {
				t.Errorf("%s does not run %s", grid, name)
			}
		}
	}
}

// resedaMade returns runs of which a share succeeds.
func resedaMade(grid, set, method string, runs, won int) (all Records) {
	for i := range runs {
		r := campaign.Record{Grid: grid, Set: set, Method: method, Replicate: i, Outcome: campaign.Unsolved, Wall: 1000}
		if i < won {
			r.Outcome = campaign.Solved
		}
		r.Stats.Effort.Iterations = 900
		all = append(all, r)
	}
	return all
}

// Rates as published match, others miss, with the known reason; what was not run is said to be not run.
func TestResedaReport(t *testing.T) {
	var r Records
	for _, z := range resedaTable3 {
		won := int(300 * z.success)
		if z.zones == 0 {
			won = 5
		}
		r = append(r, resedaMade("res-3", "reseda-hard", resedaName(0.7, z.zones, "both", ""), 300, won)...)
	}
	doc := document(t, reseda(), r)
	table := tableOf(t, doc, "table-3")
	var verdicts []report.Verdict
	for _, row := range table.Rows {
		verdicts = append(verdicts, row[5].Verdict)
	}
	if want := []report.Verdict{report.Missed, report.Matched, report.Matched, report.Matched}; !slices.Equal(verdicts, want) {
		t.Errorf("rates of Table 3: %v, want %v", verdicts, want)
	}
	for _, v := range verdictsOf(t, tableOf(t, doc, "table-3-relations"), "more success") {
		if v != report.Matched {
			t.Errorf("an order that is the published one is %s", v)
		}
	}
	if table := tableOf(t, doc, "table-4"); len(table.Rows) != 15 {
		t.Errorf("Table 4 has %d rows", len(table.Rows))
	} else {
		for _, v := range verdictsOf(t, table) {
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

// A report of nothing comes out, and says that nothing was run.
func TestReportsOfNothing(t *testing.T) {
	for _, e := range []Experiment{jones(), reseda()} {
		tally := document(t, e, nil).Tally()
		if tally[report.Matched]+tally[report.Missed] > 0 || tally[report.NotRun] == 0 {
			t.Errorf("%s: %v", e.Name, tally)
		}
	}
}

// The smallest scale runs from the campaign to the report, and every published number of the tables has a verdict.
func TestSmokeOfJonesAndReseda(t *testing.T) {
	for _, c := range []struct {
		experiment Experiment
		tables     []string
		long       bool
	}{
		{jones(), []string{"figure-5-means"}, false},
		{reseda(), []string{"table-1", "table-2", "table-3", "table-4", "table-5", "table-5-block"}, true},
	} {
		t.Run(c.experiment.Name, func(t *testing.T) {
			if c.long {
				backendtest.Long(t)
			}
			doc, err := c.experiment.Run(t.Context(), Options{Scale: campaign.Smoke, Out: t.TempDir()})
			if err != nil {
				t.Fatal(err)
			}
			for _, name := range c.tables {
				if v := verdictsOf(t, tableOf(t, doc, name)); slices.Contains(v, report.NotRun) {
					t.Errorf("%s: %v", name, v)
				}
			}
		})
	}
}
