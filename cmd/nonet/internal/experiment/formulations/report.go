package formulations

import (
	"cmp"
	_ "embed"
	"fmt"
	"math"
	"slices"
	"strings"

	"nonet/backends/methods"
	"nonet/cmd/nonet/internal/campaign"
	"nonet/cmd/nonet/internal/experiment"
	"nonet/cmd/nonet/internal/experiment/sizes"
	"nonet/cmd/nonet/internal/figure"
	"nonet/cmd/nonet/internal/report"
	"nonet/cmd/nonet/internal/stats"
)

//go:embed spec.toml
var spec string

// Experiment sets the Experiment of the one model, and their solvers, side by side.
func Experiment() experiment.Experiment {
	return experiment.Experiment{
		Name:    "formulations",
		Summary: "every formulation and solver on puzzles of all levels and of orders 2 to 6: times, sizes, effort, growth",
		Spec:    spec,
		Tasks:   []campaign.Task{sizes.Task},
		Report:  document,
	}
}

func document(d *experiment.Data) (*report.Document, error) {
	f := &data{Data: d, levels: d.Records.Grid("levels"), orders: d.Records.Grid("orders")}
	f.contest = experiment.NewContest(f.levels, experiment.Wall, d.TimeLimit("levels"))
	f.pre, f.easy, f.hard = f.preprocessing(), experiment.Growths(d.Records.Grid("growth"), experiment.Wall), experiment.Growths(f.orders.Where(func(r *campaign.Record) bool { return r.Order > 2 }), experiment.Wall)
	doc := &report.Document{Name: "formulations", Title: "One model, its formulations and their solvers", Facts: experiment.Facts(d)}
	doc.Lead = []string{"A Sudoku is stated once as a model, and solved as clauses, as a 0-1 program, as pseudo-Boolean constraints, by constraint " +
		"propagation and by rules. Which of these is fast, how does that change with the difficulty and the order of the puzzle, and what is the time " +
		"spent on? Each run proves that the puzzle has exactly one solution."}
	for _, p := range []string{f.winners(), f.difficulty(), f.preprocessed(), f.starts(), f.reach()} {
		if p != "" {
			doc.Lead = append(doc.Lead, p)
		}
	}
	doc.Sections = []report.Section{f.levelSection(), f.phaseSection(), f.preprocessingSection(), f.orderSection(), f.sizeSection(), f.notes()}
	doc.Sections = slices.DeleteFunc(doc.Sections, func(s report.Section) bool { return len(s.Blocks) == 0 })
	return doc, nil
}

// data are the records, with what is asked of them again and again.
type data struct {
	*experiment.Data
	levels, orders experiment.Records
	contest        *experiment.Contest // of levels
	pre            []effect
	easy, hard     []experiment.Growth // with the order: of puzzles that need little search, and of ones that need more
}

// puzzleSets are the sets of order 3, easiest first, as far as a person is concerned.
var puzzleSets = []struct{ set, name string }{
	{"thein-easy", "easy"}, {"thein-medium", "medium"}, {"thein-hard", "hard"}, {"thein-evil", "evil"}, {"seventeen", "17 clues"},
	{"clues-17", "17 clues (stand-in)"}, {"hardest", "hardest"},
}

// kindOf is the formalism of a method: one of package methods, but that plain search without propagation is told apart from constraint propagation.
func kindOf(method string) string {
	m, err := methods.Parse(method)
	switch {
	case err != nil:
		return "other"
	case m.Backend == "backtrack":
		return "backtracking"
	}
	return string(m.Kind)
}

// best returns of each kind the method that ranks first, the kinds in that order.
func (f *data) best() (chosen []string) {
	seen := map[string]bool{}
	for _, m := range f.contest.Ranking() {
		if k := kindOf(f.contest.Methods[m]); !seen[k] {
			seen[k] = true
			chosen = append(chosen, f.contest.Methods[m])
		}
	}
	return chosen
}

