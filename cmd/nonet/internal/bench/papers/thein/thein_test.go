package thein

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"nonet/cmd/nonet/internal/bench/campaign"
	"nonet/cmd/nonet/internal/bench/papers"
	"nonet/cmd/nonet/internal/bench/papers/paperstest"
	"nonet/cmd/nonet/internal/bench/report"
	"nonet/model"
)

// run is a record of a method on the thein puzzles that took so many seconds and nodes.
func run(grid, set, method string, index, replicate int, seconds float64, nodes int64) campaign.Record {
	d := time.Duration(seconds * float64(time.Second))
	return campaign.Record{
		Grid: grid, Set: set, Index: index, Method: method, Replicate: replicate, Outcome: campaign.Solved, Order: 3, Clues: 26, Wall: d,
		Stats: model.Stats{Solve: d, Size: model.Size{Variables: 729}, Effort: model.Effort{Nodes: nodes}},
	}
}

// synthetic are records of ten puzzles for each level: the integer program is flat up to 17 clues and 20 times as slow on the hardest;
// the search is ten times as fast as it on easy and medium puzzles and ten times as slow on the others; the heuristic makes it three times
// as fast.
func synthetic(t *testing.T) *papers.Data {
	spec, err := campaign.Parse("thein.toml", spec)
	if err != nil {
		t.Fatal(err)
	}
	d := &papers.Data{Spec: spec, Scale: campaign.Quick}
	for _, program := range []string{"none+glpsol", "none+cbc", "none+cadical"} {
		d.Records = append(d.Records, run("start", "thein-solved", program, 0, 0, 0.005, 0), run("start", "thein-solved",
			program, 1, 0, 0.005, 0))
	}
	seconds := func(family family, set string, i int) float64 {
		jitter := 1 + 0.001*float64(i)
		search := 0.01
		switch set {
		case "thein-easy", "thein-medium":
			search = 0.0001
		}
		switch {
		case family == familyCP:
			return search * jitter
		case family == familyHeuristic:
			return search / 3 * jitter
		case set == "hardest":
			return 0.02 * jitter
		}
		return 0.001 * jitter
	}
	for _, set := range []string{"thein-easy", "thein-medium", "thein-hard", "thein-evil", "thein-17", "hardest"} {
		grid := "today"
		if strings.HasPrefix(set, "thein-") && set != "thein-17" {
			grid = "tables"
		}
		for _, m := range roster {
			for i := range 10 {
				for replicate := range 2 {
					s := seconds(m.family, set, i)
					if programOf(m.method) != "" {
						s += 0.005
					}
					d.Records = append(d.Records, run(grid, set, m.method, i, replicate, s, 100))
				}
			}
		}
		if grid == "tables" {
			for i := range 10 {
				for _, h := range reductions {
					r := run("reduce", set, h, i, 0, 0.0001, 0)
					r.Outcome, r.Values = campaign.Measured, map[string]float64{"closed": 1}
					if set == "thein-evil" || set == "thein-hard" && i >= 7 {
						r.Values["closed"] = 0
					}
					d.Records = append(d.Records, r)
				}
			}
		}
	}
	for line := range 3 {
		for k := range 56 {
			nodes := 81 + math.Round(10000*math.Exp(-0.1*100*float64(k)/55))
			r := run("reveal", "thein-revealed", cpMethod, 56*line+k, 0, nodes/1e6, int64(nodes))
			r.Clues = 26 + k
			r.Tags = map[string]string{"puzzle": "0", "line": strconv.Itoa(line), "revealed": strconv.Itoa(k),
				"cell": fmt.Sprintf("r%dc1", k)}
			d.Records = append(d.Records, r)
		}
	}
	critical := run("critical", "thein-evil", cpMethod, 0, 0, 1, 0)
	critical.Outcome, critical.Values = campaign.Measured, map[string]float64{"base": 1000, "clue r1c1": 5, "r1c2": 200, "r1c3": 1500}
	appendix := run("appendix", "thein-appendix", "native", 0, 0, 1, 0)
	appendix.Outcome, appendix.Values = campaign.Measured, map[string]float64{"solution": 1}
	for _, g := range golden {
		appendix.Values[g.heuristic+" filled"], appendix.Values[g.heuristic+" passes"] = float64(g.filled), 7
	}
	d.Records = append(d.Records, critical, appendix)
	return d
}

