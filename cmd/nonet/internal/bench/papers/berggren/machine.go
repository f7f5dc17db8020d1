package berggren

import (
	"fmt"
	"strings"

	"nonet/cmd/nonet/internal/bench/campaign"
	"nonet/cmd/nonet/internal/bench/figure"
	"nonet/cmd/nonet/internal/bench/papers"
	"nonet/cmd/nonet/internal/bench/report"
	"nonet/cmd/nonet/internal/bench/stats"
)

// sweeps is how often each free unit of a Boltzmann machine was set. There are nine in each cell without a clue.
func sweeps(r *campaign.Record) float64 {
	return papers.Moves(r) / (9 * (81 - papers.Clues(r)))
}

// machineSection is about the Boltzmann machine on easier versions of the puzzles.
func machineSection(d *papers.Data) (report.Section, []string) {
	s := report.Section{Title: "The Boltzmann machine against the number of clues"}
	var leads []string
	if r := d.Records.Grid("machine").Method("boltzmann").Ran(); len(r) > 0 {
		blocks, lead := byCluesBlocks(r)
		s.Blocks, leads = append(s.Blocks, blocks...), append(leads, lead)
	}
	if r := d.Records.Grid("open").Ran(); len(r) > 0 {
		blocks, lead := openBlocks(r)
		s.Blocks, leads = append(s.Blocks, blocks...), append(leads, lead)
	}
	return s, leads
}

// byCluesBlocks shows success and sweeps, and judges what must hold.
func byCluesBlocks(r papers.Records) ([]report.Block, string) {
	t := &report.Table{
		Name: "table-machine", Title: "Success and sweeps",
		Columns: []report.Column{
			{Title: "clues"}, {Title: "runs"}, {Title: "success"}, {Title: "median sweeps of a success"}, {Title: "sweeps of all runs per success"},
			{Title: "starts of a run, mean"}, {Title: "median time of a success"},
		},
		Notes: []string{"Each run has a hundred and one starts at most, each of some 690 sweeps. Intervals are Wilson's."},
	}
	curve := figure.Curve{Name: "success", Points: true}
	work := figure.Curve{Name: "median sweeps", Points: true}
	groups := papers.GroupBy(r, papers.Clues)
	at46, runs46 := 0, 0
	var clues, success []float64
	for _, g := range groups {
		won := g.Records.Succeeded()
		k, n := len(won), len(g.Records)
		w := stats.Wilson(k, n)
		curve.X, curve.Y = append(curve.X, g.Key), append(curve.Y, float64(k)/float64(n))
		curve.Lo, curve.Hi = append(curve.Lo, w.Lo), append(curve.Hi, w.Hi)
		median := stats.Median(won.Values(sweeps))
		work.X, work.Y = append(work.X, g.Key), append(work.Y, median)
		t.Rows = append(t.Rows, []report.Cell{
			report.Number(g.Key), report.Number(float64(n)), papers.Rate{Successes: k, Runs: n}.Cell(), report.Number(median), report.Number(stats.ETS(g.Records.Values(sweeps), g.Records.Successes())),
			report.Number(1 + stats.Mean(g.Records.Values(papers.Restarts))), report.Seconds(stats.Median(won.Values(papers.Wall))),
		})
		if g.Key == 46 {
			at46, runs46 = k, n
		}
		for _, x := range g.Records {
			clues, success = append(clues, g.Key), append(success, papers.Success(&x))
		}
	}
	first, last := curve.Y[0], curve.Y[len(curve.Y)-1]
	trend := stats.Kendall(clues, success)
	rises := trend.R > 0 && trend.P < 0.05
	must := &report.Table{
		Name: "table-machine-must", Title: "What must hold of the machine", Columns: columns,
		Rows: [][]report.Cell{claimRow("success with more clues", "increases",
			fmt.Sprintf("from %.2f to %.2f, Kendall's τ %.2f, %s", first, last, trend.R, report.Probability(trend.P)), rises, "")},
		Notes: []string{"The thesis measured the machine on easier versions of the puzzles; the draft has no numbers of it. The majority at 46 clues must be solved with a Wilson interval above one half."},
	}
	if runs46 > 0 {
		w := stats.Wilson(at46, runs46)
		must.Rows = append(must.Rows, claimRow("puzzles solved with 46 clues", "the majority", papers.Rate{Successes: at46, Runs: runs46}.Cell().Text, w.Lo > 0.5, ""))
	}
	lead := fmt.Sprintf("The Boltzmann machine solves %.0f %% of the puzzles with %.0f clues and %.0f %% of those with %.0f.",
		100*first, groups[0].Key, 100*last, groups[len(groups)-1].Key)
	return []report.Block{must, t, &report.Picture{Figure: figure.Figure{
		Name: "figure-machine", Title: "Success and sweeps of the Boltzmann machine",
		Caption: "Puzzles with 17 clues to which cells of the solution were added. The band is Wilson's interval of 95 %; sweeps are those of successes.",
		Chart: &figure.Panels{
			Titles: []string{"success", "median sweeps of a success"},
			Charts: []figure.Chart{
				&figure.Lines{X: figure.Axis{Label: "clues"}, Y: figure.Axis{Label: "success", Max: 1}, Curves: []figure.Curve{curve}},
				&figure.Lines{X: figure.Axis{Label: "clues"}, Y: figure.Axis{Label: "sweeps", Log: true}, Curves: []figure.Curve{work}},
			},
		},
	}}}, lead
}