// winners says which method is fastest at order 3, and what the best of each formalism takes.
func (f *data) winners() string {
	order := f.contest.Ranking()
	if len(order) < 2 {
		return ""
	}
	first := f.contest.Methods[order[0]]
	median := func(m string) float64 { return experiment.MedianOrEndless(f.contest.Of(m)) }
	var parts []string
	for _, m := range f.best() {
		if m == first {
			continue
		}
		ratio, _ := f.contest.Ratio(f.contest.Of(m), f.contest.Of(first))
		parts = append(parts, fmt.Sprintf("%s: `%s` (%s, %s times)", kindOf(m), m, report.Duration(median(m)), report.Short(ratio)))
	}
	last := f.contest.Methods[order[len(order)-1]]
	ratio, _ := f.contest.Ratio(f.contest.Of(last), f.contest.Of(first))
	all := 0
	for i := range f.contest.Methods {
		if solved, run := f.contest.Solved(f.contest.Times[i]); solved == run {
			all++
		}
	}
	return fmt.Sprintf("On %d puzzles of order 3, from easy to the hardest known by name, %d of %d methods prove every one unique within %s. `%s` is fastest over all, "+
		"with a median of %s. The best of the other formalisms, with the median time and the geometric mean of what they take relative to it: %s. "+
		"The slowest is `%s`, with %s times.", len(f.contest.Instances), all, len(order), report.Duration(f.contest.Limit), first, report.Duration(median(first)),
		strings.Join(parts, "; "), last, report.Short(ratio))
}

// difficulty says what the level of the puzzles does to the best of each formalism.
func (f *data) difficulty() string {
	var names []string
	var easiest, hardest string
	present := map[string]bool{}
	for i := range f.levels {
		present[f.levels[i].Set] = true
	}
	for _, s := range puzzleSets {
		if !present[s.set] {
			continue
		}
		if easiest == "" {
			easiest = s.set
		}
		hardest = s.set
	}
	if easiest == hardest {
		return ""
	}
	type change struct {
		method string
		factor float64
	}
	var changes []change
	for i, m := range f.contest.Methods {
		var from, to []float64
		for k, at := range f.contest.Instances {
			switch at.Set {
			case easiest:
				from = append(from, f.contest.Times[i][k])
			case hardest:
				to = append(to, f.contest.Times[i][k])
			}
		}
		factor := experiment.MedianOrEndless(to) / experiment.MedianOrEndless(from)
		if !math.IsNaN(factor) {
			changes = append(changes, change{m, factor})
		}
	}
	if len(changes) == 0 {
		return ""
	}
	slices.SortStableFunc(changes, func(a, b change) int { return cmp.Compare(a.factor, b.factor) })
	for _, m := range f.best() {
		for _, c := range changes {
			if c.method == m {
				names = append(names, fmt.Sprintf("`%s` %s", m, factor(c.factor)))
			}
		}
	}
	return fmt.Sprintf("From the easiest set to the hardest the median time grows least with `%s` (%s) and most with `%s` (%s); of the best of each formalism: %s.",
		changes[0].method, factor(changes[0].factor), changes[len(changes)-1].method, factor(changes[len(changes)-1].factor),
		strings.Join(names, ", "))
}

func factor(x float64) string {
	if math.IsInf(x, 0) {
		return "beyond the limit"
	}
	return "× " + report.Short(x)
}

func (f *data) levelSection() report.Section {
	s := report.Section{Title: "Order 3: levels of difficulty"}
	if len(f.levels) == 0 {
		return s
	}
	limit := f.TimeLimit("levels")
	ran := f.levels.Ran()
	s.Blocks = append(s.Blocks, experiment.MethodTable("levels", f.levels), setTable(ran))
	if t := experiment.ScoreTable("levels", ran, limit); t != nil {
		s.Blocks = append(s.Blocks, t)
	}
	if p := experiment.CactusOf("levels", f.shown(ran)); p != nil {
		p.Caption += " The best of each backend of a formalism; the table has the others."
		s.Blocks = append(s.Blocks, p)
	}
	if p := experiment.ProfileOf("levels", ran, limit); p != nil {
		s.Blocks = append(s.Blocks, p)
	}
	best := f.best()
	if t := experiment.DifferenceTable("levels", ran.Method(best...), experiment.Wall); t != nil {
		t.Title = "Differences between the best of each formalism, puzzle by puzzle"
		t.Notes = append(t.Notes, "The best of each formalism was chosen by the same records, so what it has ahead of the others is a little too much.")
		s.Blocks = append(s.Blocks, t)
	}
	return s
}