// verdictAfter returns the verdict that follows a published number in the row that begins with the given words.
func verdictAfter(t *report.Table, published float64, words ...string) report.Verdict {
	if t == nil {
		return "no such table"
	}
	for _, row := range t.Rows {
		for i, w := range words {
			if row[i].Text != w {
				row = nil
				break
			}
		}
		found := false
		for _, c := range row {
			switch {
			case !found:
				found = c.IsNumber && math.Abs(c.Number-published) <= 1e-9*math.Abs(published)
			case c.Verdict != report.None:
				return c.Verdict
			}
		}
	}
	return "no such number"
}

// checkPublished checks that every published number has a row with a verdict that f accepts.
func checkPublished(t *testing.T, doc *report.Document, accept func(report.Verdict) bool) {
	t.Helper()
	tables := paperstest.Tables(doc)
	check := func(table string, published float64, words ...string) {
		t.Helper()
		if v := verdictAfter(tables[table], published, words...); !accept(v) {
			t.Errorf("%s, %v, published %v: verdict %q", table, words, published, v)
		}
	}
	for level, number := range map[string]string{"easy": "3", "medium": "4", "hard": "5", "evil": "6"} {
		for i, statistic := range statistics {
			check("table-4-1", 1e3*publishedCP[level][i], level, statistic)
			check("table-4-"+number, 1e3*publishedHeuristic[level][i], statistic)
		}
		for i, gain := range publishedGain[level] {
			check("table-4-"+number, gain.less, statistics[i])
			check("table-4-"+number, gain.faster, statistics[i])
		}
	}
	for i, statistic := range statistics {
		check("table-4-2", 1e3*publishedIP["evil"][i], "evil", statistic)
	}
	for _, ratio := range []float64{17.7, 15.2, 5.07, 1.49, 0.014, 1} {
		check("ratios", ratio)
	}
	for name, rows := range map[string]int{"finished": 4, "relations": 12, "appendix-c": 5} {
		verdicts := 0
		for _, row := range tables[name].Rows {
			if slices.ContainsFunc(row, func(c report.Cell) bool { return c.Verdict != report.None && accept(c.Verdict) }) {
				verdicts++
			}
		}
		if verdicts != rows {
			t.Errorf("%s: %d verdicts, want %d", name, verdicts, rows)
		}
	}
}

func isVerdict(v report.Verdict) bool {
	return slices.Contains([]report.Verdict{report.Matched, report.Missed, report.NotComparable, report.NotRun}, v)
}

