package lewis

import (
	"fmt"

	"nonet/cmd/nonet/internal/bench/campaign"
	"nonet/cmd/nonet/internal/bench/figure"
	"nonet/cmd/nonet/internal/bench/papers"
	"nonet/cmd/nonet/internal/bench/report"
	"nonet/cmd/nonet/internal/bench/stats"
)

// readings are the methods of the ablations: what the paper leaves open, one thing changed at a time.
var readings = []struct{ method, open, reading string }{
	{hybrid, "", "as everywhere in this report"},
	{hybrid + ":progress=below-reheat", "progress of a chain", "below all costs since the last reheating: the literal reading"},
	{hybrid + ":progress=any-descent", "progress of a chain", "an improving move was accepted"},
	{hybrid + ":temperature=deviation", "first temperature", "standard deviation instead of variance"},
	{hybrid + ":start=neighbours", "costs of the sample", "of neighbours of the initial state, instead of along a walk"},
	{hybrid + ":choice=any-pair", "choice of a swap", "all pairs alike"},
	{hybrid + ":choice=block-first", "choice of a swap", "a box, then a pair of it"},
	{hybrid + ":progress=any-descent:temperature=deviation", "two at once", "standard deviation, and any improving move"},
}

// ablations is the section on what the paper leaves open.
func ablations(d *papers.Data) report.Section {
	s := report.Section{Title: "What the paper leaves open"}
	s.Blocks = append(s.Blocks, report.Text("The hybrid with one reading changed at a time, on the ten diabolical puzzles and on random instances of order 4 with "+
		"p = 0.40, under the limits on moves of the tables above. The table of the root compares instances made from shuffles of the root solution, as in the paper, "+
		"with instances made from random complete grids."))
	for order := 3; order <= 4; order++ {
		grid := fmt.Sprintf("lew-4-order%d", order)
		r := d.Records.Grid(grid).Ran()
		s.Blocks = append(s.Blocks, ablationTable(order, r, d.Limits(grid)))
		if len(r) > 0 {
			s.Blocks = append(s.Blocks, ablationBars(order, r))
		}
	}
	s.Blocks = append(s.Blocks, rootTable(d))
	return s
}

// ablationTable has a row for each reading. Tests compare with the first over instances.
func ablationTable(order int, r papers.Records, limits campaign.Limits) *report.Table {
	t := &report.Table{
		Name: fmt.Sprintf("ablations-order%d", order), Title: fmt.Sprintf("Readings of the paper, order %d", order),
		Columns: papers.Columns("|open", "|reading", "runs", "success", "moves per success", "relative", "reheatings", "worse / better instances", "signed ranks over instances, p, Holm"),
		Notes: []string{fmt.Sprintf("Limit: %s moves. Relative: moves per success by those of the first row. Instances are compared by their mean moves, a failed run "+
			"counting the whole limit; worse: more moves than with the first row.", report.Short(float64(limits.Moves)))},
	}
	base := r.Method(hybrid)
	type comparison struct{ worse, better int }
	var compared []comparison
	var pvalues []float64
	for _, reading := range readings[1:] {
		x, y := papers.PairInstances(r, reading.method, hybrid, papers.Moves, stats.Mean)
		var c comparison
		for i := range x {
			switch {
			case x[i] > y[i]:
				c.worse++
			case x[i] < y[i]:
				c.better++
			}
		}
		p := 1.0
		if c.worse+c.better > 0 {
			p = stats.Wilcoxon(x, y).P
		}
		compared, pvalues = append(compared, c), append(pvalues, p)
	}
	pvalues = stats.Holm(pvalues)
	for i, reading := range readings {
		x := r.Method(reading.method)
		row := []report.Cell{report.Words(reading.open), report.Words(reading.reading)}
		if len(x) == 0 {
			t.Rows = append(t.Rows, append(row, report.Count(0), report.Words("–"), report.Words("–"), report.Words("–"), report.Words("–"), report.Words("–"), report.Words("–")))
			continue
		}
		row = append(row, report.Count(len(x)), papers.RateOf(x).Cell(), amount(perSuccess(x)), quotient(perSuccess(x), perSuccess(base)),
			report.Number(stats.Mean(x.Values(papers.Restarts))))
		if i == 0 {
			row = append(row, report.Words(""), report.Words(""))
		} else {
			row = append(row, papers.Textf("%d / %d", compared[i-1].worse, compared[i-1].better), report.Number(pvalues[i-1]))
		}
		t.Rows = append(t.Rows, row)
	}
	return t
}

// ablationBars shows the rates of success.
func ablationBars(order int, r papers.Records) *report.Picture {
	bars := &figure.Bars{Y: figure.Axis{Label: "rate of success", Min: 0, Max: 1}, Series: []figure.BarSeries{{Name: "hybrid"}}}
	for i, reading := range readings {
		x := papers.RateOf(r.Method(reading.method))
		if x.Runs == 0 {
			continue
		}
		name := "default"
		if i > 0 {
			name = reading.method[len(hybrid)+1:]
		}
		o := x.Ours()
		s := &bars.Series[0]
		bars.Groups = append(bars.Groups, name)
		s.Y, s.Lo, s.Hi = append(s.Y, o.Value), append(s.Lo, o.Lo), append(s.Hi, o.Hi)
	}
	return &report.Picture{Figure: figure.Figure{
		Name: fmt.Sprintf("ablations-order%d-success", order), Title: fmt.Sprintf("Readings of the paper, order %d: rate of success", order),
		Caption: "With Wilson intervals of 95 %.", Chart: bars,
	}}
}

// rootTable compares instances made from the root solution with those made from any grid.
func rootTable(d *papers.Data) *report.Table {
	t := &report.Table{
		Name: "ablation-root", Title: "The complete grid that instances are made from",
		Columns: papers.Columns("order", "p", "|grid", "instances", "filled by propagation", "|method", "runs", "success", "moves per success"),
		Notes:   []string{"The paper has its grids from \"a variety of places\". The instances of the two kinds are not paired."},
	}
	closures := d.Records.Grid("lew-1").Succeeded()
	for order := 3; order <= 4; order++ {
		r := d.Records.Grid(fmt.Sprintf("lew-4-root-order%d", order)).Ran()
		for _, kind := range []struct{ set, title string }{{"root", "shuffled root solution"}, {"any", "random complete grid"}} {
			set := fmt.Sprintf("%s-%d", kind.set, order)
			filled := share(closures.Set(set), papers.Value("full"))
			for _, m := range []string{annealing, hybrid} {
				x := r.Set(set).Method(m)
				if len(x) == 0 {
					continue
				}
				t.Rows = append(t.Rows, []report.Cell{report.Count(order), papers.Textf("%s", x[0].Tags["p"]), report.Words(kind.title),
					report.Count(len(papers.GroupBy(x, func(r *campaign.Record) int { return r.Index }))), report.Measured(filled), papers.Textf("`%s`", m),
					report.Count(len(x)), papers.RateOf(x).Cell(), amount(perSuccess(x))})
			}
		}
	}
	if len(t.Rows) == 0 {
		t.Notes = append(t.Notes, "Not run.")
	}
	return t
}
