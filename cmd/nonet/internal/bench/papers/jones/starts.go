package jones

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"nonet/cmd/nonet/internal/bench/campaign"
	"nonet/cmd/nonet/internal/bench/figure"
	"nonet/cmd/nonet/internal/bench/papers"
	"nonet/cmd/nonet/internal/bench/report"
	"nonet/cmd/nonet/internal/bench/stats"
)

// starts is the section of Fig. 4.
func starts(r papers.Records) report.Section {
	t := &report.Table{
		Name: "figure-4-means", Title: "The first state, filled greedily, and with swaps afterwards",
		Columns: slices.Concat([]report.Column{{Title: "quantity", Text: true}, {Title: "filling", Text: true}, {Title: "runs"}}, report.ComparedColumns("")),
		Notes: []string{
			"Means with bootstrap intervals over puzzles. f₁ counts the different values of each row and column, so it is at most 162, and the published 164 and 173 " +
				"cannot be what they are said to be (J2): only the direction is compared, below. Clashes are those of givens with other cells, f₂. Iterations are of " +
				"climbs that were solved without restart, as in the paper; the two fillings solve different puzzles so.",
		},
	}
	const soonerKnown = "Known: the puzzles are others, and our plateau ends a start after fewer iterations than theirs, so that only short climbs count"
	const onlyDirection = "the published scale is not known: only the direction is compared"
	rows := func(quantity string, value func(*campaign.Record) float64, published [2]float64, kind string) {
		for i, m := range []string{greedy, swapped} {
			own := r.Method(m).Ran()
			if kind == "iterations" {
				own = own.Succeeded().Where(func(x *campaign.Record) bool { return x.Stats.Effort.Restarts == 0 })
			}
			o := perPuzzle(own, value)
			var cells []report.Cell
			switch kind {
			case "time":
				cells = papers.BesideSeconds(published[i], o)
			case "iterations":
				cells = papers.Beside(published[i], report.Iterations, soonerKnown, o)
			default:
				if cells = papers.Beside(published[i], nil, "", o); cells[2].Verdict == report.NotComparable {
					cells[2].Title = onlyDirection
				}
			}
			filling := []string{"greedy", "greedy and swaps"}[i]
			t.Rows = append(t.Rows, slices.Concat([]report.Cell{report.Words(quantity), report.Words(filling), report.Count(len(own))}, cells))
		}
	}
	rows("time to fill", papers.Value(initialTime), [2]float64{0.002, 0.005}, "time")
	rows("iterations", papers.Moves, [2]float64{71, 66}, "iterations")
	rows("f₁", papers.Value(initialF1), [2]float64{164, 173}, "")
	rows("clashes", papers.Value(initialClash), [2]float64{59, 26}, "")

	changes := &report.Table{
		Name: "figure-4-changes", Title: "What the swaps change",
		Columns: []report.Column{
			{Title: "quantity", Text: true}, {Title: "published (%)"}, {Title: "ours (%)"}, {Title: "claim", Text: true}, {Title: "p (Wilcoxon, Holm)"},
			{Title: "verdict", Text: true},
		},
		Notes: []string{
			"Changes of means with bootstrap intervals, over pairs of the same puzzle with means over seeds; Wilcoxon's signed-rank test over the same pairs, two-sided. " +
				"All iterations of a climb count, restarts included. That they do not rise is matched unless they rise significantly.",
		},
	}
	type change struct {
		quantity, claim string
		published       float64
		value           func(*campaign.Record) float64
		holds           func(change, p float64) bool
	}
	all := []change{
		{"clashes", "lower", 100 * (26.0/59 - 1), papers.Value(initialClash), func(c, p float64) bool { return c < 0 && p < papers.RelationLevel }},
		{"f₁", "higher", 100 * (173.0/164 - 1), papers.Value(initialF1), func(c, p float64) bool { return c > 0 && p < papers.RelationLevel }},
		{"iterations", "not higher", 100 * (66.0/71 - 1), papers.Moves, func(c, p float64) bool { return c <= 0 || p >= papers.RelationLevel }},
	}
	before, after := r.Method(greedy).Ran(), r.Method(swapped).Ran()
	var ps []float64
	var ours []report.Ours
	for _, c := range all {
		x, y := papers.PerInstance(after, c.value, stats.Mean), papers.PerInstance(before, c.value, stats.Mean)
		if len(x) != len(y) || len(x) == 0 {
			ours, ps = append(ours, report.Ours{Value: math.NaN()}), append(ps, math.NaN())
			continue
		}
		percent := func(x, y []float64) float64 { return 100 * (stats.Mean(x)/stats.Mean(y) - 1) }
		i := stats.BootstrapPaired(x, y, percent, 1)
		ours, ps = append(ours, report.Ours{Value: percent(x, y), Lo: i.Lo, Hi: i.Hi}), append(ps, stats.Wilcoxon(x, y).P)
	}
	if !slices.ContainsFunc(ps, math.IsNaN) {
		ps = stats.Holm(ps)
	}
	for i, c := range all {
		row := []report.Cell{report.Words(c.quantity), report.Number(c.published), report.Measured(ours[i]), report.Words(c.claim)}
		switch {
		case math.IsNaN(ps[i]):
			row = append(row, report.Cell{}, papers.VerdictCell(report.NotRun, ""))
		case c.holds(ours[i].Value, ps[i]):
			row = append(row, papers.P(ps[i]), papers.VerdictCell(report.Matched, ""))
		default:
			row = append(row, papers.P(ps[i]), papers.VerdictCell(report.Missed, "the change is not the claimed one, or may be chance"))
		}
		changes.Rows = append(changes.Rows, row)
	}
	section := report.Section{Title: "Figure 4: filling the first state", Blocks: []report.Block{t, changes}}
	if len(before) > 0 && len(after) > 0 {
		section.Blocks = append(section.Blocks, papers.Picture("figure-4", "Clashes and different values of the first state",
			"All first states, filled greedily alone and with swaps afterwards.",
			&figure.Panels{
				Titles: []string{"clashes with givens", "f₁"},
				Charts: []figure.Chart{boxesOf(before, after, initialClash, "clashes"), boxesOf(before, after, initialF1, "f₁")},
			}))
	}
	return section
}

