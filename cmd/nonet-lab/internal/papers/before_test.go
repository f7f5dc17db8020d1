package papers

import (
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"nonet/cmd/nonet-lab/internal/campaign"
	"nonet/cmd/nonet-lab/internal/figure"
	"nonet/cmd/nonet-lab/internal/report"
	"nonet/model"
)

// decided returns the record of a run that the preprocessor decided in 1 ms.
func decided(method string, index, order int) *campaign.Record {
	r := timed(method, "s", index, order, 1)
	r.AnsweredBy = model.ByPreprocessor
	return r
}

// mixed returns the runs of three methods on seven instances. Singles decide the first two instances; probing decides
// all.
func mixed() (r Records) {
	for i, ms := range []float64{10, 20, 40, 80, 0, 30, 10} {
		r = append(r, timed("gini", "s", i, 3, ms), decided("probing+gini", i, 3))
	}
	r = append(r, decided("singles+gini", 0, 3), decided("singles+gini", 1, 3))
	for i, ms := range []float64{10, 8, 100, 60, 30} {
		r = append(r, timed("singles+gini", "s", 2+i, 3, ms))
	}
	return r
}

// In scores, only instances that reached the solver count, and in comparisons of two methods, those on which both did.
func TestContestWithoutDecidedRuns(t *testing.T) {
	all := Standings(1, mixed())
	none := math.NaN()
	for i, want := range []Standing{
		{Method: "singles+gini", Run: 5, Solved: 5, Before: 2, PAR2: 0.208 / 5, PAR10: 0.208 / 5, Wins: 3,
			Ratio: 1, P: none},
		// The ratios on five instances are 4, 10, 2/0.1, 1/2, 1/3. In Wilcoxon's test their logarithms have the ranks
		// 3, 4, 5 and, negative, 1, 2: of the 32 choices of signs, 5 have a negative sum of 3 or less.
		{Method: "gini", Run: 7, Solved: 6, PAR2: 2.19 / 7, PAR10: 10.19 / 7, Wins: 2,
			Ratio: math.Pow(800.0/6, 0.2), P: 10.0 / 32},
		{Method: "probing+gini", Before: 7, PAR2: none, PAR10: none, Wins: none, Ratio: none, P: none},
	} {
		if diff := cmp.Diff(want, all[i], cmpopts.EquateApprox(0, 1e-9), cmpopts.EquateNaNs(),
			cmpopts.IgnoreFields(Standing{}, "Records", "Times")); diff != "" {
			t.Errorf("(-want +got):\n%s", diff)
		}
	}
}

// Figures leave out decided runs, and their keys count them.
func TestFiguresWithoutDecidedRuns(t *testing.T) {
	chart := cactus(byMethod(Standings(1, mixed()), nil)).(*figure.Lines)
	var got []string
	for _, c := range chart.Curves {
		got = append(got, fmt.Sprint(c.Name, c.Y))
	}
	want := []string{"gini[0.01 0.01 0.02 0.03 0.04 0.08]", "probing+gini (7 of 7 decided before)[]",
		"singles+gini (2 of 7 decided before)[0.008 0.01 0.03 0.06 0.1]"}
	if !slices.Equal(got, want) || chart.X.Max != 7 {
		t.Errorf("cactus of %v: %q, want %q", chart.X.Max, got, want)
	}
	if c := cactus(Standings(1, mixed().Method("probing+gini"))); c != nil {
		t.Errorf("a figure without times: %v", c)
	}
}

func TestMedianCellWithoutDecidedRuns(t *testing.T) {
	for method, want := range map[string]string{
		"gini":         "30\u202fms (6 of 7)",
		"singles+gini": "30\u202fms (2 of 7 decided before)",
		"probing+gini": "– (7 of 7 decided before)",
	} {
		if got := MedianCell(Time, mixed().Method(method)).Text; got != want {
			t.Errorf("%s: %q, want %q", method, got, want)
		}
	}
}

// An order that the preprocessor decided has no median, and the method does not reach it.
func TestGrowthWithoutDecidedRuns(t *testing.T) {
	r := Records{decided("a", 0, 2), decided("a", 1, 2), decided("a", 2, 3), timed("a", "s", 3, 3, 5),
		decided("a", 4, 4)}
	g := Growths(r, Wall)[0]
	if got, want := fmt.Sprint(g.Median, g.Solved, g.Ran, g.Before, g.Fitted, g.Reach(), g.Last()),
		"[NaN 0.005 NaN] [0 1 0] [0 1 0] [2 1 1] [3] 3 0.005"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
	w := &Writer{tables: map[string]*Table{}}
	w.GrowthTable("t", "s", []Growth{g})
	row := w.tables["t"].Rows[0]
	got, want := row[1].Text+"; "+row[2].Text, "– (2 of 2 decided before); 5\u202fms (1 of 2 decided before)"
	if got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

// The tables of a report count decided runs in a column of their own, which other reports do not have.
func TestReportWithoutDecidedRuns(t *testing.T) {
	r := mixed()
	for i := range 4 {
		r = append(r, timed("singles+anneal", "s", i, 3, 100), decided("singles+anneal", 4+i, 3))
	}
	doc := generalOf(t, r)
	for name, want := range map[string]string{
		"g-methods": "SAT|singles+gini|7|2 of 7|1 [0.566, 1]|30\u202fms|41.6\u202fms|",
		"g-scores":  "singles+gini|2 of 7|5|5|41.6\u202fms|41.6\u202fms|",
		// 400 ms of four runs, all successful
		"g-lifetimes":   "singles+anneal|4 of 8|4|0|100\u202fms",
		"g-differences": "gini|singles+gini|5|2|3|2.25|",
	} {
		var rows []string
		for _, b := range doc.Sections[0].Blocks {
			if b, ok := b.(*report.Table); ok && b.Name == name {
				for _, row := range b.Rows {
					var cells []string
					for _, c := range row {
						if c.Text == "" && c.IsNumber {
							c.Text = report.Short(c.Number)
						}
						cells = append(cells, c.Text)
					}
					rows = append(rows, strings.Join(cells, "|"))
				}
			}
		}
		if !slices.ContainsFunc(rows, func(row string) bool { return strings.HasPrefix(row, want) }) {
			t.Errorf("no row %q in %s:\n%s", want, name, strings.Join(rows, "\n"))
		}
	}
	dir := t.TempDir()
	if err := doc.WriteFolder(dir); err != nil {
		t.Fatal(err)
	}
	summary, err := os.ReadFile(filepath.Join(dir, "summary.md"))
	if err != nil || !strings.Contains(string(summary), "decided before the solver") {
		t.Errorf("the summary does not count decided runs: %v", err)
	}
	var plain strings.Builder
	err = generalOf(t, mixed().Reached()).WriteMarkdown(&plain)
	if err != nil || strings.Contains(plain.String(), "decided before") {
		t.Errorf("a report without decided runs has a column for them: %v", err)
	}
	if _, err := General(&Data{Spec: &campaign.Spec{Name: "all", Grids: []campaign.Grid{{Name: "g"}}},
		Records: mixed().DecidedBefore()}); err != nil {
		t.Errorf("no run reached a solver: %v", err)
	}
}
