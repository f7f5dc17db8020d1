package papers

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"nonet/backends/methods"
	"nonet/cmd/nonet-lab/internal/campaign"
	"nonet/cmd/nonet-lab/internal/figure"
	"nonet/cmd/nonet-lab/internal/report"
	"nonet/cmd/nonet-lab/internal/stats"
)

// General reports on any campaign. For each grid it shows the outcomes and times of each method, and which differences
// between methods are significant.
func General(d *Data) (*report.Document, error) {
	var text strings.Builder
	e := Experiment{Name: d.Spec.Label()}
	fmt.Fprintf(&text, "# {{%q}}\n", cmp.Or(d.Spec.Title, d.Spec.Label()))
	instances := d.Instances()
	groups := GroupBy(instances, func(r *campaign.Record) string { return r.Grid })
	for _, whole := range d.Wholes {
		if !slices.ContainsFunc(groups, func(g Group[string]) bool { return g.Key == whole.Grid }) {
			groups = append(groups, Group[string]{Key: whole.Grid})
		}
	}
	for _, g := range groups {
		title := g.Key
		if len(d.Spec.Grids) == 1 && g.Records != nil {
			title = "Methods"
		}
		fmt.Fprintf(&text, "\n## {{%q}}\n\n%s", title, gridText(d, g))
	}
	e.Text = text.String()
	e.Report = func(w *Writer) {
		for _, g := range groups {
			w.pieces(g.Key)
			w.methods(g.Key, g.Records)
			w.Contest(g.Key, g.Records, g.Records, g.Records)
		}
	}
	doc, err := e.document(d)
	if err == nil {
		doc.Whole = true
	}
	return doc, err
}

// ranked returns the records by method, the methods by formalism and then by the median time of their successes.
func ranked(r Records) []Group[string] {
	groups := GroupBy(r, Method)
	median := func(g Group[string]) float64 {
		if t := g.Records.Reached().Succeeded().Median(Time); t == t {
			return t
		}
		return math.Inf(1)
	}
	slices.SortStableFunc(groups, func(a, b Group[string]) int {
		return cmp.Or(cmp.Compare(formalism(a.Key), formalism(b.Key)), cmp.Compare(median(a), median(b)))
	})
	return groups
}

// formalism returns the kind of a method, "" of one that this version does not know.
func formalism(method string) methods.Kind {
	m, _ := methods.Parse(method)
	return m.Kind
}

// setsOf returns the sets of a grid with records, in the order of the campaign file.
func (w *Writer) setsOf(grid string, r Records) []string {
	sets := Keys(GroupBy(r, Set))
	for _, g := range w.Spec.Grids {
		if g.Name == grid {
			slices.SortStableFunc(sets, func(a, b string) int {
				return cmp.Compare(slices.Index(g.Instances, a), slices.Index(g.Instances, b))
			})
		}
	}
	return sets
}