func boxesOf(before, after papers.Records, value, label string) *figure.Boxes {
	return &figure.Boxes{Y: figure.Axis{Label: label}, Samples: []figure.Sample{
		{Name: "greedy", Values: before.Values(papers.Value(value))}, {Name: "and swaps", Values: after.Values(papers.Value(value))},
	}}
}

// A pair is what came of a pair of weights.
type pair struct {
	name    string
	records papers.Records
	solved  report.Ours
	mean    report.Ours // iterations of the climbs that were solved
}

func pairsOf(r papers.Records) (pairs []pair) {
	for _, w := range weights {
		own := r.Method(w.method).Ran()
		pairs = append(pairs, pair{w.name, own, papers.RateOf(own).Ours(), papers.Mean(own.Succeeded().Values(papers.Moves))})
	}
	return pairs
}

// solvingMany says which pairs solve many puzzles: at least half as many as the one that solves most.
func solvingMany(pairs []pair) (chosen []pair) {
	most := 0.0
	for _, p := range pairs {
		if p.solved.Runs > 0 {
			most = max(most, p.solved.Value)
		}
	}
	for _, p := range pairs {
		if p.solved.Runs > 0 && p.solved.Value >= most/2 && most > 0 {
			chosen = append(chosen, p)
		}
	}
	return chosen
}

