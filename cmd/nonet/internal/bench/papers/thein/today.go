package thein

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"nonet/cmd/nonet/internal/bench/campaign"
	"nonet/cmd/nonet/internal/bench/figure"
	"nonet/cmd/nonet/internal/bench/papers"
	"nonet/cmd/nonet/internal/bench/report"
	"nonet/cmd/nonet/internal/bench/stats"
)

// setOrder are the sets of puzzles in the order of tables; what is not listed comes last.
var setOrder = []string{"thein-easy", "thein-medium", "thein-hard", "thein-evil", "clues-17", "sudoku17", "thein-17", "jones-hardest",
	"hardest"}

// A family is a way of stating the question.
type family string

const (
	familyIP        family = "IP"
	familySAT       family = "SAT"
	familyCP        family = "CP"
	familyHeuristic family = "heuristic and CP"
)

// roster lists the methods that are compared, family by family.
var roster = []struct {
	method string
	family family
	words  string
}{
	{ipMethod, familyIP, "the program of the thesis, GLPK"},
	{"none+cbc", familyIP, "the same program, CBC"},
	{ownIPMethod, familyIP, "the same program, our branch and bound over CLP"},
	{"clp:plain-zero", familyIP, "the same without its constant objective"},
	{"glpsol", familyIP, "after singles, GLPK"},
	{"cbc", familyIP, "after singles, CBC"},
	{"clp", familyIP, "after singles, our branch and bound over CLP"},
	{cpMethod, familyCP, "forward checking as in the thesis"},
	{cleanMethod, familyCP, "the same with domains 1 to 9"},
	{"native", familyCP, "nonet's own propagation and search"},
	{heuristicMethod, familyHeuristic, "the heuristic as printed, then forward checking as in the thesis"},
	{"h-full+backtrack:cp-clean", familyHeuristic, "the heuristic as meant, then forward checking with domains 1 to 9"},
	{"gini", familySAT, "after singles, CDCL in Go"},
	{"cadical", familySAT, "after singles, CaDiCaL"},
}

// today is the comparison of today's solvers.
type today struct {
	*data
	records papers.Records
	sets    []string
}

func newToday(t *data) *today {
	today := &today{data: t, records: t.Records.Grid("tables", "today-levels", "today")}
	for _, g := range papers.GroupBy(today.records, papers.Set) {
		today.sets = append(today.sets, g.Key)
	}
	place := func(set string) int {
		if i := slices.Index(setOrder, set); i >= 0 {
			return i
		}
		return len(setOrder)
	}
	slices.SortStableFunc(today.sets, func(a, b string) int { return cmp.Compare(place(a), place(b)) })
	return today
}

// times returns the net time of each puzzle of a set that a method solved, the median over replicates, and how many it was asked. A puzzle of
// which some replicate was not solved counts as not solved.
func (t *today) times(method, set string) (seconds []float64, asked int) {
	for _, s := range papers.PerInstance(t.records.Method(method).Set(set).Ran(), t.orNever, stats.Median) {
		if asked++; !math.IsInf(s, 0) && !math.IsNaN(s) {
			seconds = append(seconds, s)
		}
	}
	return seconds, asked
}

// orNever is the net time of a run, infinite if it did not succeed.
func (t *data) orNever(r *campaign.Record) float64 {
	if !r.Outcome.Success() {
		return math.Inf(1)
	}
	return t.net(r)
}

// typical is the median time of a method on a set; infinite if it left half of the puzzles or more, NaN if it was not run.
func (t *today) typical(method, set string) float64 {
	return stats.Median(papers.PerInstance(t.records.Method(method).Set(set).Ran(), t.orNever, stats.Median))
}

// of returns the methods of a family that were run on a set, the fastest by its median first.
func (t *today) of(set string, families ...family) []string {
	var names []string
	for _, m := range roster {
		if slices.Contains(families, m.family) && !math.IsNaN(t.typical(m.method, set)) {
			names = append(names, m.method)
		}
	}
	slices.SortStableFunc(names, func(a, b string) int { return cmp.Compare(t.typical(a, set), t.typical(b, set)) })
	return names
}

// setName names a set.
func setName(set string) string {
	switch set {
	case "clues-17", "sudoku17", "thein-17":
		return "17 clues"
	case "jones-hardest":
		return "hardest (generated)"
	case "hardest":
		return "hardest (named)"
	}
	return strings.TrimPrefix(set, "thein-")
}

