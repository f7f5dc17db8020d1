package berggren

import (
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

// timesSection is about the distribution of times (Fig. 4.1 and its numbers).
func timesSection(d *papers.Data) (report.Section, []string) {
	s := report.Section{Title: "Times on the puzzles with 17 clues"}
	rules, backtrack := timedOf(d, "rules"), timedOf(d, "backtrack")
	if len(rules) == 0 {
		return s, []string{"The rules were not run."}
	}
	x := rules.Values(meanTime)
	sum, tail := stats.Summarize(x), stats.FitTail(x, nil, 0.5)
	all := askedOf(d, "rules")
	solved := float64(len(all.Succeeded())) / float64(len(all))
	unstable := 0
	for i := range rules {
		if rules[i].Values["stable"] == 0 {
			unstable++
		}
	}
	p := &published
	why := ""
	if hardest := rules[slices.Index(x, sum.Max)]; guesses(&hardest) > 0 {
		none := shareOf(rules.Values(guesses), func(v float64) bool { return v == 0 })
		why = fmt.Sprintf("%s %% of the puzzles need no guess, and the one that took longest needs %s: guesses make the tail heavy",
			report.Short(100*none), report.Short(guesses(&hardest)))
	}
	s.Blocks = append(s.Blocks, &report.Table{
		Name: "table-rules", Title: fmt.Sprintf("The rules on %s puzzles, against the thesis's on %s", report.Short(float64(len(x))), report.Short(wholeList)), Columns: columns,
		Rows: [][]report.Cell{
			numberRow("puzzles solved", p.solved, report.Ours{Value: solved, Runs: len(all)}),
			numberRow("measurements that are not stable", p.unstable, report.Ours{Value: float64(unstable), Runs: len(rules)}),
			secondsRow("mean time", p.mean, papers.Mean(x)),
			secondsRow("standard deviation", p.sd, report.Ours{Value: sum.SD}),
			secondsRow("longest time", p.longest, report.Ours{Value: sum.Max}),
			numberRow("standard deviation / mean", p.variation, report.Ours{Value: sum.SD / sum.Mean}),
			numberRow("longest / mean", p.longestToMean, report.Ours{Value: sum.Max / sum.Mean}),
			tailRow(tail, why),
		},
		Notes: []string{
			fmt.Sprintf("The tail counts as exponential if a line fits the logarithm of the survival beyond the median with R² ≥ %.2f.", straight),
			"The coefficient of variation matches between 0.5 and 3, the ratio of longest to mean between 0.67 and 1.5 times the published one. " +
				"The longest of few times is shorter than the longest of many.",
		},
	})
	s.Blocks = append(s.Blocks, timesTable(rules, backtrack), effortTable(rules, backtrack))
	s.Blocks = append(s.Blocks, timesFigures(rules, backtrack)...)
	lead := fmt.Sprintf("The rules solved %s %% of %s puzzles, in %s on the mean where the thesis has 0.02 s; the longest took %s (1.36 s).",
		report.Short(100*solved), report.Short(float64(len(all))), report.Duration(sum.Mean), report.Duration(sum.Max))
	if len(x) > 1 {
		lead += fmt.Sprintf(" The standard deviation is %.2f times the mean (about 1 in the thesis), the longest time %.0f times (68).",
			sum.SD/sum.Mean, sum.Max/sum.Mean)
	}
	switch {
	case tail.R2 >= straight:
		lead += " As there, the tail of the times looks exponential."
	case tail.Points >= 3:
		lead += fmt.Sprintf(" The tail of the times is not exponential: a line fits the logarithm of the survival with R² = %.3f only.", tail.R2)
		if why != "" {
			lead += " " + strings.ToUpper(why[:1]) + why[1:] + "."
		}
	}
	return s, []string{lead}
}

// tailRow is the row about the form of the tail.
func tailRow(t stats.Tail, why string) []report.Cell {
	row := claimRow("tail of the times", "exponential-looking", fmt.Sprintf("R² = %.3f", t.R2), t.R2 >= straight, why)
	if math.IsNaN(t.R2) {
		row[2].Text, row[3] = "", report.Cell{Verdict: report.NotRun, Title: "too few times"}
	}
	return row
}

func timesTable(samples ...papers.Records) *report.Table {
	t := &report.Table{
		Name: "table-times", Title: "Times of the proof of uniqueness",
		Columns: []report.Column{
			{Title: "method", Text: true}, {Title: "puzzles"}, {Title: "mean"}, {Title: "sd"}, {Title: "sd / mean"}, {Title: "median"}, {Title: "99 %"},
			{Title: "longest"}, {Title: "beyond 10 times the mean"}, {Title: "timings of a puzzle"}, {Title: "stable"}, {Title: "stable to 5 %"},
		},
		Notes: []string{"Each puzzle counts with the mean of its timings. Intervals are of 95 %, by the bootstrap. Stable: the interval of a puzzle's mean is at most " +
			"0.05 s wide, or at most 5 % of the mean."},
	}
	for _, r := range samples {
		if len(r) == 0 {
			continue
		}
		x := r.Values(meanTime)
		s, mean := stats.Summarize(x), stats.BootstrapMean(x, 1)
		c := report.MeasuredSeconds(report.Ours{Value: s.Mean, Lo: mean.Lo, Hi: mean.Hi})
		t.Rows = append(t.Rows, []report.Cell{
			{Text: r[0].Method}, report.Number(float64(s.N)), c, report.Seconds(s.SD), report.Number(s.SD / s.Mean), report.Seconds(s.Median), report.Seconds(stats.Quantile(x, 0.99)),
			report.Seconds(s.Max), report.Number(shareOf(x, func(v float64) bool { return v > 10*s.Mean })), report.Number(stats.Mean(r.Values(papers.Value("timings")))),
			report.Number(stats.Mean(r.Values(papers.Value("stable")))), report.Number(stats.Mean(r.Values(papers.Value("stable-relative")))),
		})
	}
	return t
}

// guesses is the number of cells in which the rules guessed.
func guesses(r *campaign.Record) float64 { return float64(r.Stats.Effort.Decisions) }

// steps is the number of steps by a rule.
func steps(r *campaign.Record) float64 { return float64(r.Stats.Effort.Propagations) }

func effortTable(rules, backtrack papers.Records) *report.Table {
	t := &report.Table{
		Name: "table-effort", Title: "What the searches did: independent of the machine",
		Columns: []report.Column{
			{Title: "method", Text: true}, {Title: "counted", Text: true}, {Title: "mean"}, {Title: "median"}, {Title: "99 %"}, {Title: "most"}, {Title: "puzzles with none"},
		},
		Notes: []string{"A node of backtracking is a value assigned that clashes with none before; a node of the rules is a position from which they began, one for the puzzle " +
			"and one for each value guessed."},
	}
	for _, row := range []struct {
		r     papers.Records
		what  string
		value func(*campaign.Record) float64
	}{{rules, "steps by a rule", steps}, {rules, "guesses", guesses}, {rules, "nodes", papers.Nodes}, {backtrack, "nodes", papers.Nodes}} {
		if len(row.r) == 0 {
			continue
		}
		x := row.r.Values(row.value)
		s := stats.Summarize(x)
		t.Rows = append(t.Rows, []report.Cell{
			{Text: row.r[0].Method}, {Text: row.what}, report.Number(s.Mean), report.Number(s.Median), report.Number(stats.Quantile(x, 0.99)), report.Number(s.Max),
			report.Number(shareOf(x, func(v float64) bool { return v == 0 })),
		})
	}
	return t
}

// timesFigures are the histograms, as the thesis draws them and with a logarithmic axis, and the survival.
func timesFigures(samples ...papers.Records) []report.Block {
	var blocks []report.Block
	equal, logarithmic, survival := &figure.Panels{}, &figure.Panels{}, &figure.Panels{}
	for _, r := range samples {
		if len(r) == 0 {
			continue
		}
		x := r.Values(meanTime)
		end, unit, scale := 10*stats.Mean(x), "s", 1.0
		if end < 0.1 {
			unit, scale = "ms", 1e3
		}
		var near []float64
		scaled := make([]float64, len(x))
		for i, v := range x {
			scaled[i] = v * scale
			if v <= end {
				near = append(near, v*scale)
			}
		}
		bins := min(60, max(10, int(math.Sqrt(float64(len(x))))))
		label := "mean time of a puzzle (" + unit + ")"
		name := r[0].Method
		add := func(p *figure.Panels, c figure.Chart) {
			p.Titles, p.Charts = append(p.Titles, name), append(p.Charts, c)
		}
		add(equal, &figure.Histogram{
			X: figure.Axis{Label: label, Max: end * scale}, Y: figure.Axis{Label: "puzzles"}, Bins: bins, Samples: []figure.Sample{{Name: name, Values: near}},
		})
		add(logarithmic, &figure.Histogram{
			X: figure.Axis{Label: label, Log: true}, Y: figure.Axis{Label: "puzzles"}, Bins: bins, Samples: []figure.Sample{{Name: name, Values: scaled}},
		})
		add(survival, survivalOf(name, label, scaled, end*scale))
	}
	for _, f := range []figure.Figure{
		{Name: "figure-4-1", Title: "Times up to ten times the mean, bins of equal width", Chart: equal,
			Caption: "The thesis's Fig. 4.1 shows the rules up to ten times their mean."},
		{Name: "figure-times-log", Title: "All times, bins of equal width in the logarithm", Chart: logarithmic,
			Caption: "The long times that a scale of equal steps hides."},
		{Name: "figure-times-survival", Title: "How many puzzles take longer than a time", Chart: survival,
			Caption: "Up to ten times the mean. With this scale an exponential distribution is a straight line: the dashed one has the mean of the times."},
	} {
		blocks = append(blocks, &report.Picture{Figure: f})
	}
	return blocks
}

// survivalOf is the Kaplan-Meier curve of many times up to an end, thinned out but for its tail, beside the exponential of the same mean.
func survivalOf(name, label string, times []float64, end float64) *figure.Lines {
	const kept, tail = 800, 200
	k := stats.KaplanMeier(times, nil)
	curve := figure.Curve{Name: name}
	step := max(1, len(k.Times)/kept)
	for i, t := range k.Times {
		if t <= end && k.Survival[i] > 0 && (i%step == 0 || k.AtRisk[i] <= tail) {
			curve.X, curve.Y = append(curve.X, t), append(curve.Y, k.Survival[i])
			curve.Lo, curve.Hi = append(curve.Lo, k.Lo[i]), append(curve.Hi, k.Hi[i])
		}
	}
	fit := stats.FitExponential(times, nil)
	line := figure.Curve{Name: "exponential with the same mean", Reference: true}
	for i := range 101 {
		if t := end * float64(i) / 100; fit.Survival(t) >= 1/float64(len(times)) {
			line.X, line.Y = append(line.X, t), append(line.Y, fit.Survival(t))
		}
	}
	return &figure.Lines{
		X: figure.Axis{Label: label}, Y: figure.Axis{Label: "proportion that takes longer", Log: true}, Curves: []figure.Curve{curve, line},
	}
}

// differencesSection compares each pair of algorithms on the same puzzles.
func differencesSection(d *papers.Data) (report.Section, []string) {
	s := report.Section{Title: "Differences between the algorithms"}
	t := &report.Table{
		Name: "table-differences", Title: "Pairs of algorithms on the same puzzles",
		Columns: []report.Column{
			{Title: "puzzles", Text: true}, {Title: "first", Text: true}, {Title: "second", Text: true}, {Title: "pairs"}, {Title: "first faster"},
			{Title: "second faster"}, {Title: "p, sign test"}, {Title: "p, Wilcoxon"}, {Title: "rank-biserial"}, {Title: "shift, first - second"},
			{Title: "median ratio"},
		},
		Notes: []string{"Both tests are two-sided; their p are corrected after Holm, each kind for the number of its rows. Wilcoxon's test is on the " +
			"logarithms of the times, which differ by factors; the shift is Hodges and Lehmann's, of the times. Backtracking and rules prove uniqueness; the machine finds a " +
			"solution, and its time on the clock includes what it takes to set it up. Where it fails, the time until it gave up stands for the longer one that it would need."},
	}
	var signs, ranks []float64
	var lead string
	const hardest = "17 clues"
	pair := func(where string, r papers.Records, first, second string, value func(*campaign.Record) float64) []float64 {
		x, y := papers.Pairs(r, first, second, value)
		if len(x) < 2 {
			return nil
		}
		var lx, ly, ratio, difference []float64
		for i := range x {
			if x[i] > 0 && y[i] > 0 {
				lx, ly = append(lx, math.Log(x[i])), append(ly, math.Log(y[i]))
				ratio, difference = append(ratio, x[i]/y[i]), append(difference, x[i]-y[i])
			}
		}
		sign, rank := stats.Sign(x, y), stats.Wilcoxon(lx, ly)
		signs, ranks = append(signs, sign.P), append(ranks, rank.P)
		t.Rows = append(t.Rows, []report.Cell{
			{Text: where}, {Text: first}, {Text: second}, report.Number(float64(len(x))), report.Number(float64(sign.Negative)), report.Number(float64(sign.Positive)),
			{}, {}, report.Number(rank.RankBiserial), report.Seconds(stats.Wilcoxon(x, y).Shift), report.Number(stats.Median(ratio)),
		})
		if where == hardest && len(ratio) > 0 {
			lead = fmt.Sprintf("Puzzle by puzzle, %s is faster than %s on %d of %d; the median ratio of their times is %s.",
				second, first, sign.Positive, len(x), report.Short(stats.Median(ratio)))
		}
		return difference
	}
	difference := pair(hardest, append(timedOf(d, "backtrack"), timedOf(d, "rules")...), "backtrack", "rules", meanTime)
	time := func(r *campaign.Record) float64 {
		if r.Grid == "machine" {
			return papers.Wall(r)
		}
		return meanTime(r)
	}
	for _, g := range papers.GroupBy(d.Records.Grid("easier", "machine").Ran(), papers.Clues) {
		where := fmt.Sprintf("%.0f clues", g.Key)
		pair(where, g.Records, "backtrack", "rules", time)
		pair(where, g.Records, "boltzmann", "rules", time)
		pair(where, g.Records, "boltzmann", "backtrack", time)
	}
	if len(t.Rows) == 0 {
		return s, nil
	}
	for i, p := range stats.Holm(signs) {
		t.Rows[i][6] = papers.P(p)
	}
	for i, p := range stats.Holm(ranks) {
		t.Rows[i][7] = papers.P(p)
	}
	s.Blocks = append(s.Blocks, t)
	if len(difference) > 0 {
		end := stats.Quantile(difference, 0.95)
		var near []float64
		for _, v := range difference {
			if v <= end {
				near = append(near, v*1e3)
			}
		}
		s.Blocks = append(s.Blocks, &report.Picture{Figure: figure.Figure{
			Name: "figure-differences", Title: "Differences of the times, backtracking less rules",
			Caption: "Puzzles with 17 clues; the largest 5 % of the differences are beyond the right end. To the left of 0 backtracking is faster.",
			Chart: &figure.Histogram{
				X: figure.Axis{Label: "difference (ms)"}, Y: figure.Axis{Label: "puzzles"}, Bins: min(60, max(10, int(math.Sqrt(float64(len(near)))))),
				Samples: []figure.Sample{{Name: "backtrack - rules", Values: near}},
			},
		}})
	}
	if lead == "" {
		return s, nil
	}
	return s, []string{lead}
}

// independenceSection asks whether what is hard, or easy, for backtracking is so for the rules.
func independenceSection(d *papers.Data) (report.Section, []string) {
	s := report.Section{Title: "Is what is hard for one hard for the other?"}
	both := append(timedOf(d, "backtrack"), timedOf(d, "rules")...)
	if x, _ := papers.Pairs(both, "backtrack", "rules", meanTime); len(x) < 20 {
		return s, nil
	}
	t := &report.Table{
		Name: "table-independence", Title: "The tenth of the puzzles that is extreme for backtracking, and that for the rules",
		Columns: []report.Column{
			{Title: "by", Text: true}, {Title: "tenth", Text: true}, {Title: "puzzles"}, {Title: "extreme"}, {Title: "in both"}, {Title: "if independent"},
			{Title: "lift"}, {Title: "odds ratio"}, {Title: "p, Fisher"}, {Title: "χ²"}, {Title: "p, χ²"}, {Title: "in both, ties at random"},
		},
		Notes: []string{
			fmt.Sprintf("With all %s puzzles, 491.69 ± 19.96 would be in both tenths if they were independent. p of Fisher's test is one-sided: as many in both, or more.", report.Short(wholeList)),
			"The last column is the range over a thousand random ways of breaking ties at the cut. Three quarters of the puzzles need no guess, so by the nodes of the rules the easiest tenth is " +
				"any of them, and says nothing; steps by a rule tell them apart.",
		},
	}
	c := &report.Table{
		Name: "table-correlation", Title: "Correlation between backtracking and rules",
		Columns: []report.Column{{Title: "by", Text: true}, {Title: "puzzles"}, {Title: "Spearman"}, {Title: "p"}, {Title: "Kendall"}, {Title: "p"}},
	}
	var lead string
	var verdicts [][]report.Cell
	for _, by := range []struct {
		name             string
		backtrack, rules func(*campaign.Record) float64
	}{{"time", meanTime, meanTime}, {"nodes, nodes", papers.Nodes, papers.Nodes}, {"nodes, steps by a rule", papers.Nodes, steps}} {
		x, y := papers.Pairs(both, "backtrack", "rules", func(r *campaign.Record) float64 {
			if r.Method == "rules" {
				return by.rules(r)
			}
			return by.backtrack(r)
		})
		for _, worst := range []bool{true, false} {
			i := stats.Independence(x, y, 0.1, worst, 1)
			tenth := "easiest"
			if worst {
				tenth = "worst"
			}
			odds := report.Measured(report.Ours{Value: i.Odds, Lo: i.OddsInterval.Lo, Hi: i.OddsInterval.Hi})
			ties := "no ties"
			if i.Tied {
				ties = fmt.Sprintf("%d to %d", i.OverlapLo, i.OverlapHi)
			}
			t.Rows = append(t.Rows, []report.Cell{
				{Text: by.name}, {Text: tenth}, report.Number(float64(i.N)), report.Number(float64(i.M)), report.Number(float64(i.Overlap)),
				{Text: fmt.Sprintf("%.2f ± %.2f", i.Expected, i.SD), Number: i.Expected, IsNumber: true}, report.Number(i.Lift), odds, papers.P(i.P),
				report.Number(i.ChiSquare), papers.P(i.PX), {Text: ties},
			})
			if worst && by.name == "time" {
				verdicts = append(verdicts, claimRow("the worst tenth of backtracking and of the rules", "some correlation",
					fmt.Sprintf("lift %.2f, %s", i.Lift, report.Probability(i.P)), i.Lift > 1 && i.P < 0.05,
					few(i.N)))
				lead = fmt.Sprintf("Of the worst tenth of the puzzles for backtracking, %d of %d are in the worst tenth for the rules, where %.1f are "+
					"expected by chance (lift %.2f, %s). ", i.Overlap, i.M, i.Expected, i.Lift, report.Probability(i.P))
			}
		}
		spearman, kendall := stats.Spearman(x, y), stats.Kendall(x, y)
		if by.name == "time" {
			holds := spearman.R > 0 && spearman.P < 0.05
			verdicts = append(verdicts, claimRow("the times of backtracking and of the rules", "some correlation",
				fmt.Sprintf("Spearman's ρ %.2f, %s", spearman.R, report.Probability(spearman.P)), holds, few(len(x))))
			lead += fmt.Sprintf("The rank correlation of the times is %.2f (%s): ", spearman.R, report.Probability(spearman.P))
			if holds {
				lead += "there is some correlation in difficulty, as the thesis concludes."
			} else {
				lead += "no sign of the correlation in difficulty that the thesis concludes."
			}
		}
		c.Rows = append(c.Rows, []report.Cell{
			{Text: by.name}, report.Number(float64(len(x))), report.Number(spearman.R), papers.P(spearman.P), report.Number(kendall.R), papers.P(kendall.P),
		})
	}
	s.Blocks = append(s.Blocks, &report.Table{
		Name: "table-correlated", Title: "The conclusion of the thesis", Columns: columns, Rows: verdicts,
		Notes: []string{"The first holds if more puzzles than expected are among the worst tenth of both, by time, with p < 0.05 in Fisher's test; the second if the rank correlation is positive with p < 0.05."},
	}, t, c)
	bx, ry := papers.Pairs(both, "backtrack", "rules", meanTime)
	if step := len(bx)/5000 + 1; step > 1 {
		bx, ry = everyNth(bx, step), everyNth(ry, step)
	}
	s.Blocks = append(s.Blocks, &report.Picture{Figure: figure.Figure{
		Name: "figure-correlation", Title: "Time of backtracking and of rules, puzzle by puzzle",
		Caption: "Each point is a puzzle with 17 clues, at most 5000 of them. If both found the same puzzles hard, the points would rise from left to right.",
		Chart: &figure.Scatter{
			X: figure.Axis{Label: "backtrack (s)", Log: true}, Y: figure.Axis{Label: "rules (s)", Log: true},
			Groups: []figure.Cloud{{Name: "puzzles", X: bx, Y: ry}},
		},
	}})
	return s, []string{lead}
}

// few is why a test may find nothing.
func few(puzzles int) string {
	if puzzles < 1000 {
		return fmt.Sprintf("with %d puzzles a weak relation does not show", puzzles)
	}
	return ""
}

// everyNth returns every step-th of the values.
func everyNth(x []float64, step int) []float64 {
	var some []float64
	for i := 0; i < len(x); i += step {
		some = append(some, x[i])
	}
	return some
}