// bestPair says in words which pair is the best without restarts.
func bestPair(r papers.Records) string {
	good := solvingMany(pairsOf(r))
	if len(good) == 0 {
		return ""
	}
	quick := slices.MinFunc(good, func(a, b pair) int { return cmp.Compare(a.mean.Value, b.mean.Value) })
	most := slices.MaxFunc(good, func(a, b pair) int { return cmp.Compare(a.solved.Value, b.solved.Value) })
	return fmt.Sprintf("Of the weights (w₁, w₂) of f₁ and f₂, without restart (%s) solves most, %s of the climbs, and among those that solve at least half as many, (%s) takes the "+
		"fewest iterations, %s on average; the paper chose (1, −1), which solves %s in %s.", most.name, report.Short(most.solved.Value), quick.name,
		report.Short(quick.mean.Value), report.Short(pairsOf(r)[0].solved.Value), report.Short(pairsOf(r)[0].mean.Value))
}

// coefficients is the section of Fig. 2.
func coefficients(all papers.Records) report.Section {
	once, restarted := pairsOf(all.Grid("jon-3")), pairsOf(all.Grid("jon-3-restarts"))
	t := &report.Table{
		Name: "figure-2-weights", Title: "Weights of f₁ and f₂",
		Columns: []report.Column{
			{Title: "w₁, w₂", Text: true}, {Title: "runs"}, {Title: "solved without restart"}, {Title: "iterations of those"}, {Title: "median"},
			{Title: "p against (1, −1)"}, {Title: "solved with restarts"}, {Title: "iterations of those"},
		},
		Notes: []string{
			"Fig. 2 is an image without numbers. p: McNemar's exact test of the climbs without restart, corrected after Holm. With restarts, climbs end after a limit of " +
				"iterations, fewer than in Fig. 5.",
		},
	}
	var ps []float64
	for _, w := range weights[1:] {
		ps = append(ps, papers.MoreSuccess("", all.Grid("jon-3"), weights[0].method, w.method).P)
	}
	ps = stats.Holm(ps)
	solved, iterations := &figure.Bars{Y: figure.Axis{Label: "solved without restart"}}, &figure.Bars{Y: figure.Axis{Label: "iterations, mean"}}
	var rates, means figure.BarSeries
	for i, p := range once {
		row := []report.Cell{report.Words(p.name), report.Count(p.solved.Runs)}
		if p.solved.Runs == 0 {
			row = append(row, papers.VerdictCell(report.NotRun, ""), report.Cell{}, report.Cell{}, report.Cell{})
		} else {
			versus := report.Cell{}
			if i > 0 {
				versus = papers.P(ps[i-1])
			}
			row = append(row, report.Measured(p.solved), report.Measured(p.mean), report.Number(stats.Median(p.records.Succeeded().Values(papers.Moves))), versus)
		}
		if q := restarted[i]; q.solved.Runs == 0 {
			row = append(row, papers.VerdictCell(report.NotRun, ""), report.Cell{})
		} else {
			row = append(row, report.Measured(q.solved), report.Measured(q.mean))
		}
		t.Rows = append(t.Rows, row)
		solved.Groups, iterations.Groups = append(solved.Groups, p.name), append(iterations.Groups, p.name)
		for _, s := range []struct {
			series *figure.BarSeries
			o      report.Ours
		}{{&rates, p.solved}, {&means, p.mean}} {
			if math.IsNaN(s.o.Value) {
				s.o.Lo, s.o.Hi = math.NaN(), math.NaN()
			}
			s.series.Y, s.series.Lo, s.series.Hi = append(s.series.Y, s.o.Value), append(s.series.Lo, s.o.Lo), append(s.series.Hi, s.o.Hi)
		}
	}
	rates.Name, means.Name = "without restart", "mean of those solved"
	solved.Series, iterations.Series = []figure.BarSeries{rates}, []figure.BarSeries{means}
	return report.Section{Title: "Figure 2: weights of the score", Blocks: []report.Block{t, choiceTable(once), papers.Picture("figure-2",
		"Climbs without restart, by weights", "Left the proportion solved before the first plateau, right the iterations of those that were.",
		&figure.Panels{Titles: []string{"solved", "iterations"}, Charts: []figure.Chart{solved, iterations}})}}
}

