package thein

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

// sections are Tables 4.1 to 4.6 and what is said about them.
func (t *data) sections() []report.Section {
	first := report.Section{Title: "Constraint programming and integer programming (Tables 4.1 and 4.2, Fig. 4.1)"}
	first.Blocks = append(first.Blocks, t.table41(), t.table42(), t.startTable(), t.bars("figure-4-1", "Fig. 4.1: mean time by level",
		cpMethod, ipMethod, ownIPMethod),
		t.nodesTable())
	second := report.Section{Title: "The heuristic before the search (Tables 4.3 to 4.6, Fig. 4.2)"}
	for i, level := range levels {
		second.Blocks = append(second.Blocks, t.heuristicTable(fmt.Sprintf("4.%d", 3+i), level))
	}
	second.Blocks = append(second.Blocks,
		t.bars("figure-4-2", "Fig. 4.2: mean time by level, with the heuristic", cpMethod, heuristicMethod, ipMethod,
			ownIPMethod),
		t.finishedTable(), t.variantsTable())
	return []report.Section{first, second, {Title: "Ratios and order relations", Blocks: []report.Block{t.ratios(), t.relations()}}}
}

// table41 is Table 4.1: constraint programming.
func (t *data) table41() *report.Table {
	table := &report.Table{
		Name: "table-4-1", Title: "Table 4.1: time of constraint programming (ms)",
		Columns: papers.Columns("|level", "|statistic", "published", "ours, all runs", "|verdict", "ours, puzzle means",
			"ours, search alone", "domains 1 to 9, all runs", "domains 1 to 9, search alone"),
		Notes: []string{
			"Ours is `backtrack:cp-thesis`, with the slip of the thesis, domains of 1 to 81 cut by the sums; beside it " +
				"`backtrack:cp-clean`, without. Times include stating and " +
				"building the model, as his do (T11). He may have taken statistics over 200 runs or over ten means (T10): both are " +
				"shown, and the verdict is the first one's.",
		},
	}
	for _, level := range levels {
		all, search := t.sample(cpMethod, level, papers.Wall), t.sample(cpMethod, level, papers.Solve)
		clean, cleanSearch := t.sample(cleanMethod, level, papers.Wall), t.sample(cleanMethod, level, papers.Solve)
		ours, means, alone := statisticsOf(all.runs), statisticsOf(all.puzzles), statisticsOf(search.runs)
		other, otherAlone := statisticsOf(clean.runs), statisticsOf(cleanSearch.runs)
		for i, name := range statistics {
			table.Rows = append(table.Rows, []report.Cell{
				report.Words(level), report.Words(name), milliseconds(publishedCP[level][i]), milliseconds(ours[i]),
				verdictOn(report.Published{Value: publishedCP[level][i], Rule: report.Machine{}}, ours[i]), milliseconds(means[i]),
				milliseconds(alone[i]), milliseconds(other[i]), milliseconds(otherAlone[i]),
			})
		}
	}
	return table
}

// table42 is Table 4.2: integer programming.
func (t *data) table42() *report.Table {
	table := &report.Table{
		Name: "table-4-2", Title: "Table 4.2: time of integer programming (ms)",
		Columns: papers.Columns("|level", "|statistic", "published", "GLPK, all runs", "|verdict", "GLPK, puzzle means",
			"GLPK without its start", "CBC", "CBC without its start",
			"our branch and bound", "its search alone", "after singles"),
		Notes: []string{
			"GLPK is `none+glpsol`: the program of the thesis, handed over as a file and solved by another process, where he called it " +
				"as a library. CBC is `none+cbc`; our branch and bound " +
				"over CLP is `clp:plain`; after singles and with a zero objective it is `clp`. Of his Table 4.2 the column of the evil " +
				"puzzles is legible only (T9).",
		},
	}
	for _, level := range levels {
		values := func(method string, value func(*campaign.Record) float64) column {
			return statisticsOf(t.sample(method, level, value).runs)
		}
		ours, means, net := values(ipMethod, papers.Wall), statisticsOf(t.sample(ipMethod, level, papers.Wall).puzzles), values(ipMethod,
			t.net)
		cbc, cbcNet := values("none+cbc", papers.Wall), values("none+cbc", t.net)
		own, ownAlone, singles := values(ownIPMethod, papers.Wall), values(ownIPMethod, papers.Solve), values("clp", papers.Wall)
		for i, name := range statistics {
			row := []report.Cell{report.Words(level), report.Words(name), report.Words("illegible"), milliseconds(ours[i]), report.Words("")}
			if published, legible := publishedIP[level]; legible {
				row[2] = milliseconds(published[i])
				row[4] = verdictOn(report.Published{Value: published[i], Rule: report.Machine{}}, ours[i])
			}
			table.Rows = append(table.Rows, append(row, milliseconds(means[i]), milliseconds(net[i]), milliseconds(cbc[i]), milliseconds(cbcNet[i]),
				milliseconds(own[i]), milliseconds(ownAlone[i]), milliseconds(singles[i])))
		}
	}
	return table
}

