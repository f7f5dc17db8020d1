package experiment

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"nonet/cmd/nonet/internal/campaign"
	"nonet/cmd/nonet/internal/figure"
	"nonet/cmd/nonet/internal/report"
	"nonet/cmd/nonet/internal/stats"
)

// theinSets are the sets of puzzles in the order of tables; what is not listed comes last.
var theinSets = []string{"thein-easy", "thein-medium", "thein-hard", "thein-evil", "clues-17", "sudoku17", "thein-17", "jones-hardest",
	"hardest"}

// A theinFamily is a way of stating the question.
type theinFamily string

const (
	familyIP        theinFamily = "IP"
	familySAT       theinFamily = "SAT"
	familyCP        theinFamily = "CP"
	familyHeuristic theinFamily = "heuristic and CP"
)

// theinRoster lists the methods that are compared, family by family.
var theinRoster = []struct {
	method string
	family theinFamily
	words  string
}{
	{theinIPMethod, familyIP, "the program of the thesis, GLPK"},
	{"none+cbc", familyIP, "the same program, CBC"},
	{theinOwnIPMethod, familyIP, "the same program, our branch and bound over CLP"},
	{"clp:plain-zero", familyIP, "the same without its constant objective"},
	{"glpsol", familyIP, "after singles, GLPK"},
	{"cbc", familyIP, "after singles, CBC"},
	{"clp", familyIP, "after singles, our branch and bound over CLP"},
	{theinCPMethod, familyCP, "forward checking as in the thesis"},
	{theinCleanMethod, familyCP, "the same with domains 1 to 9"},
	{"native", familyCP, "nonet's own propagation and search"},
	{theinHeuristicMethod, familyHeuristic, "the heuristic as printed, then forward checking as in the thesis"},
	{"h-full+backtrack:cp-clean", familyHeuristic, "the heuristic as meant, then forward checking with domains 1 to 9"},
	{"gini", familySAT, "after singles, CDCL in Go"},
	{"cadical", familySAT, "after singles, CaDiCaL"},
}

// theinToday is the comparison of today's solvers.
type theinToday struct {
	*theinData
	records Records
	sets    []string
}

func newTheinToday(t *theinData) *theinToday {
	today := &theinToday{theinData: t, records: t.Records.Grid("tables", "today-levels", "today")}
	for _, g := range GroupBy(today.records, Set) {
		today.sets = append(today.sets, g.Key)
	}
	place := func(set string) int {
		if i := slices.Index(theinSets, set); i >= 0 {
			return i
		}
		return len(theinSets)
	}
	slices.SortStableFunc(today.sets, func(a, b string) int { return cmp.Compare(place(a), place(b)) })
	return today
}

// times returns the net time of each puzzle of a set that a method solved, the median over replicates, and how many it was asked. A puzzle of
// which some replicate was not solved counts as not solved.
func (t *theinToday) times(method, set string) (seconds []float64, asked int) {
	for _, s := range PerInstance(t.records.Method(method).Set(set).Ran(), t.orNever, stats.Median) {
		if asked++; !math.IsInf(s, 0) && !math.IsNaN(s) {
			seconds = append(seconds, s)
		}
	}
	return seconds, asked
}

// orNever is the net time of a run, infinite if it did not succeed.
func (t *theinData) orNever(r *campaign.Record) float64 {
	if !r.Outcome.Success() {
		return math.Inf(1)
	}
	return t.net(r)
}

// typical is the median time of a method on a set; infinite if it left half of the puzzles or more, NaN if it was not run.
func (t *theinToday) typical(method, set string) float64 {
	return stats.Median(PerInstance(t.records.Method(method).Set(set).Ran(), t.orNever, stats.Median))
}

// of returns the methods of a family that were run on a set, the fastest by its median first.
func (t *theinToday) of(set string, families ...theinFamily) []string {
	var names []string
	for _, m := range theinRoster {
		if slices.Contains(families, m.family) && !math.IsNaN(t.typical(m.method, set)) {
			names = append(names, m.method)
		}
	}
	slices.SortStableFunc(names, func(a, b string) int { return cmp.Compare(t.typical(a, set), t.typical(b, set)) })
	return names
}