// duration writes a time for people.
func duration(s float64) string {
	switch {
	case math.IsNaN(s):
		return "–"
	case math.IsInf(s, 0):
		return "no end in time"
	case s < 0.9995e-3:
		return fmt.Sprintf("%.3g µs", 1e6*s)
	case s < 0.9995:
		return fmt.Sprintf("%.3g ms", 1e3*s)
	}
	return fmt.Sprintf("%.3g s", s)
}

// flat is the largest ratio between the typical times of two sets that still counts as flat.
const flat = 1.25

func (t *today) section() report.Section {
	s := report.Section{Title: "The question today: integer programming against constraint programming"}
	if len(t.records) == 0 {
		s.Blocks = append(s.Blocks, report.Text("Not run."))
		return s
	}
	s.Blocks = append(s.Blocks,
		report.Text("All times are of one run at a time until the first solution, from the clues on, model and formula included. Where "+
			"a program was started, its start is taken off; what is left counts at least "+
			"as much as the start is known to (the notch of its box plot), for less cannot be told. A puzzle's time is the median over "+
			"replicates."),
		t.table("today-medians", "Median time (ms)", stats.Median),
		t.table("today-longest", "Longest time (ms)", func(x []float64) float64 { return stats.Quantile(x, 1) }),
		t.relative(), t.picture(), t.boxes(), t.duelTable())
	if c := t.cactus(); c != nil {
		s.Blocks = append(s.Blocks, c)
	}
	return s
}

// table has a row for each method and a column for each set.
func (t *today) table(name, title string, of func([]float64) float64) *report.Table {
	table := &report.Table{Name: name, Title: title, Columns: papers.Columns("|method", "|kind", "|what it is"),
		Notes: []string{"Of the puzzles that were solved; how many, where some were not."}}
	for _, set := range t.sets {
		table.Columns = append(table.Columns, report.Column{Title: setName(set)})
	}
	for _, m := range roster {
		if len(t.records.Method(m.method)) == 0 {
			continue
		}
		row := []report.Cell{report.Words(m.method), report.Words(string(m.family)), report.Words(m.words)}
		for _, set := range t.sets {
			times, asked := t.times(m.method, set)
			c := milliseconds(of(times))
			switch {
			case asked == 0:
				c = report.Words("not run")
			case len(times) == 0:
				c = papers.Textf("0 of %d", asked)
			case len(times) < asked:
				c.Text += fmt.Sprintf(" (%d of %d)", len(times), asked)
			}
			row = append(row, c)
		}
		table.Rows = append(table.Rows, row)
	}
	return table
}

// relative is the median time of each set divided by that of the easy puzzles.
func (t *today) relative() *report.Table {
	table := &report.Table{
		Name: "today-flatness", Title: "Median time, divided by that of the easy puzzles", Columns: papers.Columns("|method", "|kind"),
		Notes: []string{fmt.Sprintf("A method is called flat where this is at most %.2f. What a preprocessor finishes has no program "+
			"left: then the time of the easy puzzles is that of the preprocessor.", flat)},
	}
	for _, set := range t.sets {
		table.Columns = append(table.Columns, report.Column{Title: setName(set)})
	}
	for _, m := range roster {
		base := t.typical(m.method, "thein-easy")
		if math.IsNaN(base) || base <= 0 || math.IsInf(base, 0) {
			continue
		}
		row := []report.Cell{report.Words(m.method), report.Words(string(m.family))}
		for _, set := range t.sets {
			row = append(row, numberCell(t.typical(m.method, set)/base))
		}
		table.Rows = append(table.Rows, row)
	}
	return table
}

// drawn are the methods with a bar: as many as there are colours.
var drawn = []string{
	ipMethod, ownIPMethod, "clp", cpMethod, cleanMethod, "native", heuristicMethod, "gini",
}

// picture shows the medians.
func (t *today) picture() *report.Picture {
	b := &figure.Bars{Y: figure.Axis{Label: "median time (s)", Log: true}}
	for _, set := range t.sets {
		b.Groups = append(b.Groups, setName(set))
	}
	for _, m := range roster {
		if len(t.records.Method(m.method).Ran()) == 0 || !slices.Contains(drawn, m.method) {
			continue
		}
		s := figure.BarSeries{Name: m.method}
		for _, set := range t.sets {
			y := t.typical(m.method, set)
			if math.IsInf(y, 0) || y <= 0 {
				y = math.NaN()
			}
			s.Y = append(s.Y, y)
		}
		b.Series = append(b.Series, s)
	}
	return &report.Picture{Figure: figure.Figure{
		Name: "today", Title: "Median time by set", Chart: b,
		Caption: "Bars of equal height from left to right belong to a method that is flat. The start of programs is taken off; note the " +
			"logarithmic axis.",
	}}
}