// choiceTable judges the choice of (1, -1).
func choiceTable(pairs []pair) *report.Table {
	t := &report.Table{
		Name: "figure-2-choice", Title: "The pair that the paper chose",
		Columns: []report.Column{{Title: "claim", Text: true}, {Title: "ours", Text: true}, {Title: "verdict", Text: true}},
		Notes:   []string{"Solving many is taken as solving at least half as many as the pair that solves most. The claim is about means, and no test is asked of it."},
	}
	good := solvingMany(pairs)
	row := []report.Cell{report.Words("(1, −1) takes the fewest iterations of all pairs that solve many puzzles")}
	if len(good) == 0 {
		t.Rows = [][]report.Cell{append(row, report.Cell{}, papers.VerdictCell(report.NotRun, ""))}
		return t
	}
	words := ""
	for i, p := range good {
		if i > 0 {
			words += "; "
		}
		words += fmt.Sprintf("(%s) %s", p.name, report.Short(p.mean.Value))
	}
	quick := slices.MinFunc(good, func(a, b pair) int { return cmp.Compare(a.mean.Value, b.mean.Value) })
	verdict := papers.VerdictCell(report.Matched, "")
	if quick.name != weights[0].name {
		verdict = papers.VerdictCell(report.Missed, fmt.Sprintf("(%s) takes fewer", quick.name))
	}
	t.Rows = [][]report.Cell{append(row, report.Words(words), verdict)}
	return t
}

// readings shows what the choices do that the paper leaves open.
func readings(r papers.Records) report.Section {
	t := &report.Table{
		Name: "readings", Title: "Readings of what the paper leaves open",
		Columns: []report.Column{
			{Title: "reading", Text: true}, {Title: "runs"}, {Title: "solved"}, {Title: "p (McNemar, Holm)"}, {Title: "iterations, mean"}, {Title: "median"},
			{Title: "restarts, mean"}, {Title: "iterations for each start"}, {Title: "mean iterations divided by the first's"},
		},
		Notes: []string{"The same puzzles for all; climbs end after a limit of iterations, and count with it."},
	}
	readings := []struct{ title, method string }{
		{"as above: a plateau is ten expansions at one score; ties at random", "hillclimb"},
		{"J5: the first found of equally good states", "hillclimb:tie=first-found"},
		{"J7: a plateau is ten expansions without a new best score", "hillclimb:plateau=no-best"},
		{"J7: every first local maximum is a plateau", "hillclimb:plateau=first-maximum"},
		{"J7: 3 expansions instead of ten", "hillclimb:level=3"},
		{"J7: 30 expansions instead of ten", "hillclimb:level=30"},
		{"J7: 100 expansions instead of ten", "hillclimb:level=100"},
		{"J7: 300 expansions instead of ten", "hillclimb:level=300"},
		{"boxes filled at random", "hillclimb:initial=random-fill"},
	}
	survival := &figure.Survival{X: figure.Axis{Label: "iterations", Log: true}, Y: figure.Axis{Label: "not yet solved"}}
	base := r.Method("hillclimb").Ran()
	var ps []float64
	for _, x := range readings[1:] {
		ps = append(ps, papers.MoreSuccess("", r, "hillclimb", x.method).P)
	}
	ps = stats.Holm(ps)
	for i, x := range readings {
		own := r.Method(x.method).Ran()
		row := []report.Cell{report.Words(x.title), report.Count(len(own))}
		if len(own) == 0 {
			row = append(row, papers.VerdictCell(report.NotRun, ""))
			for len(row) < len(t.Columns) {
				row = append(row, report.Cell{})
			}
			t.Rows = append(t.Rows, row)
			continue
		}
		versus := report.Cell{}
		if i > 0 {
			versus = papers.P(ps[i-1])
		}
		moves := own.Values(papers.Moves)
		t.Rows = append(t.Rows, append(row, report.Measured(papers.RateOf(own).Ours()), versus, report.Measured(papers.Mean(moves)), report.Number(stats.Median(moves)),
			report.Number(stats.Mean(own.Values(papers.Restarts))), report.Number(perStart(own)), report.Number(stats.Mean(moves)/stats.Mean(base.Values(papers.Moves)))))
		censored := own.Successes()
		for k := range censored {
			censored[k] = !censored[k]
		}
		survival.Groups = append(survival.Groups, figure.Lifetimes{Name: x.method, Times: moves, Censored: censored})
	}
	section := report.Section{Title: "What the paper leaves open", Blocks: []report.Block{t, plateauTable(r)}}
	if len(survival.Groups) > 0 {
		section.Blocks = append(section.Blocks, papers.Picture("readings-survival", "Climbs that are not solved yet",
			"Over all puzzles and seeds: the lower the curve, the more are solved within so many iterations.", survival))
	}
	return section
}