// gridText is the text of one grid.
func gridText(d *Data, g Group[string]) string {
	ran := g.Records.Ran()
	count := len(GroupBy(ran, Method))
	before := len(ran.DecidedBefore()) > 0
	var b strings.Builder
	show := func(what, name, title string, notes ...string) {
		fmt.Fprintf(&b, "{{%s %q}} %s\n", what, slug(g.Key)+"-"+name, title)
		for _, note := range notes {
			if note != "" {
				fmt.Fprintf(&b, "> %s\n", note)
			}
		}
		b.WriteString("\n")
	}
	if len(d.wholesOf(g.Key)) > 0 {
		b.WriteString("The instances were split into cubes, which were run one by one. Each counts as one instance; " +
			"its time is the sum over its pieces.\n\n")
		show("table", "pieces", "Instances in pieces", "No number of workers makes an instance shorter than its "+
			"longest piece. Of the pieces that are missing for one reason three are named.")
	}
	if len(g.Records) == 0 {
		return b.String()
	}
	when := func(condition bool, note string) string {
		if condition {
			return note
		}
		return ""
	}
	show("table", "methods", "Success, time and effort of each method", "Times are processor times of successful "+
		"runs, or wall times where those were not measured; intervals are Wilson's, of 95 %. Time per success is the "+
		"time of all runs, failures included, divided by the number of successes.",
		when(before, "Where the preprocessor decides an instance, the solver does not run. Such runs are counted as "+
			"decided before the solver; all rates of success, times, efforts, scores, tests and figures leave them "+
			"out."))
	if count > 1 {
		show("figure", "times", "Time of each method", "Median of the successful runs; the line is from the first to "+
			"the third quartile. Runs that failed"+when(before, " or were decided before the solver")+
			" are not in it: the table has their number.")
	}
	if len(GroupBy(ran, Set)) > 1 {
		show("figure", "by-set", "Time on each set", "Medians with intervals of 95 %; a set is left out of a curve if "+
			"half of the runs failed.")
		show("table", "sets", "Median time of successful runs on each set")
	}
	limit := "There is no limit on time: methods that failed have no PAR."
	if t := d.TimeLimit(g.Key); t > 0 {
		limit = "The limit is " + report.Duration(t) + "."
	}
	if count > 1 && len(PerInstance(ran, Time, stats.Median)) > 1 {
		show("table", "scores", "Scores", "Of each instance the median over replicates counts. PAR2 and PAR10 are "+
			"mean times in which an instance that was not solved counts as twice or ten times the limit; the last "+
			"column is the geometric mean over instances of the time relative to the first method's, with "+
			"twice the limit where there was no solution.", limit,
			when(before, "Numbers of solved instances, PAR2 and PAR10 are of the instances on which the method "+
				"reached its solver, and these differ between methods. \"Fastest on\" is of the instances on which "+
				"every method with times reached its solver, the last column of those on which it and the first "+
				"method did."))
	}
	show("figure", "cactus", "Instances solved within a time", "Each curve is a method: how many instances it solves "+
		"if each may take the time on the left. Further right and lower is better.")
	show("figure", "profile", "Performance profile", "Share of the instances that each method solves within a "+
		"multiple of the fastest method's time. On the left: how often it is the fastest."+
		when(count > 10, fmt.Sprintf(" The 10 best of %d methods.", count))+when(before, " Shown are the instances on "+
		"which every method reached its solver."))
	show("table", "orders", "Times by order", growthNote, "Instances of different orders are alike only if their "+
		"sets are.")
	show("figure", "growth", "Time against order", "Median times against the side of the grid: on these axes a power "+
		"is a straight line. A curve ends where half of the instances are not solved."+
		when(count > 10, fmt.Sprintf(" The 10 of %d methods that come furthest.", count)))
	show("table", "lifetimes", "Time until success of stochastic methods", "Medians are Kaplan and Meier's, so that "+
		"runs which were stopped count for as long as they lasted; a dash: more than half were stopped before. The "+
		"fit is an exponential distribution, which has no memory: where it is close, restarts neither help nor harm. "+
		"The distance is the largest between the two curves; it also grows with how much the puzzles differ.")
	show("figure", "survival", "Runs not yet successful", "The share of runs that have not yet found a solution, with "+
		"bands of 95 %. Runs that were stopped count until then.")
	if count > 1 && count <= 15 {
		show("table", "differences", "Differences between methods, instance by instance", "Values are medians over "+
			"replicates. Wilcoxon's signed-rank test, two-sided, on the logarithms of the times, corrected after Holm "+
			"for the number of pairs; what only one of two solved counts as the greatest difference, but has no "+
			"ratio.")
	}
	return b.String()
}

// growthNote explains a table of [Writer.GrowthTable].
const growthNote = "Medians over instances, with the number of solved instances in brackets if some were not " +
	"solved. The exponent e of N^e, N the side of the grid, is fitted by least squares to the logarithms, over the " +
	"orders at which all instances were solved, if these are three or more."

// pieces makes the table of the instances of a grid that were split.
func (w *Writer) pieces(grid string) {
	t := w.Table(slug(grid)+"-pieces", "|instance", "|method", "replicate", "pieces", "answered", "|answer",
		"time of all", "longest", "longest to mean", "|missing")
	for _, x := range w.wholesOf(grid) {
		var mean any
		if all := x.Wall.Seconds(); all > 0 {
			mean = x.Longest.Seconds() * float64(len(x.Records)) / all
		}
		t.Row(fmt.Sprintf("%s/%d", x.Set, x.Index), x.Method, x.Replicate, x.Pieces, x.Answered(), CombinedResult(x),
			report.Seconds(x.Wall.Seconds()), report.Seconds(x.Longest.Seconds()), mean, MissingPieces(x, 3))
	}
}