// shown leaves the methods that a figure has room for: of each formalism those that rank first, up to two.
func (f *data) shown(r experiment.Records) experiment.Records {
	perKind := map[string]int{}
	var names []string
	for _, m := range f.contest.Ranking() {
		if k := kindOf(f.contest.Methods[m]); perKind[k] < 2 && len(names) < experiment.MostCurves {
			perKind[k]++
			names = append(names, f.contest.Methods[m])
		}
	}
	return r.Method(names...)
}

// setTable has the median time of each method on each set, easiest set first, the methods by formalism.
func setTable(r experiment.Records) *report.Table {
	t := &report.Table{
		Name: "levels-sets", Title: "Median time to prove a puzzle unique, by level",
		Columns: []report.Column{{Title: "formalism", Text: true}, {Title: "method", Text: true}},
		Notes:   []string{"Medians over puzzles and replicates, runs that reached the limit included; in brackets how many runs succeeded, where not all did."},
	}
	var sets []string
	for _, s := range puzzleSets {
		if len(r.Set(s.set)) > 0 {
			sets = append(sets, s.set)
			t.Columns = append(t.Columns, report.Column{Title: s.name})
		}
	}
	groups := experiment.GroupBy(r, experiment.Method)
	slices.SortStableFunc(groups, func(a, b experiment.Group[string]) int { return cmp.Compare(kindOf(a.Key), kindOf(b.Key)) })
	for _, m := range groups {
		row := []report.Cell{report.Words(kindOf(m.Key)), report.Words(m.Key)}
		for _, set := range sets {
			row = append(row, experiment.MedianCell(m.Records.Set(set)))
		}
		t.Rows = append(t.Rows, row)
	}
	return t
}

// phases of a run, in seconds.
var phases = []struct {
	name  string
	value func(*campaign.Record) float64
}{
	{"preprocess", func(r *campaign.Record) float64 { return r.Stats.Preprocess.Seconds() }},
	{"encode", func(r *campaign.Record) float64 { return r.Stats.Encode.Seconds() }},
	{"load and search", experiment.Solve},
}

// start is the median time of starting the program of a method, 0 for a method that starts none; NaN if that was not measured.
func (f *data) start(method string) float64 {
	m, err := methods.Parse(method)
	if err != nil || m.Install == "" || strings.HasPrefix(m.Backend, "clp") {
		return 0 // linked in
	}
	return stats.Median(f.Records.Grid("start").Ran().Succeeded().Method("none+" + m.Backend).Values(experiment.Solve))
}

// searched are the runs that came to a search: that singles do not end.
func searched(r experiment.Records) experiment.Records {
	return r.Where(func(x *campaign.Record) bool { return x.Stats.Size.Variables > 0 })
}

