package thein

import (
	_ "embed"
	"fmt"
	"math"

	"nonet/backends/methods"
	"nonet/backends/process"
	"nonet/cmd/nonet/internal/bench/campaign"
	"nonet/cmd/nonet/internal/bench/papers"
	"nonet/cmd/nonet/internal/bench/report"
	"nonet/cmd/nonet/internal/bench/stats"
)

//go:embed spec.toml
var spec string

// Experiment reproduces the tables and figures of the thesis and asks its question again, with today's solvers.
func Experiment() papers.Experiment {
	return papers.Experiment{
		Name:    "thein",
		Summary: "integer programming against constraint programming: Tables 4.1-4.6, Figures 4.1-4.3, critical cells, and today's solvers",
		Source:  source,
		Spec:    spec,
		Tasks:   []campaign.Task{criticalTask, appendixTask},
		Report:  document,
	}
}

const source = "M. Thein, An In Depth Analysis of Sudoku with Focus in Integer and Constraint Programming, M.S. thesis, " +
	"Pennsylvania State University, 2014"

// Methods of the thesis.
const (
	cpMethod        = "backtrack:cp-thesis"
	cleanMethod     = "backtrack:cp-clean"
	heuristicMethod = "h-printed+backtrack:cp-thesis"
	ipMethod        = "none+glpsol" // the solver of the thesis
	ownIPMethod     = "clp:plain"   // and ours, as near to it
)

func document(d *papers.Data) (*report.Document, error) {
	t := newData(d)
	doc := &report.Document{
		Name: "thein", Title: "Integer programming against constraint programming", Source: source, Facts: papers.Facts(d),
	}
	today := newToday(t)
	reveal := newReveal(t)
	doc.Lead = append([]string{
		"Thein solved ten puzzles of each of four levels by an integer program and by constraint programming, found the time of the " +
			"program the same at all levels and that of the search growing with the level, and let a heuristic fill cells before the search. " +
			"The puzzles of the thesis are lost; generated ones with the same characters take their place."},
		papers.Paragraphs(t.lead(), today.flatness(), today.versus(), today.heuristic(), today.fastest(), reveal.lead())...)
	doc.Sections = append(doc.Sections, t.sections()...)
	doc.Sections = append(doc.Sections, reveal.section(), t.critical(), today.section(), t.golden(), t.notes())
	return doc, nil
}

// data are the records of the experiment, with what is asked of them again and again.
type data struct {
	*papers.Data
	tables papers.Records
	start  map[string]start // by backend
}

// start is what it costs to start a program that has nothing to search, in seconds.
//
// The resolution is how well that is known: half the width of the notch of a box plot, 1.57 times the distance of the quartiles divided by the
// root of the number of starts (R. McGill, J. W. Tukey, W. A. Larsen, Variations of Box Plots, The American Statistician 32, 1978). Nothing
// shorter can be told from the start of a program.
type start struct{ median, resolution float64 }

func newData(d *papers.Data) *data {
	t := &data{Data: d, tables: d.Records.Grid("tables").Ran(), start: map[string]start{}}
	for _, g := range papers.GroupBy(d.Records.Grid("start").Ran().Succeeded(), papers.Method) {
		if b := programOf(g.Key); b != "" {
			s := stats.Summarize(g.Records.Values(papers.Wall))
			t.start[b] = start{s.Median, 1.57 * (s.Q3 - s.Q1) / math.Sqrt(float64(s.N))}
		}
	}
	return t
}

// programOf returns the backend of a method that is an external program, "" of another.
func programOf(method string) string {
	m, err := methods.Parse(method)
	if err != nil {
		return ""
	}
	for _, p := range process.Programs() {
		if p.Name == m.Backend {
			return p.Name
		}
	}
	return ""
}

// net is the time of a run in seconds without the start of its program, if it started one: a puzzle that its preprocessor finished did not.
// It is at least the resolution of the starts.
func (t *data) net(r *campaign.Record) float64 {
	w := papers.Wall(r)
	if b := programOf(r.Method); b != "" && r.Stats.Size.Variables > 0 {
		return max(w-t.start[b].median, t.start[b].resolution)
	}
	return w
}

// sample are the values of a method on a level: of all runs, and the mean of each puzzle (ambiguity T10 of the thesis).
type sample struct{ runs, puzzles []float64 }

func (t *data) sample(method, level string, value func(*campaign.Record) float64) sample {
	r := t.tables.Method(method).Set("thein-" + level).Succeeded()
	return sample{r.Values(value), papers.PerInstance(r, value, stats.Mean)}
}