// perStart is the mean of iterations divided by that of starts.
func perStart(r papers.Records) float64 {
	return stats.Mean(r.Values(papers.Moves)) / (1 + stats.Mean(r.Values(papers.Restarts)))
}

// The lengths of plateaus that are tried. The first is the paper's, as it is read here.
var plateauLengths = []struct{ length, method string }{
	{"10", "hillclimb"}, {"30", "hillclimb:level=30"}, {"100", "hillclimb:level=100"}, {"300", "hillclimb:level=300"},
}

// bestPlateau says in words with which length the starts are most like the published ones: by the distance of their logarithms.
func bestPlateau(r papers.Records) string {
	best, length := math.Inf(1), ""
	for _, x := range plateauLengths {
		distance := 0.0
		for _, p := range publishedLevels {
			restarts := stats.Mean(r.Set(p.set).Method(x.method).Ran().Values(papers.Restarts))
			distance += math.Abs(math.Log((1 + restarts) / (1 + p.restarts)))
		}
		if distance < best {
			best, length = distance, x.length
		}
	}
	if length == "" || length == plateauLengths[0].length {
		return ""
	}
	return fmt.Sprintf("Of plateaus of 10, 30, 100 and 300 expansions, %s give as many restarts as published most nearly. As the paper speaks of ten states, the reproduction "+
		"keeps ten.", length)
}

// plateauTable shows how long a plateau must be taken to be for restarts to be as many as published.
func plateauTable(r papers.Records) *report.Table {
	t := &report.Table{
		Name: "readings-plateau", Title: "Length of a plateau, by level (J7)",
		Columns: []report.Column{
			{Title: "level", Text: true}, {Title: "expansions that make a plateau", Text: true}, {Title: "runs"}, {Title: "solved"},
			{Title: "iterations, mean"}, {Title: "restarts, mean"}, {Title: "iterations for each start"},
		},
		Notes: []string{"The paper speaks of the ten best states; the published iterations for each start are its mean iterations divided by one more than its mean restarts."},
	}
	for _, p := range publishedLevels {
		t.Rows = append(t.Rows, []report.Cell{
			report.Words(p.name), report.Words("published"), report.Count(25), report.Number(1), report.Number(p.iterations), report.Number(p.restarts),
			report.Number(p.iterations / (1 + p.restarts)),
		})
		for _, x := range plateauLengths {
			own := r.Set(p.set).Method(x.method).Ran()
			row := []report.Cell{report.Words(p.name), report.Words(x.length), report.Count(len(own))}
			if len(own) == 0 {
				row = append(row, papers.VerdictCell(report.NotRun, ""), report.Cell{}, report.Cell{}, report.Cell{})
			} else {
				row = append(row, report.Measured(papers.RateOf(own).Ours()), report.Measured(papers.Mean(own.Values(papers.Moves))),
					report.Measured(papers.Mean(own.Values(papers.Restarts))), report.Number(perStart(own)))
			}
			t.Rows = append(t.Rows, row)
		}
	}
	return t
}

