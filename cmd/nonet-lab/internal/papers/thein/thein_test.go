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

	"nonet/backends/backendtest"
	"nonet/cmd/nonet-lab/internal/campaign"
	"nonet/cmd/nonet-lab/internal/instances"
	"nonet/cmd/nonet-lab/internal/papers"
	"nonet/cmd/nonet-lab/internal/papers/paperstest"
	"nonet/cmd/nonet-lab/internal/report"
	"nonet/model"
)

// tableMethods returns the methods of the grid tables.
func tableMethods(t *testing.T) []string {
	t.Helper()
	spec, err := Experiment().Campaign()
	if err != nil {
		t.Fatal(err)
	}
	for _, g := range spec.Grids {
		if g.Name == "tables" {
			return g.Methods
		}
	}
	t.Fatal("there is no grid tables")
	return nil
}

// run returns a record of a method on a thein puzzle, with its seconds and nodes.
func run(grid, set, method string, index, replicate int, seconds float64, nodes int64) *campaign.Record {
	d := time.Duration(seconds * float64(time.Second))
	return &campaign.Record{
		Grid: grid, Set: set, Index: index, Method: method, Replicate: replicate, Outcome: campaign.Solved, Order: 3,
		Clues: 26, Wall: d, CPU: d,
		Stats: model.Stats{Solve: d, Size: model.Size{Variables: 729}, Effort: model.Effort{Nodes: nodes}},
	}
}

// singlesDecide reports whether singles decide puzzle i of a set: all easy and medium puzzles, and four hard ones.
func singlesDecide(set string, i int) bool {
	return set == "thein-easy-50" || set == "thein-medium-50" || set == "thein-hard-50" && i < 4
}