// phaseSection says what the time is spent on, and on what sizes.
func (f *data) phaseSection() report.Section {
	s := report.Section{Title: "What the time is spent on"}
	t := &report.Table{
		Name: "phases", Title: "Phases of runs on puzzles that singles do not solve (evil, 17 clues, hardest)",
		Columns: []report.Column{{Title: "method", Text: true}, {Title: "runs"}, {Title: "all"}, {Title: "preprocess"}, {Title: "encode"}, {Title: "load and search"},
			{Title: "one start of the program"}, {Title: "starts, % of all"}, {Title: "effort"}, {Title: "of what", Text: true}, {Title: "variables"},
			{Title: "constraints"}, {Title: "literals or nonzeros"}},
		Notes: []string{
			"Medians of successful runs that had something to search. Constraints are clauses, rows, or constraints of the model. An external program is " +
				"started twice for a proof of uniqueness: to find the solution, and to be asked for another.",
			"What gini and cbc spend in conflicts or nodes they do not say: their cells are empty. The start of a program was measured by itself, on a complete grid; " +
				"where it comes to more than the runs here took in all, the machine was busier then.",
		},
	}
	r := searched(f.levels.Set("thein-evil", "seventeen", "clues-17", "hardest").Succeeded())
	for _, m := range experiment.GroupBy(r, experiment.Method) {
		all := stats.Median(m.Records.Values(experiment.Wall))
		row := []report.Cell{report.Words(m.Key), report.Count(len(m.Records)), report.Seconds(all)}
		for _, p := range phases {
			row = append(row, report.Seconds(stats.Median(m.Records.Values(p.value))))
		}
		switch start := f.start(m.Key); {
		case start == 0:
			row = append(row, report.Words("none"), report.Words(""))
		case math.IsNaN(start):
			row = append(row, report.Words("–"), report.Words("–"))
		default:
			row = append(row, report.Seconds(start), report.Number(200*start/all))
		}
		effort, of := experiment.MainEffort(m.Records)
		if of == "" {
			row = append(row, report.Words(""), report.Words(""))
		} else {
			row = append(row, report.Number(stats.Median(effort)), report.Words(of))
		}
		variables, constraints, entries := sizesOf(m.Records)
		row = append(row, report.Number(stats.Median(variables)), report.Number(stats.Median(constraints)))
		if slices.Max(entries) > 0 {
			row = append(row, report.Number(stats.Median(entries)))
		} else {
			row = append(row, report.Words(""))
		}
		t.Rows = append(t.Rows, row)
	}
	if len(t.Rows) > 0 {
		s.Blocks = append(s.Blocks, t)
	}
	return s
}

// sizesOf are the sizes of what was searched, record by record.
func sizesOf(r experiment.Records) (variables, constraints, entries []float64) {
	for i := range r {
		z := r[i].Stats.Size
		variables = append(variables, float64(z.Variables))
		constraints = append(constraints, float64(max(z.Constraints, z.Clauses, z.Rows)))
		entries = append(entries, float64(max(z.Literals, z.Nonzeros)))
	}
	return variables, constraints, entries
}

// starts says what the start of programs is in all.
func (f *data) starts() string {
	r := searched(f.levels.Set("thein-evil", "seventeen", "clues-17", "hardest").Succeeded())
	var low, high []float64
	var names []string
	for _, m := range experiment.GroupBy(r, experiment.Method) {
		start := f.start(m.Key)
		if start == 0 || math.IsNaN(start) {
			continue
		}
		names = append(names, m.Key)
		low = append(low, start)
		high = append(high, 2*start/stats.Median(m.Records.Values(experiment.Wall)))
	}
	if len(names) == 0 {
		return ""
	}
	text := fmt.Sprintf("External programs take %s to %s to start, twice for each proof: ", report.Duration(slices.Min(low)), report.Duration(slices.Max(low)))
	if slices.Min(high) >= 1 {
		text += "as long as, measured at another time, their whole runs on puzzles that singles do not solve."
	} else {
		text += fmt.Sprintf("%s to %s of their median time on puzzles that singles do not solve.", share(slices.Min(high)), share(slices.Max(high)))
	}
	if best := f.best(); len(best) > 0 && f.start(best[0]) == 0 {
		own := stats.Median(r.Method(best[0]).Values(experiment.Wall))
		if ratio := 2 * slices.Min(low) / own; ratio > 1 {
			text += fmt.Sprintf(" The two starts of the quickest of them alone are %s times what `%s` takes for all of such a proof.", report.Short(ratio), best[0])
		}
	}
	return text
}

// share writes a share of the time; two medians of different runs can come to more than all of it.
func share(x float64) string {
	if x >= 1 {
		return "all"
	}
	return fmt.Sprintf("%.0f per cent", 100*x)
}

// A effect is what singles do to a method, puzzle by puzzle.
type effect struct {
	plain, reduced string
	pairs          int
	ratio          float64 // geometric mean of time without, relative to time with
	lo, hi         float64
	p              float64 // Wilcoxon, then Holm
}