// openBlocks compares readings of what the thesis leaves open.
func openBlocks(r papers.Records) ([]report.Block, string) {
	t := &report.Table{
		Name: "table-machine-open", Title: "What is left open: success by clues, with the same number of moves",
		Columns: []report.Column{{Title: "machine", Text: true}},
		Notes: []string{"The first row is the machine above, but for the number of starts, which only the moves limit here. With weights of -10 and -20 nearly all above a temperature of 10 is noise, so " +
			"that starting at 20 saves sweeps."},
	}
	chart := &figure.Lines{X: figure.Axis{Label: "clues"}, Y: figure.Axis{Label: "success", Max: 1}}
	byClues := papers.GroupBy(r, papers.Clues)
	for _, g := range byClues {
		t.Columns = append(t.Columns, report.Column{Title: fmt.Sprintf("%.0f", g.Key)})
	}
	const asRead = "boltzmann:restarts=-1"
	order := []string{asRead}
	for _, m := range papers.GroupBy(r, papers.Method) {
		if m.Key != asRead {
			order = append(order, m.Key)
		}
	}
	best, rateOf := "", map[string]float64{}
	for _, method := range order {
		name := strings.TrimPrefix(strings.Replace(strings.Replace(method, ":restarts=-1", "", 1), "boltzmann", "", 1), ":")
		if name == "" {
			name = "as read"
		}
		row := []report.Cell{{Text: name, Title: method}}
		c := figure.Curve{Name: name, Points: true}
		won, ran := 0, 0
		for _, g := range byClues {
			x := g.Records.Method(method)
			k, n := len(x.Succeeded()), len(x)
			row = append(row, papers.Rate{Successes: k, Runs: n}.Cell())
			if n > 0 {
				c.X, c.Y = append(c.X, g.Key), append(c.Y, float64(k)/float64(n))
			}
			won, ran = won+k, ran+n
		}
		if ran == 0 {
			continue
		}
		rateOf[name] = float64(won) / float64(ran)
		if best == "" || rateOf[name] > rateOf[best] {
			best = name
		}
		t.Rows, chart.Curves = append(t.Rows, row), append(chart.Curves, c)
	}
	lead := ""
	if chosen, ok := rateOf["as read"]; ok {
		lead = fmt.Sprintf("Of what the thesis leaves open, over all clues, the reading chosen solves %.0f %%", 100*chosen)
		if synchronous, ok := rateOf["update=synchronous"]; ok {
			lead += fmt.Sprintf(", setting all units at once %.0f %%", 100*synchronous)
		}
		if best != "as read" {
			lead += fmt.Sprintf(", and the best, %s, %.0f %%", best, 100*rateOf[best])
		}
		lead += "."
	}
	return []report.Block{t, &report.Picture{Figure: figure.Figure{
		Name: "figure-machine-open", Title: "Readings of the Boltzmann machine", Chart: chart,
		Caption: "Success within the same number of moves, against the number of clues.",
	}}}, lead
}