// boxes show how the time of the integer program spreads in each set.
func (t *today) boxes() *report.Picture {
	p := &figure.Panels{}
	for _, m := range []string{t.ip(), "clp", cpMethod} {
		if m == "" {
			continue
		}
		b := &figure.Boxes{Y: figure.Axis{Label: "time (s)", Log: true}}
		for _, set := range t.sets {
			times, _ := t.times(m, set)
			times = slices.DeleteFunc(times, func(s float64) bool { return s <= 0 })
			if len(times) > 0 {
				b.Samples = append(b.Samples, figure.Sample{Name: setName(set), Values: times})
			}
		}
		if len(b.Samples) > 0 {
			p.Titles, p.Charts = append(p.Titles, m), append(p.Charts, b)
		}
	}
	return &report.Picture{Figure: figure.Figure{
		Name: "today-spread", Title: "Spread over puzzles", Chart: p,
		Caption: "Times of single puzzles by set, for the integer program of the thesis, for branch and bound after singles, and for " +
			"the constraint program of the thesis.",
	}}
}

// cactus shows the largest of the hard sets.
func (t *today) cactus() *report.Picture {
	set := t.sets[len(t.sets)-1]
	if slices.Contains(t.sets, "jones-hardest") {
		set = "jones-hardest"
	}
	c := &figure.Cactus{Y: figure.Axis{Label: "time (s)", Log: true}}
	for _, m := range roster {
		times, asked := t.times(m.method, set)
		times = slices.DeleteFunc(times, func(s float64) bool { return s <= 0 })
		if c.Instances = max(c.Instances, asked); len(times) > 0 {
			c.Samples = append(c.Samples, figure.Sample{Name: m.method, Values: times})
		}
	}
	if len(c.Samples) == 0 || c.Instances < 5 {
		return nil
	}
	return &report.Picture{Figure: figure.Figure{
		Name: "today-" + set, Title: "Puzzles of " + setName(set) + " solved within a time", Chart: c,
		Caption: "How many puzzles a method solves if each may take the time on the left. Further right and lower is better.",
	}}
}

// duelRatio is a ratio of times, or which of the two did not solve half of the puzzles.
func duelRatio(x float64) report.Cell {
	switch {
	case x > neverRatio:
		return report.Cell{Text: "first unsolved", Number: x, IsNumber: true}
	case x < 1/neverRatio:
		return report.Cell{Text: "second unsolved", Number: x, IsNumber: true}
	}
	return numberCell(x)
}

// duelTable has the comparisons that the words rest on.
func (t *today) duelTable() *report.Table {
	table := &report.Table{
		Name: "today-pairs", Title: "The comparisons behind the answer", Columns: papers.Columns("|set", "|first", "|second", "puzzles",
			"first / second, median", "p (Wilcoxon, Holm)", "|faster"),
		Notes: []string{"Puzzle by puzzle; Wilcoxon's signed-rank test on logarithms, two-sided, corrected after Holm within each " +
			"question. The fastest of a kind is chosen by the same times, " +
			"which flatters it a little."},
	}
	ip := t.ip()
	var stated, bare [][3]string
	for _, set := range t.sets {
		if ip != "" {
			stated = append(stated, [3]string{set, ip, cpMethod})
		}
		bare = append(bare, [3]string{set, heuristicMethod, cpMethod})
	}
	for _, pairs := range [][][3]string{stated, t.pairsOf([]family{familyIP}, []family{familyCP}), bare,
		t.pairsOf([]family{familyHeuristic}, []family{familyIP})} {
		for _, d := range t.duels(pairs) {
			faster := "no difference shown"
			switch {
			case !d.shown():
			case d.ratio < 1:
				faster = d.first
			default:
				faster = d.second
			}
			table.Rows = append(table.Rows, []report.Cell{report.Words(setName(d.set)), report.Words(d.first),
				report.Words(d.second), numberCell(float64(d.puzzles)),
				duelRatio(d.ratio), numberCell(d.p), report.Words(faster)})
		}
	}
	return table
}
