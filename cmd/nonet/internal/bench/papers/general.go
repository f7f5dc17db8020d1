package papers

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"

	"nonet/cmd/nonet/internal/bench/campaign"
	"nonet/cmd/nonet/internal/bench/figure"
	"nonet/cmd/nonet/internal/bench/report"
	"nonet/cmd/nonet/internal/bench/stats"
)

// General reports on any campaign: for each of its grids, what each method did, how long it took, and which differences between methods are
// more than chance.
func General(d *Data) (*report.Document, error) {
	doc := &report.Document{Name: d.Spec.Label(), Title: cmp.Or(d.Spec.Title, d.Spec.Label()), Facts: Facts(d)}
	instances := d.Instances()
	for _, g := range GroupBy(instances, func(r *campaign.Record) string { return r.Grid }) {
		s := report.Section{Title: g.Key}
		if len(d.Spec.Grids) == 1 {
			s.Title = "Methods"
		}
		if t := d.PieceTable(g.Key); t != nil {
			s.Blocks = append(s.Blocks, report.Text(inPieces), t)
		}
		s.Blocks = append(s.Blocks, MethodTable(g.Key, g.Records))
		ran := g.Records.Ran()
		if len(GroupBy(ran, Set)) > 1 {
			s.Blocks = append(s.Blocks, SetTable(g.Key, ran))
		}
		limit := d.TimeLimit(g.Key)
		if t := ScoreTable(g.Key, ran, limit); t != nil {
			s.Blocks = append(s.Blocks, t)
		}
		if f := CactusOf(g.Key, ran); f != nil {
			s.Blocks = append(s.Blocks, f)
		}
		if f := ProfileOf(g.Key, ran, limit); f != nil {
			s.Blocks = append(s.Blocks, f)
		}
		s.Blocks = append(s.Blocks, GrowthOf(g.Key, ran)...)
		s.Blocks = append(s.Blocks, LifetimesOf(g.Key, ran)...)
		if t := DifferenceTable(g.Key, ran, Wall); t != nil {
			s.Blocks = append(s.Blocks, t)
		}
		doc.Sections = append(doc.Sections, s)
	}
	doc.Sections = append(doc.Sections, d.pieceSections(instances)...)
	return doc, nil
}

// Facts are what a reader must know of where the records are from.
func Facts(d *Data) []report.Fact {
	var facts []report.Fact
	add := func(name, format string, args ...any) {
		facts = append(facts, report.Fact{Name: name, Value: fmt.Sprintf(format, args...)})
	}
	add("campaign", "%s, scale %s, seed %d", d.Spec.Label(), cmp.Or(d.Scale, campaign.Full), d.Spec.Seed)
	outcomes := map[campaign.Outcome]int{}
	for i := range d.Records {
		outcomes[d.Records[i].Outcome]++
	}
	var parts []string
	for _, o := range slices.Sorted(maps.Keys(outcomes)) {
		parts = append(parts, fmt.Sprintf("%d %s", outcomes[o], o))
	}
	runs := fmt.Sprint(len(d.Records))
	if len(d.Records) < d.Planned {
		runs += fmt.Sprintf(" of %d, the others are not run", d.Planned)
	}
	add("runs", "%s: %s", runs, strings.Join(parts, ", "))
	if pieces := d.Records.Where(isPiece); len(pieces) > 0 {
		known := ""
		if len(d.Wholes) == 0 {
			known = "; what they say together is not told here, since that needs the database"
		}
		add("pieces", "%d of the runs are pieces of instances that were split%s", len(pieces), known)
	}
	for _, e := range d.Environments {
		add("machine", "%s, %d cores, %s/%s", e.CPU, e.Cores, e.OS, e.Arch)
		version := "nonet " + e.Version
		if e.Commit != "" {
			version += fmt.Sprintf(", commit %.12s", e.Commit)
		}
		add("program", "%s, %s", version, e.Go)
		var solvers []string
		for _, name := range slices.Sorted(maps.Keys(e.Solvers)) {
			solvers = append(solvers, name+" "+e.Solvers[name])
		}
		if len(solvers) > 0 {
			add("solvers", "%s", strings.Join(solvers, ", "))
		}
	}
	return facts
}

// MethodTable has a row for each method: how often it succeeded, and how long that took.
func MethodTable(name string, r Records) *report.Table {
	t := &report.Table{
		Name: slug(name) + "-methods", Title: "Success, time and effort of each method",
		Columns: Columns("|method", "runs", "success", "median time", "mean time", "sd", "longest", "time per success", "median effort", "|of what"),
		Notes: []string{
			"Times are of successful runs, on the clock, with everything that solving takes; intervals are Wilson's, of 95 %. " +
				"Time per success is the time of all runs, failures included, divided by the number of successes.",
		},
	}
	for _, g := range GroupBy(r, Method) {
		ran, won := g.Records.Ran(), g.Records.Succeeded()
		row := []report.Cell{{Text: g.Key}, report.Count(len(ran))}
		if len(ran) == 0 {
			row = append(row, report.Cell{Text: "not installed"})
			for len(row) < len(t.Columns) {
				row = append(row, report.Cell{})
			}
			t.Rows = append(t.Rows, row)
			continue
		}
		times := won.Values(Wall)
		s := stats.Summarize(times)
		effort, of := MainEffort(won)
		row = append(row, Rate{len(won), len(ran)}.Cell(), report.Seconds(s.Median), report.Seconds(s.Mean), report.Seconds(s.SD), report.Seconds(s.Max),
			report.Seconds(stats.ETS(ran.Values(Wall), ran.Successes())), report.Number(stats.Median(effort)), report.Cell{Text: of})
		t.Rows = append(t.Rows, row)
	}
	return t
}