// statisticsOf returns the five rows of a table.
func statisticsOf(x []float64) column {
	s := stats.Summarize(x)
	return column{s.Mean, s.Median, s.SD, s.Min, s.Max}
}

// has reports whether there are runs of a method in the tables.
func (t *data) has(method string) bool { return len(t.tables.Method(method)) > 0 }

// ip returns the method that stands for the integer program of the thesis: GLPK if there is one, or ours, or "".
func (t *data) ip() string {
	for _, m := range []string{ipMethod, ownIPMethod} {
		if t.has(m) {
			return m
		}
	}
	return ""
}

// judged are the integer programs that stand for that of the thesis: its solver, as a program with and without its start, and ours, which
// runs within the program, as his did.
var judged = []struct {
	method, words string
	net           bool // without the start of the program
}{
	{ipMethod, "GLPK with its start", false},
	{ipMethod, "GLPK without its start", true},
	{ownIPMethod, "our branch and bound (`clp:plain`)", false},
}

// lead says how far the tables reproduce the thesis.
func (t *data) lead() string {
	easy, evil := t.sample(cpMethod, "easy", papers.Nodes), t.sample(cpMethod, "evil", papers.Nodes)
	if len(easy.puzzles) == 0 || len(evil.puzzles) == 0 {
		return ""
	}
	s := fmt.Sprintf("His constraint program, node for node, needs %s times as many nodes for an evil puzzle as for an easy one "+
		"(medians; means: %s). "+
		"He measured %s and %s in time.", factor(stats.Median(evil.puzzles)/stats.Median(easy.puzzles)),
		factor(stats.Mean(evil.puzzles)/stats.Mean(easy.puzzles)),
		factor(publishedCP["evil"][1]/publishedCP["easy"][1]), factor(publishedCP["evil"][0]/publishedCP["easy"][0]))
	var ratios []string
	for _, m := range judged {
		if ratio := t.levelRatio(m.method, t.timed(m.net)); !math.IsNaN(ratio) {
			ratios = append(ratios, fmt.Sprintf("%s times with %s", factor(ratio), m.words))
		}
	}
	if len(ratios) > 0 {
		s += " The integer program counts as flat over his four levels, as he says it is, if the largest mean time of a level is at " +
			"most 1.25 times the smallest; it is " + papers.Joined(ratios) + "."
	}
	return s
}

// timed returns how runs are timed: without the start of programs, or with.
func (t *data) timed(net bool) func(*campaign.Record) float64 {
	if net {
		return t.net
	}
	return papers.Wall
}

// levelRatio is the largest mean of a level divided by the smallest; NaN if a level is missing.
func (t *data) levelRatio(method string, value func(*campaign.Record) float64) float64 {
	lo, hi := math.Inf(1), math.Inf(-1)
	for _, level := range levels {
		m := stats.Mean(t.sample(method, level, value).runs)
		if math.IsNaN(m) {
			return math.NaN()
		}
		lo, hi = min(lo, m), max(hi, m)
	}
	return hi / lo
}

// Cells.

// milliseconds is a time in milliseconds.
func milliseconds(seconds float64) report.Cell { return numberCell(1e3 * seconds) }

// numberCell is a number with four significant digits; a dash if there is none.
func numberCell(x float64) report.Cell {
	if math.IsNaN(x) || math.IsInf(x, 0) {
		return report.Words("–")
	}
	return report.Cell{Text: digits(x), Number: x, IsNumber: true}
}

func digits(x float64) string {
	switch a := math.Abs(x); {
	case a == math.Trunc(a) && a < 1e15:
		return fmt.Sprintf("%.0f", x)
	case a >= 1000:
		return fmt.Sprintf("%.0f", x)
	case a >= 100:
		return fmt.Sprintf("%.1f", x)
	case a >= 10:
		return fmt.Sprintf("%.2f", x)
	case a >= 1:
		return fmt.Sprintf("%.3f", x)
	}
	return fmt.Sprintf("%.3g", x)
}

// factor writes a factor with two or three digits.
func factor(x float64) string {
	switch {
	case math.IsNaN(x):
		return "–"
	case x >= 99.5:
		return fmt.Sprintf("%.0f", x)
	case x >= 9.95:
		return fmt.Sprintf("%.1f", x)
	}
	return fmt.Sprintf("%.2f", x)
}

// verdictOn is the cell of a verdict on a number of ours; NaN was not run.
func verdictOn(p report.Published, ours float64) report.Cell {
	if math.IsNaN(ours) {
		return report.Cell{Verdict: report.NotRun}
	}
	return report.Judged(p, report.Ours{Value: ours})
}