// preprocessing compares methods with singles before them to the same without.
func (f *data) preprocessing() (all []effect) {
	c := experiment.NewContest(f.Records.Grid("preprocessing"), experiment.Wall, f.TimeLimit("preprocessing"))
	var ps []float64
	for _, name := range c.Methods {
		m, err := methods.Parse(name)
		if err != nil || m.Preprocess != "none" {
			continue
		}
		rest := strings.TrimPrefix(name, "none+")
		reduced := rest
		if rest == name { // no preprocessor is recommended for it
			reduced = "singles+" + rest
		}
		x, y := c.Logs(c.Of(name), c.Of(reduced))
		if len(x) == 0 {
			continue
		}
		e := effect{plain: name, reduced: reduced, pairs: len(x), ratio: math.Exp(stats.Mean(x) - stats.Mean(y)), p: stats.Wilcoxon(x, y).P}
		i := stats.BootstrapPaired(x, y, func(x, y []float64) float64 { return math.Exp(stats.Mean(x) - stats.Mean(y)) }, 1)
		if !math.IsNaN(i.Lo) && !math.IsNaN(i.Hi) {
			e.lo, e.hi = i.Lo, i.Hi
		}
		all, ps = append(all, e), append(ps, e.p)
	}
	for i, p := range stats.Holm(ps) {
		all[i].p = p
	}
	slices.SortStableFunc(all, func(a, b effect) int { return cmp.Compare(b.ratio, a.ratio) })
	return all
}

func (f *data) preprocessingSection() report.Section {
	s := report.Section{Title: "Singles first, or not"}
	if len(f.pre) == 0 {
		return s
	}
	t := &report.Table{
		Name: "preprocessing", Title: "Time without preprocessing, relative to that with naked and hidden singles first",
		Columns: []report.Column{{Title: "without", Text: true}, {Title: "with", Text: true}, {Title: "puzzles"}, {Title: "ratio of times"}, {Title: "p (Wilcoxon, Holm)"},
			{Title: "verdict", Text: true}},
		Notes: []string{"Geometric means over puzzles (easy, evil, 17 clues, hardest) of the ratio of median times, with bootstrap intervals of 95 %: above 1, singles " +
			"pay. A run that reached the limit counts as twice that. Singles solve all easy puzzles and half of those with 17 clues outright, and then nothing " +
			"is encoded and no program started. `clp:plain` is the program of the thesis."},
	}
	for _, e := range f.pre {
		word := "no difference shown"
		switch {
		case e.p < 0.05 && e.ratio > 1:
			word = "singles pay"
		case e.p < 0.05:
			word = "singles cost"
		}
		t.Rows = append(t.Rows, []report.Cell{report.Words(e.plain), report.Words(e.reduced), report.Count(e.pairs),
			report.Measured(report.Ours{Value: e.ratio, Lo: e.lo, Hi: e.hi}), experiment.P(e.p), report.Words(word)})
	}
	s.Blocks = append(s.Blocks, t)
	r := f.Records.Grid("preprocessing").Succeeded()
	sizes := &report.Table{
		Name: "preprocessing-sizes", Title: "Size of what is searched: median over the puzzles, without and with singles first",
		Columns: []report.Column{{Title: "set", Text: true}, {Title: "formulation", Text: true}, {Title: "variables, without"}, {Title: "with"}, {Title: "constraints, without"},
			{Title: "with"}, {Title: "literals or nonzeros, without"}, {Title: "with"}},
		Notes: []string{"With singles first, 0 is a puzzle that is solved before anything is encoded."},
	}
	for _, set := range puzzleSets {
		for _, pair := range []struct{ name, plain, reduced string }{
			{"clauses (extended)", "none+gini", "gini"}, {"0-1 program", "none+glpsol", "glpsol"}, {"pseudo-Boolean", "none+gophersat-pb", "gophersat-pb"},
		} {
			x, y := r.Set(set.set).Method(pair.plain), r.Set(set.set).Method(pair.reduced)
			if len(x) == 0 || len(y) == 0 {
				continue
			}
			vx, cx, ex := sizesOf(x)
			vy, cy, ey := sizesOf(y)
			row := []report.Cell{report.Words(set.name), report.Words(pair.name)}
			for _, v := range [][]float64{vx, vy, cx, cy, ex, ey} {
				row = append(row, report.Number(stats.Median(v)))
			}
			sizes.Rows = append(sizes.Rows, row)
		}
	}
	if len(sizes.Rows) > 0 {
		s.Blocks = append(s.Blocks, sizes)
	}
	return s
}

