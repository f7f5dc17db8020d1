package reseda

import (
	_ "embed"
	"fmt"
	"math"
	"slices"

	"nonet/cmd/nonet/internal/bench/campaign"
	"nonet/cmd/nonet/internal/bench/figure"
	"nonet/cmd/nonet/internal/bench/papers"
	"nonet/cmd/nonet/internal/bench/report"
	"nonet/cmd/nonet/internal/bench/stats"
)

//go:embed spec.toml
var spec string

// Experiment reproduces the tables of Maire and Prissette.
func Experiment() papers.Experiment {
	return papers.Experiment{
		Name:    "reseda",
		Summary: "estimation of distribution, restarted from zones: Tables 1 to 5 of Maire and Prissette 2012",
		Source: "S. Maire, C. Prissette, A Restarted Estimation of Distribution Algorithm for Solving Sudoku Puzzles, Statistics and Computing, 2012 " +
			"(HAL inria-00591852, 2011)",
		Spec:   spec,
		Tasks:  []campaign.Task{rightBlockTask, wrongBlockTask},
		Report: document,
	}
}

// gridsOfRound is how many grids a round samples.
const gridsOfRound = 100

// roundsOf is the number of rounds of a run; its last may be cut short by a solution.
func roundsOf(r *campaign.Record) float64 { return math.Ceil(papers.Moves(r) / gridsOfRound) }

func document(d *papers.Data) (*report.Document, error) {
	e := Experiment()
	r := papers.Records(d.Records)
	doc := &report.Document{Name: e.Name, Title: d.Spec.Title, Source: e.Source, Facts: papers.Facts(d), Lead: leadOf(r)}
	doc.Sections = []report.Section{
		shots(r.Grid("res-1"), "1", "reseda-easy", "the easy puzzle", publishedTable1),
		shots(r.Grid("res-2"), "2", "reseda-medium", "the medium puzzle", publishedTable2),
		hard(r.Grid("res-3")),
		classes(r.Grid("res-4")),
		escargot(r),
		readings(r),
		beaten(r),
		notes(),
	}
	return doc, nil
}

// leadOf says in words what the records say.
func leadOf(r papers.Records) (lead []string) {
	say := func(format string, args ...any) { lead = append(lead, fmt.Sprintf(format, args...)) }
	say("Maire and Prissette sample whole grids from a probability for each value of each cell, move the probabilities towards the best grids, and, " +
		"when they have settled on a wrong grid, begin again from parts of it. Do their rates of success come out again, and what is the method worth today?")

	matched, all := 0, 0
	count := func(p float64, rule report.Rule, o report.Ours) {
		if o.Runs > 0 {
			all++
			if verdict, _ := report.Judge(report.Published{Value: p, Rule: rule}, o); verdict == report.Matched {
				matched++
			}
		}
	}
	for _, s := range publishedTable1 {
		count(s.success, report.Rate{Runs: 100}, papers.RateOf(r.Grid("res-1").Method(methodName(s.alpha, 0, s.sampling, ""))).Ours())
	}
	for _, s := range publishedTable2 {
		count(s.success, report.Rate{Runs: 100}, papers.RateOf(r.Grid("res-2").Method(methodName(s.alpha, 0, s.sampling, ""))).Ours())
	}
	if all > 0 {
		say("Of the %d rates of single shots (Tables 1 and 2), %d match.", all, matched)
	}
	if t := r.Grid("res-3"); len(t.Ran()) > 0 {
		words := ""
		for i, z := range publishedTable3 {
			if i > 0 {
				words += ", "
			}
			words += fmt.Sprintf("%s with %s (published %s)", report.Short(papers.RateOf(t.Method(methodName(0.7, z.zones, "both", ""))).Value()),
				zonesTitle(z.zones), report.Short(z.success))
		}
		say("On the hard puzzle attempts succeed at a rate of %s.", words)
	}
	matched, all = 0, 0
	for _, c := range publishedTable4 {
		for _, z := range c.cells {
			count(z.success, report.Rate{Runs: 1000}, papers.RateOf(r.Grid("res-4").Set("kennett-"+c.name).Method(methodName(0.7, z.zones, "both", ""))).Ours())
		}
	}
	if all > 0 {
		say("Of the %d rates of Table 4 (puzzles of five classes), %d match, on other puzzles of the same generator.", all, matched)
	}
	fiendish, eda := r.Grid("res-4").Set("kennett-fiendish").Method(methodName(0.7, 27, "both", "")), r.Grid("res-beaten-fiendish").Method("eda")
	if len(fiendish.Ran()) > 0 && len(eda.Ran()) > 0 {
		was, now := papers.CostOfSuccess(fiendish, papers.Wall), papers.CostOfSuccess(eda, papers.Wall)
		say("With propagation inside the sampling (`eda`) %d of %d fiendish puzzles are solved, with %s samples on average and %s of time per success; an attempt of RESEDA with "+
			"27 zones succeeds at a rate of %s, and a success takes %s, %s times as long.",
			len(eda.Succeeded()), len(eda.Ran()), report.Short(stats.Mean(eda.Ran().Values(papers.Moves))), report.Duration(now.Value), report.Short(papers.RateOf(fiendish).Value()), report.Duration(was.Value),
			report.Short(was.Value/now.Value))
	}
	if s := r.Grid("res-singles").Method("lewis-naked").Ran(); len(s) > 0 {
		closed := 0
		for i := range s {
			if s[i].Set != "escargot" && s[i].Values["closed"] == 1 {
				closed++
			}
		}
		say("%d of the paper's three puzzles, easy, medium and hard, are solved by naked singles alone: the hard one is hard only for a method that does "+
			"not propagate.", closed)
	}
	return lead
}