// words names a set.
func theinSetName(set string) string {
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

// theinDuration writes a time for people.
func theinDuration(s float64) string {
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

// flatness says where the integer program is flat, and where it stops being so: that of the thesis with its solver and with ours, and the
// program that singles leave.
func (t *theinToday) flatness() string {
	var parts []string
	for _, m := range []string{theinIPMethod, theinOwnIPMethod, "clp"} {
		base := t.typical(m, "thein-easy")
		if !(base > 0) || math.IsInf(base, 0) {
			continue
		}
		if b := theinProgram(m); b != "" && base <= t.start[b].resolution {
			parts = append(parts, fmt.Sprintf("what `%s` takes on easy puzzles cannot be told from the start of its program, which is "+
				"known to %s", m, theinDuration(t.start[b].resolution)))
			continue
		}
		var flatOn, notOn []string
		for _, set := range t.sets {
			x := t.typical(m, set)
			switch ratio := x / base; {
			case set == "thein-easy" || math.IsNaN(x):
			case ratio <= flat && ratio >= 1/flat:
				flatOn = append(flatOn, theinSetName(set))
			case math.IsInf(x, 0):
				notOn = append(notOn, theinSetName(set)+" (no end in time)")
			default:
				notOn = append(notOn, fmt.Sprintf("%s (%s times)", theinSetName(set), theinTimes(ratio)))
			}
		}
		s := fmt.Sprintf("`%s` takes %s on easy puzzles", m, theinDuration(base))
		switch {
		case len(flatOn) > 0 && len(notOn) > 0:
			s += fmt.Sprintf(", as much (within a factor of %.2f) on %s, but not on %s", flat, joined(flatOn), joined(notOn))
		case len(flatOn) > 0:
			s += fmt.Sprintf(" and as much (within a factor of %.2f) on %s", flat, joined(flatOn))
		case len(notOn) > 0:
			s += fmt.Sprintf(", and it is flat nowhere: %s", joined(notOn))
		}
		parts = append(parts, s)
	}
	if len(parts) == 0 {
		return ""
	}
	return "Is the integer program flat today? Medians over puzzles, without the start of programs: " + strings.Join(parts, "; ") + "."
}

// never stands for the time of a puzzle that was not solved, in seconds, and neverRatio bounds what can be a ratio of times.
const (
	never      = 1e9
	neverRatio = 1e6
)

// A theinDuel is a comparison of two methods on the puzzles of a set.
type theinDuel struct {
	set, first, second string
	ratio, p           float64 // median of first / second; p of Wilcoxon, corrected after Holm
	puzzles            int
}

// duels compares pairs of methods and corrects for their number.
func (t *theinToday) duels(pairs [][3]string) []theinDuel {
	var all []theinDuel
	var ps []float64
	for _, pair := range pairs {
		set, first, second := pair[0], pair[1], pair[2]
		x, y := pairInstances(t.records.Set(set).Ran(), first, second, t.orNever, stats.Median)
		d := theinDuel{set: set, first: first, second: second, puzzles: len(x), ratio: math.NaN(), p: 1}
		if len(x) > 0 {
			for i := range x { // a puzzle that was not solved takes longer than any that was
				x[i], y[i] = min(x[i], never), min(y[i], never)
			}
			d.ratio, d.p = stats.Median(theinQuotients(x, y)), stats.Wilcoxon(theinLogs(x), theinLogs(y)).P
		}
		all, ps = append(all, d), append(ps, d.p)
	}
	for i, p := range stats.Holm(ps) {
		all[i].p = p
	}
	return all
}

// shown reports whether a difference is more than chance.
func (d theinDuel) shown() bool { return d.p < 0.05 && !math.IsNaN(d.ratio) }

// pairsOf lists, for each set, the fastest of some families against the fastest of others.
func (t *theinToday) pairsOf(first, second []theinFamily) [][3]string {
	var pairs [][3]string
	for _, set := range t.sets {
		a, b := t.of(set, first...), t.of(set, second...)
		if len(a) > 0 && len(b) > 0 {
			pairs = append(pairs, [3]string{set, a[0], b[0]})
		}
	}
	return pairs
}

// verdicts sorts duels into sets where the first is faster, where the second is, and where no difference is shown.
func theinVerdicts(duels []theinDuel) (first, second, open []string) {
	for _, d := range duels {
		words := func(fast, slow string, ratio float64) string {
			if ratio > neverRatio {
				return fmt.Sprintf("%s (`%s` solves what `%s` does not)", theinSetName(d.set), fast, slow)
			}
			return fmt.Sprintf("%s (`%s` %s times as fast as `%s`)", theinSetName(d.set), fast, theinTimes(ratio), slow)
		}
		switch {
		case math.IsNaN(d.ratio):
		case !d.shown():
			open = append(open, theinSetName(d.set))
		case d.ratio < 1:
			first = append(first, words(d.first, d.second, 1/d.ratio))
		default:
			second = append(second, words(d.second, d.first, d.ratio))
		}
	}
	return first, second, open
}

// theinSentence puts the three lists into words.
func theinSentence(question, a, b string, duels []theinDuel) string {
	first, second, open := theinVerdicts(duels)
	var parts []string
	if len(first) > 0 {
		parts = append(parts, a+" is faster on "+joined(first))
	}
	if len(second) > 0 {
		parts = append(parts, b+" is faster on "+joined(second))
	}
	if len(open) > 0 {
		parts = append(parts, "no difference is shown on "+joined(open))
	}
	if len(parts) == 0 {
		return ""
	}
	answer := strings.Join(parts, "; ") + "."
	if strings.HasSuffix(question, "?") {
		answer = strings.ToUpper(answer[:1]) + answer[1:]
	}
	return question + " " + answer
}

// versus is the question of the thesis: the integer program, as it states it, against its constraint program.
func (t *theinToday) versus() string {
	ip := t.ip()
	var pairs [][3]string
	for _, set := range t.sets {
		if ip != "" {
			pairs = append(pairs, [3]string{set, ip, theinCPMethod})
		}
	}
	stated := theinSentence("The question as he put it, his integer program against his constraint program:", "the integer program",
		"the constraint program", t.duels(pairs))
	best := theinSentence("With the fastest of each kind today, nonet's own search among them:", "integer programming", "constraint "+
		"programming",
		t.duels(t.pairsOf([]theinFamily{familyIP}, []theinFamily{familyCP})))
	return strings.TrimSpace(stated + " " + best)
}

// heuristic says where the heuristic and the search win.
func (t *theinToday) heuristic() string {
	var bare [][3]string
	for _, set := range t.sets {
		bare = append(bare, [3]string{set, theinHeuristicMethod, theinCPMethod})
	}
	own := theinSentence("Is the heuristic worth while before his search?", "with it the search", "without it the search", t.duels(bare))
	against := theinSentence("The fastest heuristic and forward checking against the fastest integer program:", "heuristic and search",
		"the integer program",
		t.duels(t.pairsOf([]theinFamily{familyHeuristic}, []theinFamily{familyIP})))
	return strings.TrimSpace(own + " " + against)
}

// fastest says which method is fastest on each set.
func (t *theinToday) fastest() string {
	var parts []string
	for _, set := range t.sets {
		if names := t.of(set, familyIP, familyCP, familySAT, familyHeuristic); len(names) > 0 {
			parts = append(parts, fmt.Sprintf("`%s` on %s (%s)", names[0], theinSetName(set), theinDuration(t.typical(names[0], set))))
		}
	}
	if len(parts) == 0 {
		return ""
	}
	return "The fastest of all by the median: " + joined(parts) + "."
}

func (t *theinToday) section() report.Section {
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
func (t *theinToday) table(name, title string, of func([]float64) float64) *report.Table {
	table := &report.Table{Name: name, Title: title, Columns: headed("|method", "|kind", "|what it is"),
		Notes: []string{"Of the puzzles that were solved; how many, where some were not."}}
	for _, set := range t.sets {
		table.Columns = append(table.Columns, report.Column{Title: theinSetName(set)})
	}
	for _, m := range theinRoster {
		if len(t.records.Method(m.method)) == 0 {
			continue
		}
		row := []report.Cell{report.Words(m.method), report.Words(string(m.family)), report.Words(m.words)}
		for _, set := range t.sets {
			times, asked := t.times(m.method, set)
			c := theinMS(of(times))
			switch {
			case asked == 0:
				c = report.Words("not run")
			case len(times) == 0:
				c = textf("0 of %d", asked)
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
func (t *theinToday) relative() *report.Table {
	table := &report.Table{
		Name: "today-flatness", Title: "Median time, divided by that of the easy puzzles", Columns: headed("|method", "|kind"),
		Notes: []string{fmt.Sprintf("A method is called flat where this is at most %.2f. What a preprocessor finishes has no program "+
			"left: then the time of the easy puzzles is that of the preprocessor.", flat)},
	}
	for _, set := range t.sets {
		table.Columns = append(table.Columns, report.Column{Title: theinSetName(set)})
	}
	for _, m := range theinRoster {
		base := t.typical(m.method, "thein-easy")
		if math.IsNaN(base) || base <= 0 || math.IsInf(base, 0) {
			continue
		}
		row := []report.Cell{report.Words(m.method), report.Words(string(m.family))}
		for _, set := range t.sets {
			row = append(row, theinNumber(t.typical(m.method, set)/base))
		}
		table.Rows = append(table.Rows, row)
	}
	return table
}

// theinDrawn are the methods with a bar: as many as there are colours.
var theinDrawn = []string{
	theinIPMethod, theinOwnIPMethod, "clp", theinCPMethod, theinCleanMethod, "native", theinHeuristicMethod, "gini",
}

// picture shows the medians.
func (t *theinToday) picture() *report.Picture {
	b := &figure.Bars{Y: figure.Axis{Label: "median time (s)", Log: true}}
	for _, set := range t.sets {
		b.Groups = append(b.Groups, theinSetName(set))
	}
	for _, m := range theinRoster {
		if len(t.records.Method(m.method).Ran()) == 0 || !slices.Contains(theinDrawn, m.method) {
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
func (t *theinToday) boxes() *report.Picture {
	p := &figure.Panels{}
	for _, m := range []string{t.ip(), "clp", theinCPMethod} {
		if m == "" {
			continue
		}
		b := &figure.Boxes{Y: figure.Axis{Label: "time (s)", Log: true}}
		for _, set := range t.sets {
			times, _ := t.times(m, set)
			times = slices.DeleteFunc(times, func(s float64) bool { return s <= 0 })
			if len(times) > 0 {
				b.Samples = append(b.Samples, figure.Sample{Name: theinSetName(set), Values: times})
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
func (t *theinToday) cactus() *report.Picture {
	set := t.sets[len(t.sets)-1]
	if slices.Contains(t.sets, "jones-hardest") {
		set = "jones-hardest"
	}
	c := &figure.Cactus{Y: figure.Axis{Label: "time (s)", Log: true}}
	for _, m := range theinRoster {
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
		Name: "today-" + set, Title: "Puzzles of " + theinSetName(set) + " solved within a time", Chart: c,
		Caption: "How many puzzles a method solves if each may take the time on the left. Further right and lower is better.",
	}}
}

// theinDuelRatio is a ratio of times, or which of the two did not solve half of the puzzles.
func theinDuelRatio(x float64) report.Cell {
	switch {
	case x > neverRatio:
		return report.Cell{Text: "first unsolved", Number: x, IsNumber: true}
	case x < 1/neverRatio:
		return report.Cell{Text: "second unsolved", Number: x, IsNumber: true}
	}
	return theinNumber(x)
}

// duelTable has the comparisons that the words rest on.
func (t *theinToday) duelTable() *report.Table {
	table := &report.Table{
		Name: "today-pairs", Title: "The comparisons behind the answer", Columns: headed("|set", "|first", "|second", "puzzles",
			"first / second, median", "p (Wilcoxon, Holm)", "|faster"),
		Notes: []string{"Puzzle by puzzle; Wilcoxon's signed-rank test on logarithms, two-sided, corrected after Holm within each " +
			"question. The fastest of a kind is chosen by the same times, " +
			"which flatters it a little."},
	}
	ip := t.ip()
	var stated, bare [][3]string
	for _, set := range t.sets {
		if ip != "" {
			stated = append(stated, [3]string{set, ip, theinCPMethod})
		}
		bare = append(bare, [3]string{set, theinHeuristicMethod, theinCPMethod})
	}
	for _, pairs := range [][][3]string{stated, t.pairsOf([]theinFamily{familyIP}, []theinFamily{familyCP}), bare,
		t.pairsOf([]theinFamily{familyHeuristic}, []theinFamily{familyIP})} {
		for _, d := range t.duels(pairs) {
			faster := "no difference shown"
			switch {
			case !d.shown():
			case d.ratio < 1:
				faster = d.first
			default:
				faster = d.second
			}
			table.Rows = append(table.Rows, []report.Cell{report.Words(theinSetName(d.set)), report.Words(d.first),
				report.Words(d.second), theinNumber(float64(d.puzzles)),
				theinDuelRatio(d.ratio), theinNumber(d.p), report.Words(faster)})
		}
	}
	return table
}