// SetTable has a row for each method and a column for each set: the median time, and how many runs were in vain.
func SetTable(name string, r Records) *report.Table {
	t := &report.Table{
		Name: slug(name) + "-sets", Title: "Median time of successful runs on each set",
		Columns: Columns("|method"),
	}
	sets := GroupBy(r, Set)
	for _, s := range sets {
		t.Columns = append(t.Columns, report.Column{Title: s.Key})
	}
	for _, m := range GroupBy(r, Method) {
		row := []report.Cell{{Text: m.Key}}
		for _, s := range sets {
			ran := m.Records.Set(s.Key)
			won := ran.Succeeded()
			row = append(row, partly(report.Seconds(stats.Median(won.Values(Wall))), len(won), len(ran)))
		}
		t.Rows = append(t.Rows, row)
	}
	return t
}

// CactusOf shows how many instances each method solves within a time, which is the median over replicates. It is nil if there are too few
// instances to show anything.
func CactusOf(name string, r Records) *report.Picture {
	instances := 0
	c := &figure.Cactus{Y: figure.Axis{Label: "time (s)", Log: true}}
	for _, m := range GroupBy(r, Method) {
		var times []float64
		medians := PerInstance(m.Records, orEndless(Wall), stats.Median)
		for _, s := range medians {
			if !math.IsInf(s, 0) && !math.IsNaN(s) {
				times = append(times, s)
			}
		}
		instances = max(instances, len(medians))
		c.Samples = append(c.Samples, figure.Sample{Name: m.Key, Values: times})
	}
	if instances < 5 {
		return nil
	}
	c.Instances = instances
	return &report.Picture{Figure: figure.Figure{
		Name: slug(name) + "-cactus", Title: "Instances solved within a time",
		Caption: "Each curve is a method: how many instances it solves if each may take the time on the left. Further right and lower is better.",
		Chart:   c,
	}}
}

// DifferenceTable compares each pair of methods on the instances that both were run on, by the median over replicates of a value of which
// less is better; an instance that was not solved counts as worse than any other. It is nil if there are fewer than two methods or more than 15.
func DifferenceTable(name string, r Records, value func(*campaign.Record) float64) *report.Table {
	groups := GroupBy(r, Method)
	if len(groups) < 2 || len(groups) > 15 {
		return nil
	}
	t := &report.Table{
		Name: slug(name) + "-differences", Title: "Differences between methods, instance by instance",
		Columns: Columns("|first", "|second", "instances", "first is faster", "second is faster", "median ratio of times, first to second", "p (Wilcoxon, Holm)",
			"p (sign test)"),
		Notes: []string{"Values are medians over replicates. Wilcoxon's signed-rank test, two-sided, on the logarithms of the times, corrected after Holm for the number of pairs; what only one of two solved counts as the greatest difference, but has no ratio."},
	}
	type difference struct {
		row []report.Cell
		p   float64
	}
	var all []difference
	for i, a := range groups {
		for _, b := range groups[i+1:] {
			x, y := PairInstances(append(slices.Clone(a.Records), b.Records...), a.Key, b.Key, orEndless(value), stats.Median)
			if len(x) == 0 {
				continue
			}
			var first, second int
			var ratios []float64
			for k := range x {
				switch {
				case x[k] < y[k]:
					first++
				case y[k] < x[k]:
					second++
				}
				if !math.IsInf(x[k], 0) && !math.IsInf(y[k], 0) && x[k] > 0 && y[k] > 0 {
					ratios = append(ratios, x[k]/y[k])
				}
			}
			p := stats.Wilcoxon(logRatios(x, y)).P
			all = append(all, difference{p: p, row: []report.Cell{
				{Text: a.Key}, {Text: b.Key}, report.Count(len(x)), report.Count(first), report.Count(second), report.Number(stats.Median(ratios)),
				{}, P(stats.Sign(x, y).P),
			}})
		}
	}
	ps := make([]float64, len(all))
	for i := range all {
		ps[i] = all[i].p
	}
	for i, p := range stats.Holm(ps) {
		all[i].row[6] = P(p)
		t.Rows = append(t.Rows, all[i].row)
	}
	return t
}

// logRatios returns the logarithms of the ratios of x to y, and zeros, for a test of ranks. Where one of them is infinite, the ratio is greater than
// any other; where both are, or one is 0, the pair is left out.
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

// MainEffort returns the counter that says most about a method's work, and its name.
func MainEffort(r Records) (values []float64, name string) {
	for _, e := range efforts {
		v := r.Values(e.value)
		if slices.ContainsFunc(v, func(x float64) bool { return x > 0 }) {
			return v, e.name
		}
	}
	return nil, ""
}

var efforts = []struct {
	name  string
	value func(*campaign.Record) float64
}{
	{"nodes", Nodes},
	{"conflicts", func(r *campaign.Record) float64 { return float64(r.Stats.Effort.Conflicts) }},
	{"decisions", func(r *campaign.Record) float64 { return float64(r.Stats.Effort.Decisions) }},
	{"linear programs", func(r *campaign.Record) float64 { return float64(r.Stats.Effort.LPs) }},
	{"moves", Moves},
}