// shots is the section of Table 1 or 2.
func shots(r papers.Records, number, set, puzzle string, published []shot) report.Section {
	r = r.Set(set)
	t := &report.Table{
		Name: "table-" + number, Title: "Table " + number + ": single shots on " + puzzle,
		Columns: slices.Concat([]report.Column{{Title: "sampling", Text: true}, {Title: "α", Text: true}, {Title: "runs"}},
			report.ComparedColumns("success"), report.ComparedColumns("rounds")),
		Notes: []string{
			"Success: a published rate of 100 runs matches if the difference is at most 0.05 or two standard errors. Rounds: means over successful runs, a " +
				"round being 100 grids; they match within a third. Intervals are Wilson's and bootstrapped ones, of 95 %.",
		},
	}
	success, length := &figure.Lines{X: figure.Axis{Label: "α"}, Y: figure.Axis{Label: "success rate", Max: 1}},
		&figure.Lines{X: figure.Axis{Label: "α"}, Y: figure.Axis{Label: "rounds of a success", Log: true}}
	type curves struct{ ours, published figure.Curve }
	rates, lengths := map[string]*curves{}, map[string]*curves{}
	var order []string
	for _, p := range published {
		own := r.Method(methodName(p.alpha, 0, p.sampling, ""))
		rate, mean := papers.RateOf(own).Ours(), papers.Mean(own.Succeeded().Values(roundsOf))
		row := []report.Cell{{Text: p.sampling}, {Text: fmt.Sprintf("α = %v", p.alpha), Number: p.alpha}, report.Number(float64(len(own.Ran())))}
		row = append(row, papers.Beside(p.success, report.Rate{Runs: 100}, p.known, rate)...)
		t.Rows = append(t.Rows, append(row, papers.Beside(p.rounds, report.Ratio{Lo: 0.67, Hi: 1.33}, "", mean)...))
		if rates[p.sampling] == nil {
			order = append(order, p.sampling)
			rates[p.sampling], lengths[p.sampling] = &curves{}, &curves{}
		}
		plotPoint(&rates[p.sampling].ours, &rates[p.sampling].published, p.alpha, rate, p.success)
		plotPoint(&lengths[p.sampling].ours, &lengths[p.sampling].published, p.alpha, mean, p.rounds)
	}
	for _, s := range order {
		for _, panel := range []struct {
			lines  *figure.Lines
			curves *curves
		}{{success, rates[s]}, {length, lengths[s]}} {
			panel.curves.ours.Name, panel.curves.ours.Points = s, true
			panel.curves.published.Name, panel.curves.published.Points, panel.curves.published.Reference = s+", published", true, true
			panel.lines.Curves = append(panel.lines.Curves, panel.curves.ours, panel.curves.published)
		}
	}
	return report.Section{Title: t.Title, Blocks: []report.Block{t, papers.Picture("figure-table-"+number, "Success and rounds of single shots on "+puzzle,
		"Against the share α of the old probabilities in the new ones: the greater, the slower it learns. Published values are dashed.",
		&figure.Panels{Titles: []string{"Success", "Rounds"}, Charts: []figure.Chart{success, length}})}}
}

// plotPoint adds a point to our curve and to the published one.
func plotPoint(ours, published *figure.Curve, x float64, o report.Ours, p float64) {
	if math.IsNaN(o.Value) {
		o.Lo, o.Hi = math.NaN(), math.NaN()
	} else if o.Lo == 0 && o.Hi == 0 {
		o.Lo, o.Hi = o.Value, o.Value
	}
	ours.X, ours.Y = append(ours.X, x), append(ours.Y, o.Value)
	ours.Lo, ours.Hi = append(ours.Lo, o.Lo), append(ours.Hi, o.Hi)
	published.X, published.Y = append(published.X, x), append(published.Y, p)
}