// startTable says what it costs to start a program.
func (t *data) startTable() *report.Table {
	table := &report.Table{
		Name: "start", Title: "Start of the external programs (ms)", Columns: papers.Columns("|method", "runs", "median", "shortest",
			"longest"),
		Notes: []string{"The time of a puzzle of which all cells are given: writing the file, starting the process, reading the answer. " +
			"It is taken off where times are said to be without the start."},
	}
	for _, g := range papers.GroupBy(t.Records.Grid("start"), papers.Method) {
		r := g.Records.Ran().Succeeded()
		if len(r) == 0 {
			table.Rows = append(table.Rows, []report.Cell{report.Words(g.Key), report.Words("not run"), report.Words("–"), report.Words("–"),
				report.Words("–")})
			continue
		}
		s := stats.Summarize(r.Values(papers.Wall))
		table.Rows = append(table.Rows, []report.Cell{report.Words(g.Key), numberCell(float64(s.N)), milliseconds(s.Median),
			milliseconds(s.Min), milliseconds(s.Max)})
	}
	return table
}

// bars shows the mean time of methods on each level, beside the published means.
func (t *data) bars(name, title string, names ...string) *report.Picture {
	b := &figure.Bars{Y: figure.Axis{Label: "time (s)", Log: true}, Groups: levels}
	for _, m := range names {
		var published map[string]column
		switch m {
		case cpMethod:
			published = publishedCP
		case ipMethod:
			published = publishedIP
		case heuristicMethod:
			published = publishedHeuristic
		}
		if published != nil {
			s := figure.BarSeries{Name: "thesis: " + roleOf(m)}
			for _, level := range levels {
				y := math.NaN()
				if c, ok := published[level]; ok {
					y = c[0]
				}
				s.Y = append(s.Y, y)
			}
			b.Series = append(b.Series, s)
		}
		if !t.has(m) {
			continue
		}
		s := figure.BarSeries{Name: "ours: " + m}
		for _, level := range levels {
			x := t.sample(m, level, papers.Wall).puzzles
			ci := stats.BootstrapMean(x, t.Spec.Seed)
			s.Y, s.Lo, s.Hi = append(s.Y, stats.Mean(x)), append(s.Lo, ci.Lo), append(s.Hi, ci.Hi)
		}
		b.Series = append(b.Series, s)
	}
	return &report.Picture{Figure: figure.Figure{
		Name: name, Title: title, Chart: b,
		Caption: "Means over the puzzles of a level, with bootstrap intervals of 95 % over puzzles; the thesis prints no intervals, and " +
			"of its integer program the evil column is legible only. " +
			"Times include building the model and, for programs, their start. Note the logarithmic axis.",
	}}
}

// roleOf says what a method was in the thesis.
func roleOf(method string) string {
	switch method {
	case cpMethod:
		return "constraint program"
	case heuristicMethod:
		return "heuristic, then constraint program"
	}
	return "integer program"
}

// searches are the constraint programs whose nodes are counted.
var searches = []string{
	cpMethod, cleanMethod,
	"h-naked+backtrack:cp-thesis", "h-rowcol+backtrack:cp-thesis", heuristicMethod, "h-full+backtrack:cp-thesis",
	"h-naked+backtrack:cp-clean", "h-rowcol+backtrack:cp-clean", "h-printed+backtrack:cp-clean", "h-full+backtrack:cp-clean",
}