// preprocessed says whom singles help.
func (f *data) preprocessed() string {
	var pay, cost []string
	for _, e := range f.pre {
		switch {
		case e.p >= 0.05:
		case e.ratio > 1:
			pay = append(pay, e.plain)
		default:
			cost = append(cost, e.plain)
		}
	}
	if len(f.pre) == 0 {
		return ""
	}
	first, last := f.pre[0], f.pre[len(f.pre)-1]
	text := fmt.Sprintf("Filling in singles before anything else makes %d of %d methods significantly faster", len(pay), len(f.pre))
	if pairs := f.pre[0].pairs; experiment.TooFew(pairs, len(f.pre)) {
		text = fmt.Sprintf("Whether it pays to fill in singles before anything else, %d puzzles are too few to tell for sure", pairs)
	}
	if len(cost) > 0 {
		text += fmt.Sprintf(" and %d slower (%s)", len(cost), experiment.Listed(cost, 5))
	}
	return text + fmt.Sprintf("; without them `%s` takes %s times as long, the most of all, and `%s` %s times, the least.", first.plain, report.Short(first.ratio),
		last.plain, report.Short(last.ratio))
}

func (f *data) orderSection() report.Section {
	s := report.Section{Title: "Orders 2 to 6"}
	limit := f.TimeLimit("orders")
	if t := experiment.GrowthTable("orders-hard", "Puzzles with one solution, of which singles leave much: median time", f.hard, report.Seconds); t != nil {
		t.Notes = append(t.Notes, "Sets: `lewis-diabolical`; `order4-125` and `order4-102`; `order5-287` and `order5-281`. The limit is "+report.Duration(limit)+
			". A power law is the simplest thing that can be fitted to three orders, not a claim that times follow one. At order 2, in the next table, there "+
			"is nothing to search.")
		s.Blocks = append(s.Blocks, t, orderTable(f.orders.Ran()))
	}
	if t := experiment.GrowthTable("orders-easy", "Random grids of which 60 per cent are given: median time, nothing preprocessed", f.easy, report.Seconds); t != nil {
		t.Notes = append(t.Notes, "There may be more than one solution; what is decided is whether there is.")
		s.Blocks = append(s.Blocks, t)
	}
	var titles []string
	var charts []figure.Chart
	for _, panel := range []struct {
		title string
		all   []experiment.Growth
	}{{"60 per cent given, not preprocessed", f.easy}, {"one solution, much left to search", f.hard}} {
		if len(experiment.Orders(panel.all)) < 2 {
			continue
		}
		titles = append(titles, panel.title)
		charts = append(charts, experiment.GrowthLines(f.chosen(panel.all), figure.Axis{Label: "time (s)"}))
	}
	if len(charts) > 0 {
		s.Blocks = append(s.Blocks, &report.Picture{Figure: figure.Figure{
			Name: "orders-growth", Title: "Time against the side of the grid", Chart: &figure.Panels{Titles: titles, Charts: charts},
			Caption: "Median times, of the method of each formalism that comes furthest, and some others; on these axes a power is a straight line. A curve ends where " +
				"half of the puzzles are not solved.",
		}})
	}
	if t := experiment.ScoreTable("orders", f.orders.Ran(), limit); t != nil {
		s.Blocks = append(s.Blocks, t)
	}
	return s
}

// chosen are the growths a figure has room for: of each kind the two that come furthest.
func (f *data) chosen(all []experiment.Growth) []experiment.Growth {
	sorted := slices.Clone(all)
	slices.SortStableFunc(sorted, func(a, b experiment.Growth) int {
		return cmp.Or(cmp.Compare(b.Reach(), a.Reach()), cmp.Compare(a.Last(), b.Last()))
	})
	perKind := map[string]int{}
	var some []experiment.Growth
	for _, g := range sorted {
		if k := kindOf(g.Method); perKind[k] < 2 && len(some) < experiment.MostCurves {
			perKind[k]++
			some = append(some, g)
		}
	}
	return some
}