func zonesTitle(zones int) string {
	if zones == 0 {
		return "no restart"
	}
	return fmt.Sprintf("%d zones", zones)
}

// zonesColumns are those of zonesRow.
func zonesColumns(first string) []report.Column {
	return slices.Concat([]report.Column{{Title: first, Text: true}, {Title: "restarts", Text: true}, {Title: "runs"}}, report.ComparedColumns("success"),
		report.ComparedColumns("mean time"), report.ComparedColumns("ETS"), []report.Column{{Title: "rounds, mean"}, {Title: "grids, mean"}, {Title: "grids per success"}})
}

const zonesNote = "Times depend on the machine and are never required to match. ETS, the expected time to a success, is the time of all runs divided by the number of " +
	"successes; where the paper has none it is its mean time divided by its rate. Rounds and grids, over all runs, depend on nothing but the seeds."

// zonesRow compares runs with a published number of successes and a published mean time.
func zonesRow(first string, z restarts, rule report.Rule, r papers.Records) []report.Cell {
	ran := r.Ran()
	row := []report.Cell{{Text: first}, {Text: zonesTitle(z.zones)}, report.Number(float64(len(ran)))}
	row = append(row, papers.Beside(z.success, rule, z.known, papers.RateOf(r).Ours())...)
	row = append(row, papers.BesideSeconds(z.seconds, papers.Mean(ran.Values(papers.Wall)))...)
	ets := z.ets
	if ets == 0 {
		ets = z.seconds / z.success
	}
	row = append(row, papers.BesideSeconds(ets, papers.CostOfSuccess(r, papers.Wall))...)
	return append(row, report.Number(stats.Mean(ran.Values(roundsOf))), report.Number(stats.Mean(ran.Values(papers.Moves))),
		report.Measured(papers.CostOfSuccess(r, papers.Moves)))
}

// hard is the section of Table 3.
func hard(r papers.Records) report.Section {
	t := &report.Table{
		Name: "table-3", Title: "Table 3: partial restarts on the hard puzzle", Columns: zonesColumns("puzzle"),
		Notes: []string{"A published rate of 1000 runs matches if the difference is at most 0.05 or two standard errors.", zonesNote},
	}
	name := func(zones int) string { return methodName(0.7, zones, "both", "") }
	ours, published := figure.Cloud{Name: "ours"}, figure.Cloud{Name: "published"}
	for _, z := range publishedTable3 {
		own := r.Method(name(z.zones))
		t.Rows = append(t.Rows, zonesRow("hard", z, report.Rate{Runs: 1000}, own))
		published.X, published.Y = append(published.X, z.seconds), append(published.Y, z.success)
		if ran := own.Ran(); len(ran) > 0 {
			ours.X, ours.Y = append(ours.X, stats.Mean(ran.Values(papers.Wall))), append(ours.Y, papers.RateOf(own).Value())
		}
	}
	const known = "Known: three zones help more than published (R12)"
	claims := []papers.Relation{
		papers.MoreSuccess("more success with 3 zones than without restart", r, name(3), name(0)),
		papers.MoreSuccess("more success with 9 zones than with 3", r, name(9), name(3)).Expected(known),
		papers.MoreSuccess("more success with 27 zones than with 9", r, name(27), name(9)),
		papers.MoreOf("more grids with 3 zones than without restart", r, name(3), name(0), papers.Moves),
		papers.MoreOf("more grids with 9 zones than with 3", r, name(9), name(3), papers.Moves),
		papers.MoreOf("more grids with 27 zones than with 9", r, name(27), name(9), papers.Moves),
	}
	relations := papers.RelationTable("table-3-relations", "Order of the methods on the hard puzzle", "McNemar's test of successes, sign test of grids", claims)
	relations.Notes = append(relations.Notes, "Runs are paired by their number; as their seeds differ, that is as good as not pairing them.")
	return report.Section{Title: t.Title, Blocks: []report.Block{
		t, relations, etsOrder(r), ratioTable("table-3-ratio", r, ratioHard, "the hard puzzle"),
		papers.Picture("figure-table-3", "Success against time on the hard puzzle",
			"Each point is a number of zones, from no restart on the left to 27 on the right: the mean time of an attempt, and how often it succeeds.",
			&figure.Scatter{
				X: figure.Axis{Label: "mean time (s)", Log: true}, Y: figure.Axis{Label: "success rate", Max: 1},
				Groups: []figure.Cloud{ours, published},
			}),
	}}
}