// nodesTable is Table 4.1 in nodes, which do not depend on the machine.
func (t *data) nodesTable() *report.Table {
	table := &report.Table{
		Name: "table-4-1-nodes", Title: "Table 4.1 in nodes: assignments tried until the first solution, givens included",
		Columns: papers.Columns("|method", "|statistic", "easy", "medium", "hard", "evil", "evil / easy"),
		Notes: []string{"Over puzzles: each takes the same number of nodes in every run. A node is an assignment that the search " +
			"tried, so a puzzle that the heuristic finishes takes 81."},
	}
	for _, m := range searches[:2] {
		var columns []column
		for _, level := range levels {
			columns = append(columns, statisticsOf(t.sample(m, level, papers.Nodes).puzzles))
		}
		for i, name := range statistics {
			row := []report.Cell{report.Words(m), report.Words(name)}
			for _, c := range columns {
				row = append(row, numberCell(c[i]))
			}
			table.Rows = append(table.Rows, append(row, numberCell(columns[3][i]/columns[0][i])))
		}
	}
	return table
}

// heuristicTable is one of Tables 4.3 to 4.6.
func (t *data) heuristicTable(number, level string) *report.Table {
	table := &report.Table{
		Name: "table-" + string(number[0]) + "-" + number[2:], Title: fmt.Sprintf("Table %s: %s puzzles with the heuristic and without "+
			"(ms)", number, level),
		Columns: papers.Columns("|statistic", "without, published", "without, ours", "with, published", "with, ours", "|verdict",
			"% less, published", "% less, ours", "|verdict",
			"% faster, published", "% faster, ours", "|verdict", "with, search alone"),
		Notes: []string{"With t without the heuristic and h with it, % less is 100 (1 - h/t) and % faster is 100 (t/h - 1). Both say " +
			"what t/h is, so one rule is applied: " +
			"ours divided by the published t/h is between 0.67 and 1.5."},
	}
	without, with := statisticsOf(t.sample(cpMethod, level, papers.Wall).runs), statisticsOf(t.sample(heuristicMethod, level, papers.Wall).runs)
	alone := statisticsOf(t.sample(heuristicMethod, level, papers.Solve).runs)
	for i, name := range statistics {
		row := []report.Cell{
			report.Words(name), milliseconds(publishedCP[level][i]), milliseconds(without[i]), milliseconds(publishedHeuristic[level][i]), milliseconds(with[i]),
			verdictOn(report.Published{Value: publishedHeuristic[level][i], Rule: report.Machine{}}, with[i]),
		}
		ratio := without[i] / with[i]
		ours := []report.Cell{numberCell(100 * (1 - 1/ratio)), numberCell(100 * (ratio - 1))}
		if i < 2 {
			gain := publishedGain[level][i]
			verdict := verdictOn(report.Published{Value: 1 + gain.faster/100, Rule: ratioRule, Known: whyHeuristic}, ratio)
			less, faster := verdict, verdict
			less.Title, faster.Title = "% less: t/h is "+less.Title, "% faster: t/h is "+faster.Title
			row = append(row, numberCell(gain.less), ours[0], less, numberCell(gain.faster), ours[1], faster)
		} else {
			row = append(row, report.Words(""), ours[0], report.Words(""), report.Words(""), ours[1], report.Words(""))
		}
		table.Rows = append(table.Rows, append(row, milliseconds(alone[i])))
	}
	return table
}

// reductions are the readings of the heuristic (ambiguity T4).
var reductions = []string{"h-naked", "h-rowcol", "h-printed", "h-full"}

// finishedShare returns how many puzzles of a level a heuristic finishes alone, and of how many.
func (t *data) finishedShare(heuristic, level string) (finished, all int) {
	r := t.Records.Grid("reduce").Method(heuristic).Set("thein-" + level).Ran()
	for i := range r {
		if filled(&r[i]) {
			finished++
		}
	}
	return finished, len(r)
}