// orderTable has the median time on each set of the orders.
func orderTable(r experiment.Records) *report.Table {
	t := &report.Table{Name: "orders-sets", Title: "Median time by set", Columns: []report.Column{{Title: "method", Text: true}}}
	var sets []string
	for _, s := range []string{"order2", "lewis-diabolical", "order4-125", "order4-102", "order5-287", "order5-281"} {
		if len(r.Set(s)) > 0 {
			sets = append(sets, s)
			t.Columns = append(t.Columns, report.Column{Title: s})
		}
	}
	for _, m := range experiment.GroupBy(r, experiment.Method) {
		row := []report.Cell{report.Words(m.Key)}
		for _, s := range sets {
			row = append(row, experiment.MedianCell(m.Records.Set(s)))
		}
		t.Rows = append(t.Rows, row)
	}
	return t
}

// reach says who solves what at the largest order, and how fast times grow.
func (f *data) reach() string {
	orders := experiment.Orders(f.hard)
	if len(orders) < 2 {
		return ""
	}
	top := orders[len(orders)-1]
	var all, none []string
	best, time, puzzles := "", math.Inf(1), 0
	for _, g := range f.hard {
		i := slices.Index(g.Orders, top)
		if i < 0 {
			continue
		}
		puzzles = max(puzzles, g.Run[i])
		switch g.Solved[i] {
		case g.Run[i]:
			all = append(all, g.Method)
			if g.Median[i] < time {
				best, time = g.Method, g.Median[i]
			}
		case 0:
			none = append(none, g.Method)
		}
	}
	text := fmt.Sprintf("Of order %d there are %d puzzles: ", top, puzzles)
	if puzzles == 1 {
		text = fmt.Sprintf("Of order %d there is one puzzle: ", top)
	}
	if len(all) == 0 {
		text += "no method proves all unique within " + report.Duration(f.TimeLimit("orders"))
	} else {
		text += fmt.Sprintf("%d methods prove all unique within %s, `%s` fastest with a median of %s", len(all), report.Duration(f.TimeLimit("orders")), best,
			report.Duration(time))
	}
	if len(none) > 0 {
		text += fmt.Sprintf("; %s solve none", experiment.Listed(none, 8))
		if len(none) == 1 {
			text = strings.Replace(text, "solve none", "solves none", 1)
		}
	}
	text += "."
	linked := slices.DeleteFunc(slices.Clone(f.easy), func(g experiment.Growth) bool { return f.start(g.Method) != 0 })
	if low, high := exponents(linked); low.Method != "" {
		text += fmt.Sprintf(" Where little is left to search, the times of the solvers that are linked in grow like N^%s (`%s`) to N^%s (`%s`), N being the side of the grid.", report.Short(low.Line.Slope), low.Method,
			report.Short(high.Line.Slope), high.Method)
	}
	return text
}

// exponents are the growths of the least and the greatest exponent.
func exponents(all []experiment.Growth) (low, high experiment.Growth) {
	for _, g := range all {
		if s := g.Line.Slope; !math.IsNaN(s) {
			if low.Method == "" || s < low.Line.Slope {
				low = g
			}
			if high.Method == "" || s > high.Line.Slope {
				high = g
			}
		}
	}
	return low, high
}

// notes say what is to be kept in mind.
func (f *data) notes() report.Section {
	s := report.Section{Title: "Notes"}
	add := func(text string) { s.Blocks = append(s.Blocks, report.Text(text)) }
	add("Times are on the clock from the clues on: making the model, preprocessing, encoding, loading, searching, proving that there is no second solution, " +
		"checking the first, and starting programs. One run at a time; solvers have one thread but for what they start of themselves.")
	add("Methods are as they come: no solver was given other settings than those it has. A formalism is judged here by the best of the solvers at hand, and " +
		"another solver might change the order. `backtrack` and `clp` are the project's own searches; they show the formalism, not its state of the art.")
	add("Left out are methods that may take hours for a puzzle that others solve at once, and those that search by chance, which prove nothing.")
	if names := f.Records.NotInstalled(); len(names) > 0 {
		add(fmt.Sprintf("Not run, because the solver is not installed: %s.", experiment.Listed(names, len(names))))
	}
	if f.Records.StandsIn() {
		add("The list of puzzles with 17 clues was not found: the few of the set `clues-17` stand in for it.")
	}
	return s
}