// etsOrder compares the expected costs of a success of neighbours in the published order: 3 zones, 9, 27, no restart.
func etsOrder(r papers.Records) *report.Table {
	t := &report.Table{
		Name: "table-3-ets", Title: "Expected cost of a success, in the published order",
		Columns: []report.Column{
			{Title: "claim", Text: true}, {Title: "measure", Text: true}, {Title: "first"}, {Title: "second"}, {Title: "ratio"}, {Title: "verdict", Text: true},
		},
		Notes: []string{"Bootstrap intervals of 99 %, which is 95 % for each family of three after Bonferroni, and a little more. A claim is matched if the whole interval is below 1."},
	}
	published := []int{3, 9, 27, 0}
	for _, measure := range []struct {
		name  string
		value func(*campaign.Record) float64
	}{{"grids", papers.Moves}, {"time", papers.Wall}} {
		number := report.Number
		if measure.name == "time" {
			number = report.Seconds
		}
		for i, zones := range published[:3] {
			a, b := r.Method(methodName(0.7, zones, "both", "")).Ran(), r.Method(methodName(0.7, published[i+1], "both", "")).Ran()
			row := []report.Cell{{Text: fmt.Sprintf("%s: less than with %s", zonesTitle(zones), zonesTitle(published[i+1]))}, {Text: measure.name}}
			if len(a) == 0 || len(b) == 0 {
				t.Rows = append(t.Rows, append(row, report.Cell{}, report.Cell{}, report.Cell{}, papers.VerdictCell(report.NotRun, "")))
				continue
			}
			ratio, interval := ratioOfCosts(a, b, measure.value)
			verdict := papers.VerdictCell(report.Matched, "")
			if ratio >= 1 {
				verdict = papers.VerdictCell(report.Missed, "the order does not hold")
			} else if !(interval.Hi < 1) {
				verdict = papers.VerdictCell(report.Missed, "the order holds, but may be chance")
			}
			t.Rows = append(t.Rows, append(row, number(papers.CostOfSuccess(a, measure.value).Value), number(papers.CostOfSuccess(b, measure.value).Value),
				report.Measured(report.Ours{Value: ratio, Lo: interval.Lo, Hi: interval.Hi}), verdict))
		}
	}
	return t
}

// ratioOfCosts is the expected cost of a success of a, divided by that of b, with an interval of 99 %.
func ratioOfCosts(a, b papers.Records, cost func(*campaign.Record) float64) (float64, stats.Interval) {
	x, y, won, lost := a.Values(cost), b.Values(cost), a.Successes(), b.Successes()
	ets := func(times []float64, success []bool, rows []int) float64 {
		total, successes := 0.0, 0
		for _, i := range rows {
			total += times[i]
			if success[i] {
				successes++
			}
		}
		return total / float64(successes)
	}
	i := stats.Resampling{Seed: 1, Level: 0.99}.Interval([]int{len(x), len(y)}, func(rows [][]int) float64 {
		return ets(x, won, rows[0]) / ets(y, lost, rows[1])
	})
	return stats.ETS(x, won) / stats.ETS(y, lost), i
}

// ratioTable compares the ratio of the costs of an attempt with 27 zones and with 3.
func ratioTable(name string, r papers.Records, published float64, of string) *report.Table {
	t := &report.Table{
		Name: name, Title: "How many times the cost of an attempt with 3 zones one with 27 has, on " + of,
		Columns: append([]report.Column{{Title: "measure", Text: true}}, report.ComparedColumns("")...),
		Notes:   []string{"Ratios of means over all runs; they match within 0.67 and 1.5 times the published one, that of times."},
	}
	a, b := r.Method(methodName(0.7, 27, "both", "")).Ran(), r.Method(methodName(0.7, 3, "both", "")).Ran()
	for _, measure := range []struct {
		name  string
		value func(*campaign.Record) float64
	}{{"grids", papers.Moves}, {"time", papers.Wall}} {
		x, y := a.Values(measure.value), b.Values(measure.value)
		o := report.Ours{Value: stats.Mean(x) / stats.Mean(y), Runs: min(len(x), len(y))}
		if i := stats.BootstrapTwo(x, y, func(x, y []float64) float64 { return stats.Mean(x) / stats.Mean(y) }, 1); !math.IsNaN(i.Lo) {
			o.Lo, o.Hi = i.Lo, i.Hi
		}
		t.Rows = append(t.Rows, append([]report.Cell{{Text: measure.name}}, papers.Beside(published, report.Ratio{Lo: 0.67, Hi: 1.5}, "", o)...))
	}
	return t
}
