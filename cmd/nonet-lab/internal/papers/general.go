package papers

import (
	"cmp"
	_ "embed"
	"fmt"
	"math"
	"slices"

	"nonet/backends/methods"
	"nonet/cmd/nonet-lab/internal/campaign"
	"nonet/cmd/nonet-lab/internal/figure"
	"nonet/cmd/nonet-lab/internal/report"
	"nonet/cmd/nonet-lab/internal/stats"
	"nonet/internal/slice"
)

// generalText is the text of [General]; its data are a generalData.
//
//go:embed general.md.tmpl
var generalText string

type generalData struct {
	Title string
	Grids []generalGrid
}

// A generalGrid is a section of the report of [General].
type generalGrid struct {
	Name, Title              string
	Records                  int
	Methods, Sets, Instances int    // that were run
	Split                    bool   // some instances were split into pieces
	Before                   bool   // the preprocessor decided some instances
	Limit                    string // on the time of a run; "" means none
}

// General reports on any campaign. For each grid it shows the outcomes and times of each method, and which differences
// between methods are significant.
func General(d *Data) (*report.Document, error) {
	groups := GroupBy(d.Instances(), func(r *campaign.Record) string { return r.Grid })
	for _, whole := range d.Wholes {
		if !slices.ContainsFunc(groups, func(g Group[string]) bool { return g.Key == whole.Grid }) {
			groups = append(groups, Group[string]{Key: whole.Grid})
		}
	}
	data := generalData{Title: cmp.Or(d.Spec.Title, d.Spec.Label())}
	for _, g := range groups {
		ran := g.Records.Ran()
		sets := GroupBy(ran, Set)
		instances := slice.Sum(sets, func(s Group[string]) int { return len(slice.Unique(Each(s.Records, Index))) })
		section := generalGrid{Name: d.fileName(g.Key), Title: g.Key, Records: len(g.Records),
			Methods: len(GroupBy(ran, Method)), Sets: len(sets),
			Instances: instances, Split: len(d.wholesOf(g.Key)) > 0, Before: len(ran.DecidedBefore()) > 0}
		if len(d.Spec.Grids) == 1 && g.Records != nil {
			section.Title = "Methods"
		}
		if t := d.TimeLimit(g.Key); t > 0 {
			section.Limit = report.Duration(t)
		}
		data.Grids = append(data.Grids, section)
	}
	e := Experiment{Name: d.Spec.Label(), Text: generalText, data: data, Report: func(w *Writer) {
		for _, g := range groups {
			w.pieces(g.Key)
			w.methods(g.Key, g.Records)
			w.Contest(g.Key, g.Records, nil, nil)
		}
	}}
	doc, err := e.document(d)
	if err == nil {
		doc.Whole = true
	}
	return doc, err
}

// fileName returns the beginning of the names of a grid's files. Grids whose names have the same slug, or none, have
// different ones.
func (d *Data) fileName(grid string) string {
	name := slug(grid)
	i := slices.IndexFunc(d.Spec.Grids, func(g campaign.Grid) bool { return g.Name == grid })
	if name == "" || i > slices.IndexFunc(d.Spec.Grids, func(g campaign.Grid) bool { return slug(g.Name) == name }) {
		return fmt.Sprintf("%s.%d", cmp.Or(name, "grid"), i+1) // slugs have no dots
	}
	return name
}

// ranked returns the records by method, the methods by formalism and then by the median time of their successes.
func ranked(r Records) []Group[string] {
	groups, medians := GroupBy(r, Method), map[string]float64{}
	for _, g := range groups {
		if medians[g.Key] = g.Records.Reached().Succeeded().Median(Time); math.IsNaN(medians[g.Key]) {
			medians[g.Key] = math.Inf(1)
		}
	}
	slices.SortStableFunc(groups, func(a, b Group[string]) int {
		return cmp.Or(cmp.Compare(Formalism(a.Key), Formalism(b.Key)), cmp.Compare(medians[a.Key], medians[b.Key]))
	})
	return groups
}