func TestReport(t *testing.T) {
	doc, err := document(synthetic(t))
	if err != nil {
		t.Fatal(err)
	}
	checkPublished(t, doc, func(v report.Verdict) bool { return isVerdict(v) && v != report.NotRun })
	tables := paperstest.Tables(doc)
	for _, row := range append(tables["finished"].Rows, tables["relations"].Rows...) {
		if !slices.ContainsFunc(row, func(c report.Cell) bool { return c.Verdict == report.Matched }) {
			t.Errorf("the records were made to match: %+v", row)
		}
	}
	for _, row := range tables["ratios"].Rows {
		if strings.HasPrefix(row[0].Text, "integer program, largest mean") && row[3].Verdict != report.Matched {
			t.Errorf("a flat program is said not to be: %+v", row)
		}
	}
	lead := strings.Join(doc.Lead, "\n")
	for _, words := range []string{
		"`clp:plain` takes 1 ms on easy puzzles, as much (within a factor of 1.25) on medium, hard, evil and 17 clues, but not on " +
			"hardest (named) (20.0 times)",
		"`none+glpsol` takes 1 ms on easy puzzles, as much (within a factor of 1.25) on medium, hard, evil and 17 clues, but not on " +
			"hardest (named) (20.0 times)",
		"the integer program is faster on hard (`none+glpsol` 10.0 times as fast as `backtrack:cp-thesis`), evil",
		"the constraint program is faster on easy (`backtrack:cp-thesis` 10.0 times as fast as `none+glpsol`), medium",
		"With it the search is faster on easy, medium, hard, evil, 17 clues and hardest (named) (3.00 times as fast)",
		"1.00 times with our branch and bound",
		"explains 100 % of the variance of the mean number of nodes",
	} {
		if !strings.Contains(lead, words) {
			t.Errorf("the lead does not say %q:\n%s", words, lead)
		}
	}
	if best := tables["critical"].Rows[0]; best[3].Text != "r1c2" || best[5].Number != 20 || best[7].Number != 1 {
		t.Errorf("critical cells: %+v", best)
	}
	if fits := tables["figure-4-3-fits"].Rows; len(fits) != 1 || math.Abs(fits[0][5].Number-0.1) > 0.001 || fits[0][10].Text != "r1c1: "+
		"10081 to 8419 nodes, after 0 others" {
		t.Errorf("fit of nodes that fall exponentially: %+v", fits)
	}
}

// With nothing installed and nothing run a report comes out that says so.
func TestReportOfNothing(t *testing.T) {
	d := synthetic(t)
	for i := range d.Records {
		r := &d.Records[i]
		*r = campaign.Record{Grid: r.Grid, Set: r.Set, Index: r.Index, Method: r.Method, Outcome: campaign.Missing}
	}
	for name, records := range map[string]papers.Records{"everything is missing": d.Records, "no records": nil} {
		d.Records = records
		doc := paperstest.Document(t, Experiment(), campaign.Quick, d.Records)
		// The machine's numbers need no run of ours to be not comparable; all others were not run.
		checkPublished(t, doc, func(v report.Verdict) bool { return v == report.NotRun })
		notes := fmt.Sprint(doc.Sections[len(doc.Sections)-1].Blocks)
		if strings.Contains(notes, "not installed here: `backtrack:cp-clean`") != (len(records) > 0) {
			t.Errorf("%s: notes %s", name, notes)
		}
	}
}

// The numbers that are derived agree with those they are derived from, as far as those are rounded.
func TestPublished(t *testing.T) {
	for level, gains := range publishedGain {
		for i, g := range gains {
			ratio := publishedCP[level][i] / publishedHeuristic[level][i]
			if math.Abs(100*(ratio-1)-g.faster) > 0.4 || math.Abs(100*(1-1/ratio)-g.less) > 0.05 {
				t.Errorf("%s, %s: %.3f %% less and %.3f %% faster, published %v", level, statistics[i], 100*(1-1/ratio),
					100*(ratio-1), g)
			}
		}
	}
	if known := slices.Sorted(maps.Keys(publishedCP)); len(known) != len(levels) {
		t.Errorf("levels %v", known)
	}
}

// The whole experiment at its smallest scale, with the solvers that are there.
func TestSmoke(t *testing.T) {
	doc := paperstest.Smoke(t, Experiment())
	checkPublished(t, doc, isVerdict)
	tables := paperstest.Tables(doc)
	for _, row := range tables["appendix-c"].Rows {
		if !slices.ContainsFunc(row, func(c report.Cell) bool { return c.Verdict == report.Matched }) || slices.ContainsFunc(row,
			func(c report.Cell) bool { return c.Verdict == report.Missed }) {
			t.Errorf("appendix C: %+v", row)
		}
	}
	if len(doc.Lead) < 4 || tables["figure-4-3-fits"] == nil || tables["critical"] == nil {
		t.Errorf("the report lacks something: lead %q", doc.Lead)
	}
}