// methods makes the tables and figures of single methods of a grid.
func (w *Writer) methods(grid string, all Records) {
	name, ran := slug(grid), all.Ran()
	decidedTitle, decided := decidedColumn(ran)
	t := w.Table(name+"-methods", "|formalism", "|method", "runs", decidedTitle, "success", "median time", "mean time",
		"sd", "longest", "time per success", "median effort", "|of what")
	life := w.Table(name+"-lifetimes", "|method", decidedTitle, "runs", "stopped", "median time", "median moves",
		"time to 99 %", "fit: mean time", "distance from the fit")
	var groups []string
	times := Series{}
	var lives []figure.Lifetimes
	for _, m := range ranked(all) {
		tried, kind := m.Records.Ran(), formalism(m.Key)
		asked := tried.Reached()
		won := asked.Succeeded()
		x := won.Values(Time)
		before := decided(len(tried.DecidedBefore()), len(tried))
		switch {
		case len(tried) == 0:
			t.Row(string(kind), m.Key, tried, before, "not installed")
		case len(asked) == 0:
			t.Row(string(kind), m.Key, tried, before, "–")
		default:
			t.Row(string(kind), m.Key, tried, before, RateOf(asked), report.Seconds(stats.Median(x)),
				report.Seconds(stats.Mean(x)), report.Seconds(stats.StdDev(x)), report.Seconds(Most(x)),
				report.Seconds(ETS(asked, Time)), Effort(won))
		}
		if len(won) > 0 {
			groups, times.Values = append(groups, m.Key), append(times.Values, quartiles(x))
		}
		if !stochastic(m.Key) || len(asked) < 3 {
			continue
		}
		l, moves := Lifetimes(m.Key, Time, asked), Lifetimes("", Moves, asked)
		lives = append(lives, l)
		curve, fit := stats.KaplanMeier(l.Times, l.Censored), stats.FitExponential(l.Times, l.Censored)
		var counted any = "not counted"
		if len(Above(0, moves.Times)) > 0 {
			k := stats.KaplanMeier(moves.Times, moves.Censored)
			counted = k.Quantile(0.5)
		}
		life.Row(m.Key, before, asked, len(asked)-len(won), report.Seconds(curve.Quantile(0.5)), counted,
			report.Seconds(curve.Quantile(0.99)), report.Seconds(fit.Scale), fit.KS)
	}
	w.Figure(name+"-times", Dots(TimeAxis, groups, times))
	if w.Figure(name+"-survival", nil); len(lives) <= 10 {
		w.Figure(name+"-survival", Survival(TimeAxis, figure.Axis{Label: "share not yet solved"}, lives...))
	}
	sets := w.setsOf(grid, ran)
	bySet := w.Table(name+"-sets", "|formalism", "|method", sets)
	var curves []Series
	places := make([]float64, len(sets))
	for i := range places {
		places[i] = float64(i)
	}
	for _, m := range ranked(ran) {
		bySet.Row(string(formalism(m.Key)), m.Key, Each(sets, func(set string) any {
			both := m.Records.Set(set)
			return CountedRuns(both, report.Seconds(both.Reached().Succeeded().Median(Time)))
		}))
		curves = append(curves, Over(m.Key, sets, func(set string) any {
			return Middle(m.Records.Set(set).Reached().Values(OrNever(Time)))
		}))
		curves[len(curves)-1].Points = true
	}
	if w.Figure(name+"-by-set", nil); len(sets) > 1 && len(curves) <= 10 {
		w.Figure(name+"-by-set", Lines(figure.Axis{Names: sets}, TimeAxis, places, curves...))
	}
}

// decidedColumn returns the title of the column of the runs or instances that the preprocessor decided, and the
// function that returns its cell: none if it decided no run.
func decidedColumn(r Records) (title []string, cell func(decided, all int) []report.Cell) {
	if len(r.DecidedBefore()) == 0 {
		return nil, func(int, int) []report.Cell { return nil }
	}
	return []string{"decided before the solver"}, func(decided, all int) []report.Cell {
		return []report.Cell{OutOf(decided, all)}
	}
}

// Contest makes the tables and figures of a grid that compare its methods: GRID-scores, -cactus, -profile, -orders,
// -growth and -differences. The cactus plot is of the records curves, the table of differences of the records compared.
func (w *Writer) Contest(grid string, all, curves, compared Records) {
	name, ran := slug(grid), all.Ran()
	decidedTitle, decided := decidedColumn(ran)
	t := w.Table(name+"-scores", "|method", decidedTitle, "instances solved", "of", "PAR2", "PAR10", "fastest on",
		"times the best method")
	standings := Standings(w.TimeLimit(grid), ran)
	for _, s := range standings {
		t.Row(s.Method, decided(s.Before, s.Before+s.Run), s.Solved, s.Run, report.Seconds(s.PAR2),
			report.Seconds(s.PAR10), s.Wins, s.Ratio)
	}
	w.Figure(name+"-cactus", cactus(curves.Ran()))
	w.Figure(name+"-profile", Profile(standings[:min(10, len(standings))]))
	growths := Growths(ran, Time)
	w.GrowthTable(name+"-orders", "s", growths)
	if len(growths) > 10 {
		growths = Furthest(10, growths)
	}
	w.Figure(name+"-growth", GrowthLines("time (s)", growths))
	w.differences(name+"-differences", compared.Ran())
}