// Formalism returns the kind of a method, "" of one that this version does not know.
func Formalism(method string) string {
	m, _ := methods.Parse(method)
	return string(m.Kind)
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

// pieces makes the table of the instances of a grid that were split.
func (w *Writer) pieces(grid string) {
	t := w.Table(w.fileName(grid)+"-pieces", "|instance", "|method", "replicate", "pieces", "answered", "|answer",
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
	name, ran := w.fileName(grid), all.Ran()
	decidedTitle, decided := decidedColumn(ran)
	t := w.Table(name+"-methods", "|formalism", "|method", "runs", decidedTitle, "success", "median time", "mean time",
		"sd", "longest", "time per success", "median effort", "|of what")
	life := w.Table(name+"-lifetimes", "|method", decidedTitle, "runs", "stopped", "median time", "median moves",
		"time to 99 %")
	var groups []string
	times := Series{}
	var lives []Lifetimes
	ranking := ranked(all)
	for _, m := range ranking {
		tried, kind := m.Records.Ran(), Formalism(m.Key)
		asked := tried.Reached()
		won := asked.Succeeded()
		x := won.Values(Time)
		before := decided(len(tried.DecidedBefore()), len(tried))
		switch {
		case len(tried) == 0:
			t.Row(kind, m.Key, tried, before, "not installed")
		case len(asked) == 0:
			t.Row(kind, m.Key, tried, before, "–")
		default:
			t.Row(kind, m.Key, tried, before, RateOf(asked), report.Seconds(stats.Median(x)),
				report.Seconds(stats.Mean(x)), report.Seconds(stats.StdDev(x)), report.Seconds(Most(x)),
				report.Seconds(ETS(asked, Time)), Effort(won))
		}
		if len(won) > 0 {
			groups, times.Values = append(groups, m.Key), append(times.Values, Quartiles(x))
		}
		if kind != string(methods.Stochastic) || len(asked) < 3 {
			continue
		}
		l, moves := LifetimesOf(m.Key, Time, asked), LifetimesOf("", Moves, asked)
		lives = append(lives, l)
		curve := stats.KaplanMeier(l.Times, l.Censored)
		var counted any = "not counted"
		if len(Above(0, moves.Times)) > 0 {
			counted = stats.KaplanMeier(moves.Times, moves.Censored).Quantile(0.5)
		}
		life.Row(m.Key, before, asked, len(asked)-len(won), report.Seconds(curve.Quantile(0.5)), counted,
			report.Seconds(curve.Quantile(0.99)))
	}
	w.Figure(name+"-times", Dots(TimeAxis, groups, times))
	if w.Figure(name+"-survival", nil); len(lives) <= 10 {
		w.Figure(name+"-survival", Survival(TimeAxis, "share not yet solved", lives...))
	}
	sets := w.setsOf(grid, ran)
	bySet := w.Table(name+"-sets", "|formalism", "|method", sets)
	var curves []Series
	for _, m := range ranking {
		if m.Records = m.Records.Ran(); len(m.Records) == 0 {
			continue
		}
		bySet.Row(Formalism(m.Key), m.Key, Each(sets, func(set string) any {
			both := m.Records.Set(set)
			return CountedRuns(both, report.Seconds(both.Reached().Succeeded().Median(Time)))
		}))
		if len(sets) > 1 { // otherwise there is no figure
			curves = append(curves, Over(m.Key, sets, func(set string) any {
				return Middle(m.Records.Set(set).Reached().Values(OrNever(Time)))
			}))
			curves[len(curves)-1].Points = true
		}
	}
	if w.Figure(name+"-by-set", nil); len(curves) > 0 && len(curves) <= 10 {
		w.Figure(name+"-by-set", Along(sets, TimeAxis, curves...))
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

// Contest makes the tables and figures of a grid that compare its methods: GRID-scores, -cactus, -orders, -growth and
// -differences. The cactus plot is of the methods curves, the table of differences of the methods compared;
// nil stands for all.
func (w *Writer) Contest(grid string, all Records, curves, compared []string) {
	name, ran := w.fileName(grid), all.Ran()
	decidedTitle, decided := decidedColumn(ran)
	t := w.Table(name+"-scores", "|method", decidedTitle, "instances solved", "of", "PAR2", "PAR10", "fastest on",
		"times the best method")
	standings := Standings(w.TimeLimit(grid), ran)
	for _, s := range standings {
		t.Row(s.Method, decided(s.Before, s.Before+s.Run), s.Solved, s.Run, report.Seconds(s.PAR2),
			report.Seconds(s.PAR10), s.Wins, s.Ratio)
	}
	w.Figure(name+"-cactus", cactus(byMethod(standings, curves)))
	var growths []Growth
	if slices.ContainsFunc(ran, func(r *campaign.Record) bool { return r.Order != ran[0].Order }) {
		growths = Growths(ran, Time)
	}
	w.GrowthTable(name+"-orders", "s", growths)
	if len(growths) > 10 {
		growths = Furthest(10, growths)
	}
	w.Figure(name+"-growth", GrowthLines("time (s)", growths))
	w.differences(name+"-differences", byMethod(standings, compared))
}

// differences compares each pair of methods, instance by instance.
func (w *Writer) differences(name string, contest []Standing) {
	t := w.Table(name, "|first", "|second", "instances", "first is faster", "second is faster",
		"median ratio of times, first to second", "p (Wilcoxon, Holm)", "p (sign test)")
	for i, a := range contest {
		for _, b := range contest[i+1:] {
			var x, y, ratios []float64
			for k, first := range a.Times {
				if second := b.Times[k]; !math.IsNaN(first) && !math.IsNaN(second) {
					x, y, ratios = append(x, first), append(y, second), append(ratios, first/second)
				}
			}
			if len(x) == 0 {
				continue
			}
			sign := stats.Sign(x, y)
			t.Row(a.Method, b.Method, len(x), sign.Negative, sign.Positive, stats.Median(Above(0, Finite(ratios))),
				Holm(stats.Wilcoxon(logRatios(x, y)).P), P(sign.P))
		}
	}
}

// cactus draws how many instances each method solves within a time, of the instances that reach its solver. The name of
// a curve states how many instances it leaves out. cactus returns nil if there are too few instances to draw.
func cactus(contest []Standing) figure.Chart {
	chart, instances := &figure.Lines{Y: TimeAxis}, 0
	for _, s := range contest {
		instances = max(instances, s.Run)
		c := figure.Curve{Name: s.Method + before(s.Before, s.Before+s.Run), Y: Finite(s.Times)}
		slices.Sort(c.Y)
		for i := range c.Y {
			c.X, c.Y[i] = append(c.X, float64(i+1)), max(c.Y[i], leastTime)
		}
		c.Points = len(c.Y) <= 15
		chart.Curves = append(chart.Curves, c)
	}
	if instances < 5 {
		return nil
	}
	chart.X = figure.Axis{Label: "instances solved", Min: 0, Max: float64(instances)}
	return chart
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
			if kind := Formalism(r[0].Method); kind != "" && kind != string(methods.Stochastic) {
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