// ordersSection is about the orders of backtracking.
func ordersSection(d *papers.Data) (report.Section, []string) {
	s := report.Section{Title: "Orders of backtracking"}
	r := d.Records.Grid("orders").Ran()
	if len(r) == 0 {
		return s, nil
	}
	limit := float64(d.Limits("orders").Moves)
	t := &report.Table{
		Name: "table-orders", Title: fmt.Sprintf("Plain backtracking in four orders, %s nodes at most", report.Short(limit)),
		Columns: []report.Column{
			{Title: "order", Text: true}, {Title: "puzzles"}, {Title: "solution found"}, {Title: "proved unique"}, {Title: "median nodes"}, {Title: "mean nodes, at least"},
			{Title: "median time"},
		},
		Notes: []string{"The median of nodes is over all puzzles, and beyond the limit if most are; a random order is another for each puzzle."},
	}
	survival := &figure.Survival{
		X: figure.Axis{Label: "nodes", Log: true}, Y: figure.Axis{Label: "proportion not proved unique yet"},
	}
	var parts []string
	for _, name := range []string{"backtrack", "backtrack:nearly-complete", "backtrack:row-major", "backtrack:random"} {
		x := r.Method(name)
		if len(x) == 0 {
			continue
		}
		order := strings.TrimPrefix(strings.TrimPrefix(name, "backtrack"), ":")
		if order == "" {
			order = "fewest candidates"
		}
		found := 0
		nodes, censored := x.Values(papers.Nodes), make([]bool, len(x))
		for i := range x {
			censored[i] = !x[i].Outcome.Success()
			if x[i].Values["found"] > 0 {
				found++
			}
		}
		proved := len(x.Succeeded())
		median := report.Number(stats.Median(nodes))
		if 2*proved < len(x) {
			median = report.Cell{Text: "beyond the limit", Number: limit, IsNumber: true}
		}
		t.Rows = append(t.Rows, []report.Cell{
			{Text: order}, report.Number(float64(len(x))), papers.Rate{Successes: found, Runs: len(x)}.Cell(), papers.Rate{Successes: proved, Runs: len(x)}.Cell(), median, report.Number(stats.Mean(nodes)),
			report.Seconds(stats.Median(x.Values(papers.Wall))),
		})
		survival.Groups = append(survival.Groups, figure.Lifetimes{Name: order, Times: nodes, Censored: censored})
		parts = append(parts, fmt.Sprintf("%.0f %% with %s", 100*float64(proved)/float64(len(x)), order))
	}
	s.Blocks = append(s.Blocks, t, &report.Picture{Figure: figure.Figure{
		Name: "figure-orders", Title: "Nodes that a proof of uniqueness takes", Chart: survival,
		Caption: "Further down and to the left is better. Curves end at the limit on nodes.",
	}})
	return s, []string{fmt.Sprintf("Within %s nodes backtracking proves unique: %s.", report.Short(limit), strings.Join(parts, ", "))}
}