// synthetic returns records of ten puzzles for each level. Loading takes the same time everywhere; simplex and
// branching take the same time on all levels, and 20 times as long on the hardest. The search takes a tenth of that
// time on easy and medium puzzles, and ten times as long on the others. The heuristic makes the search three times as
// fast.
func synthetic(t *testing.T) *papers.Data {
	spec, err := campaign.Parse("thein.toml", Experiment().Spec)
	if err != nil {
		t.Fatal(err)
	}
	d := &papers.Data{Spec: spec, Scale: campaign.Quick}
	seconds := func(method, set string, i int) float64 {
		jitter := 1 + 0.001*float64(i)
		search := 0.01
		switch set {
		case "thein-easy-50", "thein-medium-50":
			search = 0.0001
		}
		switch {
		case strings.HasPrefix(method, "h-"), method == "heuristic+cp":
			return search / 3 * jitter
		case strings.HasPrefix(method, "backtrack"), method == "native", method == "cp":
			return search * jitter
		case set == "hardest":
			return 0.02 * jitter
		}
		return 0.001 * jitter
	}
	roster := tableMethods(t)
	for _, set := range []string{"thein-easy-50", "thein-medium-50", "thein-hard-50", "thein-evil-50", "thein-17",
		"hardest"} {
		programs, methods, tables := "programs-harder", []string{"ip"}, []string(nil)
		if strings.HasSuffix(set, "-50") {
			programs, methods, tables = "programs", []string{"ip", "cp", "heuristic+cp"}, roster
		}
		for i := range 10 {
			for _, m := range tables {
				for replicate := range 2 {
					r := run("tables", set, m, i, replicate, seconds(m, set, i), 100)
					if strings.HasPrefix(m, "singles+") && singlesDecide(set, i) {
						r.Wall, r.CPU, r.AnsweredBy = time.Microsecond, time.Microsecond, model.ByPreprocessor
					}
					d.Records = append(d.Records, r)
				}
			}
			for _, m := range methods {
				r := run(programs, set, m, i, 0, seconds(m, set, i), 100)
				r.Values = map[string]float64{"total": seconds(m, set, i), "clue values": 9}
				if m == "ip" {
					r.Values = map[string]float64{"load dense": 0.008, "load sparse": 0.0001, "build": 0,
						"simplex": seconds(m, set, i), "integer": 0, "total": 0.008 + seconds(m, set, i),
						"fractional": 0, "clue values": 9}
					if set == "hardest" {
						r.Values["fractional"] = float64(i)
					}
				}
				d.Records = append(d.Records, r)
			}
			if tables != nil {
				for _, h := range reductions {
					r := run("reduce", set, h, i, 0, 0.0001, 0)
					r.Outcome, r.Values = campaign.Measured, map[string]float64{"closed": 1}
					if set == "thein-evil-50" || set == "thein-hard-50" && i >= 7 {
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
			r := run("reveal", "thein-revealed", cp, 56*line+k, 0, nodes/1e6, int64(nodes))
			r.Clues = 26 + k
			r.Tags = map[string]string{"puzzle": "0", "line": strconv.Itoa(line), "revealed": strconv.Itoa(k),
				"cell": fmt.Sprintf("r%dc1", k)}
			d.Records = append(d.Records, r)
		}
	}
	appendix := run("appendix", "thein-appendix", "native", 0, 0, 1, 0)
	appendix.Outcome, appendix.Values = campaign.Measured, map[string]float64{"solution": 1}
	for _, h := range reductions {
		appendix.Values[h+" filled"], appendix.Values[h+" passes"] = 44, 7
	}
	appendix.Values["h-naked filled"] = 25
	d.Records = append(d.Records, appendix)
	for i := range 10 {
		wrong := run("deception", "thein-easy-50", "h-full", i, 0, 1, 0)
		wrong.Outcome, wrong.Values = campaign.Measured, map[string]float64{"known": 0.8, "unknown": 0.5}
		d.Records = append(d.Records, wrong)
	}
	return d
}

// published is the number of published numbers in each table.
var published = map[string]int{
	"table-4-1": 20, "table-4-2": 5, "table-4-3": 7, "table-4-4": 7, "table-4-5": 7, "table-4-6": 7, "finished": 4,
	"ratios": 6, "relations": 11, "statements": 6, "appendix-c": 8,
}

// checkPublished checks that every published number has a verdict that f accepts.
func checkPublished(t *testing.T, doc *report.Document, published map[string]int, accept func(report.Verdict) bool) {
	t.Helper()
	tables := paperstest.Tables(doc)
	for name, want := range published {
		verdicts := 0
		for _, row := range tables[name].Rows {
			for _, c := range row {
				if c.Verdict != report.None && accept(c.Verdict) {
					verdicts++
				}
			}
		}
		if verdicts != want {
			t.Errorf("%s: %d verdicts, want %d", name, verdicts, want)
		}
	}
}

func isVerdict(v report.Verdict) bool {
	return slices.Contains([]report.Verdict{report.Matched, report.Missed, report.TooFew,
		report.NotComparable, report.NotRun}, v)
}

func TestReport(t *testing.T) {
	doc, err := Experiment().Describe(synthetic(t))
	if err != nil {
		t.Fatal(err)
	}
	checkPublished(t, doc, published, func(v report.Verdict) bool { return isVerdict(v) && v != report.NotRun })
	tables := paperstest.Tables(doc)
	for _, row := range append(tables["finished"].Rows, tables["relations"].Rows...) {
		if !slices.ContainsFunc(row, func(c report.Cell) bool { return c.Verdict == report.Matched }) {
			t.Errorf("the records were made to match: %+v", row)
		}
	}
	if flat := tables["ratios"].Rows[5]; flat[3].Verdict != report.Matched {
		t.Errorf("no match for a program with equal times: %+v", flat)
	}
	if roots := tables["roots"].Rows; roots[0][2].Number != 10 || roots[5][2].Number != 1 || roots[5][3].Number != 5 {
		t.Errorf("relaxations: %+v", roots)
	}
	if fits := tables["figure-4-3-fits"].Rows; len(fits) != 1 || math.Abs(fits[0][5].Number-0.1) > 0.001 ||
		fits[0][10].Text != "r1c1: "+
			"10081 to 8419 nodes, after 0 others" {
		t.Errorf("fit of nodes that fall exponentially: %+v", fits)
	}
}

// Comparisons are of puzzles that reached both solvers.
func TestTimesOfTheSolver(t *testing.T) {
	var r papers.Records
	for i := range 4 {
		some, every, none := run("today", "s", "some", i, 0, float64(i+1), 0), run("today", "s", "every", i, 0, 10, 0),
			run("today", "s", "none", i, 0, 1e-6, 0)
		if none.AnsweredBy = model.ByPreprocessor; i == 3 {
			some.AnsweredBy = model.ByPreprocessor
		}
		r = append(r, some, every, none)
	}
	if got := pair("some", papers.CPU, "every", papers.CPU, r); !slices.Equal(got.X, []float64{1, 2, 3}) ||
		!slices.Equal(got.Y, []float64{10, 10, 10}) {
		t.Errorf("pairs %v", got)
	}
}

// If no program is installed or nothing was run, the report states it.
func TestReportOfNothing(t *testing.T) {
	d := synthetic(t)
	for i := range d.Records {
		r := d.Records[i]
		d.Records[i] = &campaign.Record{Grid: r.Grid, Set: r.Set, Index: r.Index, Method: r.Method,
			Outcome: campaign.Unavailable}
	}
	for name, records := range map[string]papers.Records{"everything is missing": d.Records, "no records": nil} {
		d.Records = records
		doc := paperstest.Document(t, Experiment(), campaign.Quick, d.Records)
		notRun := maps.Clone(published)
		notRun["statements"] -= 2 // the number of neighbors and the chromatic number need no run
		checkPublished(t, doc, notRun, func(v report.Verdict) bool { return v == report.NotRun })
		missing := func(f report.Fact) bool {
			return f.Name == "not installed" && strings.Contains(f.Value, "backtrack:cp-clean")
		}
		if slices.ContainsFunc(doc.Facts, missing) != (len(records) > 0) {
			t.Errorf("%s: facts %v", name, doc.Facts)
		}
	}
}

// The experiment runs at its smallest scale, with the solvers that are installed.
func TestSmoke(t *testing.T) {
	backendtest.SkipUnlessLong(t)
	doc := paperstest.Smoke(t, Experiment())
	checkPublished(t, doc, published, isVerdict)
	tables := paperstest.Tables(doc)
	for _, row := range tables["appendix-c"].Rows {
		if !slices.ContainsFunc(row, func(c report.Cell) bool { return c.Verdict == report.Matched }) ||
			slices.ContainsFunc(row,
				func(c report.Cell) bool { return c.Verdict == report.Missed }) {
			t.Errorf("appendix C: %+v", row)
		}
	}
	if doc.Figure == nil || tables["figure-4-3-fits"] == nil {
		t.Error("the report lacks a figure or a table")
	}
}

// Singles fill a valid grid wholly, and stop where a value has no place.
func TestFilling(t *testing.T) {
	puzzles, err := instances.Open(t.Context(), "thein-easy", nil)
	if err != nil {
		t.Fatal(err)
	}
	p := puzzles[0].Puzzle
	first := func(int) int { return 0 }
	f := newFilling(p.Model(), p.Clues)
	if n := f.fill(first); n != 81-p.Givens() || p.Model().Check(f.grid) != nil {
		t.Errorf("%d cells filled of %d: %v", n, 81-p.Givens(), f.grid)
	}
	clues := make([]int, 81)
	copy(clues, []int{3, 4, 5, 6, 7, 8, 9}) // the row lacks 1 and 2
	f = newFilling(p.Model(), clues)
	if _, wrong := f.singles(); wrong {
		t.Error("an error shows in a row without one")
	}
	f.place(15, 1)
	if _, wrong := f.singles(); !wrong {
		t.Error("1 has no place in the first row, and no error shows")
	}
}