// differences compares each pair of methods, instance by instance.
func (w *Writer) differences(name string, r Records) {
	t := w.Table(name, "|first", "|second", "instances", "first is faster", "second is faster",
		"median ratio of times, first to second", "p (Wilcoxon, Holm)", "p (sign test)")
	groups := GroupBy(r, Method)
	for i, a := range groups {
		for _, b := range groups[i+1:] {
			x, y := PairInstances(r.Reached(), a.Key, b.Key, OrNever(Time), stats.Median)
			if len(x) == 0 {
				continue
			}
			sign := stats.Sign(x, y)
			ratios := make([]float64, len(x))
			for k := range x {
				ratios[k] = x[k] / y[k]
			}
			t.Row(a.Key, b.Key, len(x), sign.Negative, sign.Positive, stats.Median(Above(0, Finite(ratios))),
				Holm(stats.Wilcoxon(logRatios(x, y)).P), P(sign.P))
		}
	}
}

// cactus draws how many instances each method solves within a time, of the instances that reach its solver. The time of
// an instance is the median over its replicates. The name of a curve states how many instances it leaves out. cactus
// returns nil if there are too few instances to draw.
func cactus(r Records) figure.Chart {
	c := &figure.Cactus{Y: TimeAxis}
	for _, m := range GroupBy(r, Method) {
		medians := PerInstance(m.Records.Reached(), OrNever(Time), stats.Median)
		all := len(PerInstance(m.Records, Time, stats.Median))
		c.Instances = max(c.Instances, len(medians))
		c.Samples = append(c.Samples, figure.Sample{Name: m.Key + before(all-len(medians), all),
			Values: Finite(medians)})
	}
	if c.Instances < 5 {
		return nil
	}
	return c
}

// logRatios returns log(x/y) for each pair, and as many zeros: a test on ranks of two lists then tests the differences
// themselves. If one of x and y is infinite, the absolute value is greater than all others. Pairs of two infinite
// values, or with a zero, are left out.
func logRatios(x, y []float64) (differences, zeros []float64) {
	largest := 0.0
	for i := range x {
		if d := math.Abs(math.Log(x[i] / y[i])); !math.IsInf(d, 0) && !math.IsNaN(d) {
			largest = max(largest, d)
		}
	}
	for i := range x {
		d := math.Log(x[i] / y[i])
		switch {
		case math.IsNaN(d) || x[i] <= 0 || y[i] <= 0:
			continue
		case math.IsInf(d, 0):
			d = math.Copysign(largest+1, d)
		}
		differences = append(differences, d)
	}
	return differences, make([]float64, len(differences))
}

// efforts are the counters of a method's work, the most informative first.
var efforts = []struct {
	name string
	of   Quantity
}{{"nodes", Nodes}, {"conflicts", Conflicts}, {"decisions", Decisions}, {"linear programs", Programs}, {"moves", Moves}}

// Effort returns two cells: the median of the most informative counter that the runs have, and its name. Moves of a
// method that is not stochastic are iterations of its simplex method; if their median is zero, the program has not
// printed them in most runs, and there is no counter.
func Effort(r Records) []report.Cell {
	for _, counter := range efforts {
		name, v := counter.name, r.Values(counter.of)
		if !slices.ContainsFunc(v, func(x float64) bool { return x > 0 }) {
			continue
		}
		median := stats.Median(v)
		if name == "moves" {
			if m, err := methods.Parse(r[0].Method); err == nil && m.Kind != methods.Stochastic {
				name = "iterations"
			}
		}
		if name == "iterations" && median == 0 {
			break
		}
		return []report.Cell{report.Number(median), report.Words(name)}
	}
	return []report.Cell{report.Number(math.NaN()), {}}
}

// stochastic reports whether a method is stochastic.
func stochastic(method string) bool {
	m, err := methods.Parse(method)
	return err == nil && m.Kind == methods.Stochastic
}