// beaten compares the climb with stronger methods of local search.
func beaten(r papers.Records) report.Section {
	t := &report.Table{
		Name: "beaten", Title: "The same puzzles by stronger methods",
		Columns: []report.Column{
			{Title: "method", Text: true}, {Title: "runs"}, {Title: "solved"}, {Title: "moves, mean"}, {Title: "time, median"}, {Title: "time, mean"},
			{Title: "time, most"}, {Title: "time per success"},
		},
		Notes: []string{
			"A move is the expansion of a state with all its swaps for `hillclimb`, a swap for `tempering` and `ils`, a node for `guided`. The last three propagate singles first. " +
				"Times are on the clock, one run at a time.",
		},
	}
	cactus := &figure.Cactus{Y: figure.Axis{Label: "time (s)", Log: true}}
	for _, m := range []string{"hillclimb", "tempering", "ils", "guided"} {
		own := r.Method(m).Ran()
		if len(own) == 0 {
			t.Rows = append(t.Rows, []report.Cell{report.Words("`" + m + "`"), report.Count(0), papers.VerdictCell(report.NotRun, ""), {}, {}, {}, {}, {}})
			continue
		}
		times := stats.Summarize(own.Values(papers.Wall))
		t.Rows = append(t.Rows, []report.Cell{
			report.Words("`" + m + "`"), report.Count(len(own)), report.Measured(papers.RateOf(own).Ours()), report.Number(stats.Mean(own.Values(papers.Moves))),
			report.Seconds(times.Median), report.Seconds(times.Mean), report.Seconds(times.Max), report.MeasuredSeconds(papers.CostOfSuccess(own, papers.Wall)),
		})
		cactus.Instances = max(cactus.Instances, len(own))
		cactus.Samples = append(cactus.Samples, figure.Sample{Name: m, Values: own.Succeeded().Values(papers.Wall)})
	}
	section := report.Section{Title: "What the method is worth today", Blocks: []report.Block{t}}
	if cactus.Instances > 0 {
		section.Blocks = append(section.Blocks, papers.Picture("beaten-cactus", "Runs solved within a time", "Further right and lower is better.", cactus))
	}
	return section
}

// notes are the errors and ambiguities of the paper, and what was made of them.
func notes() report.Section {
	s := report.Section{Title: "Errors and ambiguities of the paper"}
	for _, note := range []string{
		"J1. The formulas of f₁ and f₂ are damaged in the text at hand: both count rows and columns.",
		"J2. Fig. 4 has 164 and 173 for f₁, which is at most 162 by its definition.",
		"J3. The \"number of distinct states\" ΣΣ n(n−1)/2 is the number of moves, 131 instead of 1378 in the example; the states of a box are n!.",
		"J4. The \"3,546,146,300,288 goal states\" of the empty grid are the number of grids, 6,670,903,752,021,072,936,960, divided by 9!·72².",
		"J5. Which of equally good successors is taken is not said: here one at random; the first found is a reading above.",
		"J6. The randomness of a restart is in the order of digits in the greedy filling and of candidates in the swaps.",
		"J7. The \"ten best states share one score\" is made definite by expanding them: ten expansions in a row at one score without a better successor are a plateau.",
		"J8. Iterations are counted over all starts, and over the last one, which the published row of 1 iteration with 1.33 restarts suggests.",
		"J9. Figs. 5 and 6 cannot both be right: their fractions imply groups of sizes that do not sum to 100.",
		"J10. The published times, from 10 ms to 9.7 hours, depend on machine and program.",
	} {
		s.Blocks = append(s.Blocks, report.Text(note))
	}
	return s
}