// finishedTable is how many puzzles the heuristic finishes alone.
func (t *data) finishedTable() *report.Table {
	table := &report.Table{
		Name: "finished", Title: "Puzzles that the heuristic finishes alone",
		Columns: papers.Columns("|level", "|published", "as printed (h-printed)", "|verdict", "naked singles only (h-naked)", "rows "+
			"and columns (h-rowcol)", "as meant (h-full)"),
		Notes: []string{"Machine-independent. Most is held to be more than half, few to be three of ten at most."},
	}
	for _, level := range levels {
		of := func(h string) (report.Cell, float64) {
			k, n := t.finishedShare(h, level)
			if n == 0 {
				return report.Words("not run"), math.NaN()
			}
			return report.Cell{Text: fmt.Sprintf("%d of %d", k, n), Number: float64(k) / float64(n), IsNumber: true},
				float64(k) / float64(n)
		}
		p := finished[level]
		printed, share := of("h-printed")
		naked, _ := of("h-naked")
		lines, _ := of("h-rowcol")
		full, _ := of("h-full")
		table.Rows = append(table.Rows, []report.Cell{report.Words(level), report.Words(p.words), printed,
			verdictOn(report.Published{Value: p.value, Rule: p.rule}, share), naked, lines, full})
	}
	return table
}

// variantsTable compares the readings of the heuristic.
func (t *data) variantsTable() *report.Table {
	table := &report.Table{
		Name: "heuristics", Title: "Readings of the heuristic before both searches",
		Columns: papers.Columns("|method", "easy, mean ms", "medium, mean ms", "hard, mean ms", "evil, mean ms", "easy, median nodes",
			"medium, median nodes", "hard, median nodes", "evil, median nodes"),
		Notes: []string{"Section 3.4 of the thesis has naked singles only, section 4.3 adds rows and columns, appendix C a box check " +
			"that is broken (T4, T5)."},
	}
	for _, m := range searches {
		row := []report.Cell{report.Words(m)}
		for _, level := range levels {
			row = append(row, milliseconds(stats.Mean(t.sample(m, level, papers.Wall).runs)))
		}
		for _, level := range levels {
			row = append(row, numberCell(stats.Median(t.sample(m, level, papers.Nodes).puzzles)))
		}
		table.Rows = append(table.Rows, row)
	}
	return table
}

// ratios are the published ratios.
func (t *data) ratios() *report.Table {
	table := &report.Table{
		Name: "ratios", Title: "Ratios", Columns: papers.Columns("|ratio", "published", "ours", "|verdict", "|rule", "|why a miss is no "+
			"surprise"),
		Notes: []string{"The integer program of the thesis is judged three times: its solver with the start of the process, without, " +
			"and our branch and bound, which runs within the program as his solver did."},
	}
	add := func(what string, published, ours float64, rule report.Rule, words, why string) {
		verdict := verdictOn(report.Published{Value: published, Rule: rule, Known: why}, ours)
		if verdict.Verdict != report.Missed {
			why = ""
		}
		table.Rows = append(table.Rows, []report.Cell{report.Words(what), numberCell(published), numberCell(ours), verdict,
			report.Words(words), report.Words(why)})
	}
	mean := func(method, level string, value func(*campaign.Record) float64) float64 {
		return stats.Mean(t.sample(method, level, value).runs)
	}
	median := func(method, level string, value func(*campaign.Record) float64) float64 {
		return stats.Median(t.sample(method, level, value).runs)
	}
	const factor = "0.67 to 1.5 times"
	add("constraint program, evil / easy, means of time", 17.7, mean(cpMethod, "evil", papers.Wall)/mean(cpMethod, "easy", papers.Wall),
		ratioRule, factor, whyTail)
	add("constraint program, evil / easy, medians of time", 15.2, median(cpMethod, "evil", papers.Wall)/median(cpMethod, "easy",
		papers.Wall), ratioRule, factor, whyTail)
	add("constraint program, evil / easy, means of nodes", 17.7, mean(cpMethod, "evil", papers.Nodes)/mean(cpMethod, "easy", papers.Nodes),
		ratioRule, factor, whyTail)
	add("constraint program, evil / easy, medians of nodes", 15.2, median(cpMethod, "evil", papers.Nodes)/median(cpMethod, "easy",
		papers.Nodes), ratioRule, factor, whyTail)
	for _, ip := range judged {
		value := t.timed(ip.net)
		ip.words = strings.ReplaceAll(ip.words, "`", "") // cells have no code
		add("constraint program / integer program, evil, means: "+ip.words, 5.07, mean(cpMethod, "evil", papers.Wall)/mean(ip.method,
			"evil", value), ratioRule, factor, whyCP)
		add("heuristic and constraint program / integer program, evil, means: "+ip.words, 1.49, mean(heuristicMethod, "evil",
			papers.Wall)/mean(ip.method, "evil", value), ratioRule, factor, whyCP)
		add("integer program, evil, standard deviation / mean: "+ip.words, 0.014, stats.CV(t.sample(ip.method, "evil", value).runs),
			ratioRule, factor, whyNoise)
		add("integer program, largest mean of a level / smallest: "+ip.words, 1, t.levelRatio(ip.method, value), report.Between{Lo: 1,
			Hi: 1.25}, "at most 1.25", whyPresolve)
	}
	return table
}