// beatenSection sets the thesis against what there is today.
func beatenSection(d *papers.Data) (report.Section, []string) {
	s := report.Section{Title: "Against the thesis"}
	t := &report.Table{
		Name: "table-beaten", Title: "The same tasks today",
		Columns: []report.Column{{Title: "task", Text: true}, {Title: "published"}, {Title: "to be reached"}, {Title: "ours"}, {Title: "reached", Text: true}},
		Notes:   []string{"The second column has marks that the project set itself, of machines of 2026. Most of the factor over the thesis's times is the machine's and the program's; the rules are its own."},
	}
	reached := func(b bool) report.Cell {
		if b {
			return report.Cell{Text: "yes"}
		}
		return report.Cell{Text: "no"}
	}
	var lead []string
	if x := timedOf(d, "rules").Values(meanTime); len(x) > 0 {
		sum := stats.Summarize(x)
		t.Rows = append(t.Rows,
			[]report.Cell{{Text: fmt.Sprintf("rules and a guess, 17 clues, mean of %s", report.Short(float64(len(x))))}, report.Seconds(0.02), report.Seconds(30e-6), report.Seconds(sum.Mean), reached(sum.Mean <= 30e-6)},
			[]report.Cell{{Text: fmt.Sprintf("rules and a guess, 17 clues, longest of %s", report.Short(float64(len(x))))}, report.Seconds(1.36), report.Seconds(5e-3), report.Seconds(sum.Max), reached(sum.Max <= 5e-3)})
		lead = append(lead, fmt.Sprintf("The published mean of the rules is %.0f times ours, the published longest time %.0f times.", 0.02/sum.Mean, 1.36/sum.Max))
	}
	c := &report.Table{
		Name: "table-gibbs", Title: "Gibbs sampling in the place of the Boltzmann machine, on the same puzzles",
		Columns: []report.Column{
			{Title: "clues"}, {Title: "Boltzmann machine"}, {Title: "Gibbs sampling"}, {Title: "after singles"}, {Title: "median moves after singles"}, {Title: "median time after singles"},
		},
		Notes: []string{fmt.Sprintf("Gibbs sampling gives each cell one value at a time, at several temperatures, with %s moves at most. A run that singles solve makes no move.",
			report.Short(float64(d.Limits("gibbs").Moves)))},
	}
	gibbs := d.Records.Grid("gibbs", "gibbs17").Ran()
	machine := d.Records.Grid("machine").Method("boltzmann").Ran()
	for _, g := range papers.GroupBy(gibbs, papers.Clues) {
		of := machine.Where(func(r *campaign.Record) bool { return papers.Clues(r) == g.Key })
		plain, reduced := g.Records.Method("none+gibbs"), g.Records.Method("gibbs")
		won := reduced.Succeeded()
		cell := func(r papers.Records) report.Cell {
			if len(r) == 0 {
				return report.Cell{Text: "not run"}
			}
			return papers.RateOf(r).Cell()
		}
		median := stats.Median(won.Values(papers.Wall))
		c.Rows = append(c.Rows, []report.Cell{report.Number(g.Key), cell(of), cell(plain), cell(reduced), report.Number(stats.Median(won.Values(papers.Moves))), report.Seconds(median)})
		switch k, n := len(won), len(reduced); {
		case n == 0:
		case g.Key == 46:
			t.Rows = append(t.Rows, []report.Cell{{Text: "Boltzmann machine improved, 46 clues, success"}, {}, report.Number(1), papers.Rate{Successes: k, Runs: n}.Cell(), reached(k == n)})
		case g.Key == 17:
			t.Rows = append(t.Rows, []report.Cell{{Text: "Boltzmann machine improved, 17 clues after singles, success in a million moves"}, {}, report.Number(0.9), papers.Rate{Successes: k, Runs: n}.Cell(),
				reached(float64(k) >= 0.9*float64(n))})
		}
	}
	if len(t.Rows) > 0 {
		s.Blocks = append(s.Blocks, t)
	}
	if len(c.Rows) > 0 {
		s.Blocks = append(s.Blocks, c)
	}
	return s, lead
}