// relations are the published order relations, each tested on the puzzles of its level.
func (t *data) relations() *report.Table {
	table := &report.Table{
		Name: "relations", Title: "Order relations",
		Columns: papers.Columns("|level", "|published", "|slower", "|faster", "slower / faster, median over puzzles", "puzzles", "p "+
			"(Wilcoxon, Holm)", "|verdict", "|why a miss is no surprise"),
		Notes: []string{"Wilcoxon's signed-rank test on the logarithms of the puzzles' median times, two-sided, corrected after Holm " +
			"for the four levels. A relation is matched if it holds for the median and p is below 0.05. " +
			"Times of GLPK are without its start."},
	}
	type relation struct {
		level, words  string
		slow, fast    string
		why           string
		slower, quick []float64
		p             float64
	}
	var all []relation
	for _, ip := range []string{ipMethod, ownIPMethod} {
		for _, level := range levels {
			if level == "hard" || level == "evil" {
				all = append(all, relation{level: level, words: "constraint program slower than integer program", slow: cpMethod,
					fast: ip, why: whyCP})
			} else {
				all = append(all, relation{level: level, words: "integer program slower than constraint program", slow: ip,
					fast: cpMethod})
			}
		}
	}
	for _, level := range levels {
		all = append(all, relation{level: level, words: "constraint program slower without the heuristic", slow: cpMethod,
			fast: heuristicMethod, why: whyHeuristic})
	}
	for i := range all {
		r := &all[i]
		r.slower, r.quick = t.paired(r.slow, r.fast, r.level)
		if r.p = 1; len(r.slower) > 0 {
			r.p = stats.Wilcoxon(logsOf(r.slower), logsOf(r.quick)).P
		}
	}
	for family := range slices.Chunk(all, len(levels)) {
		ps := make([]float64, len(family))
		for i := range family {
			ps[i] = family[i].p
		}
		for i, p := range stats.Holm(ps) {
			family[i].p = p
		}
	}
	for _, r := range all {
		p := r.p
		ratio := math.NaN()
		if len(r.slower) == 0 {
			p = math.NaN()
		} else {
			ratio = stats.Median(quotients(r.slower, r.quick))
		}
		verdict := report.Ordered(ratio > 1, p)
		why := ""
		if verdict.Verdict == report.Missed {
			if why = r.why; ratio > 1 {
				why = "It holds, but is not significant with so few puzzles"
			}
		}
		table.Rows = append(table.Rows, []report.Cell{report.Words(r.level), report.Words(r.words), report.Words(r.slow),
			report.Words(r.fast), numberCell(ratio), numberCell(float64(len(r.slower))), numberCell(p), verdict, papers.Textf("%s",
				why)})
	}
	return table
}

// paired returns the median times of two methods on the puzzles of a level that both solved.
func (t *data) paired(methodX, methodY, level string) (x, y []float64) {
	r := t.tables.Set("thein-" + level).Succeeded()
	return papers.PairInstances(r, methodX, methodY, t.net, stats.Median)
}

// logsOf returns logarithms of times, of which the shortest that can be told is a microsecond.
func logsOf(x []float64) []float64 {
	logs := make([]float64, len(x))
	for i, v := range x {
		logs[i] = math.Log(max(v, 1e-6))
	}
	return logs
}

func quotients(x, y []float64) []float64 {
	q := make([]float64, len(x))
	for i := range x {
		q[i] = max(x[i], 1e-6) / max(y[i], 1e-6)
	}
	return q
}
