package thein

import (
	"fmt"
	"math"
	"slices"

	"nonet/cmd/nonet-lab/internal/figure"
	"nonet/cmd/nonet-lab/internal/papers"
	"nonet/cmd/nonet-lab/internal/report"
	"nonet/cmd/nonet-lab/internal/stats"
)

// now makes the tables and figures of the question today, except for the comparisons by pairs.
func (w writer) now() {
	some := slices.DeleteFunc(slices.Clone(sets), func(s papers.Named) bool { return len(w.today.Set(s.Key)) == 0 })
	names := papers.Names(some)
	medians := w.Table("today-medians", "|method", "|kind", "|description", names)
	longest := w.Table("today-longest", "|method", "|kind", "|description", names)
	flat := w.Table("today-flatness", "|method", "|kind", "|relative to", names)
	var marks []papers.Series
	hardest := shared(w.today.Set("jones-hardest"))
	var solvedIn []figure.Sample
	for _, m := range roster {
		all := w.today.Method(m.method)
		if len(all) == 0 {
			continue
		}
		times := func(statistic string) []any {
			return papers.Each(some, func(s papers.Named) any { return solved(statistic, timeOf, all.Set(s.Key)) })
		}
		medians.Row(m.method, m.family, m.words, times("median"))
		longest.Row(m.method, m.family, m.words, times("maximum"))
		base, relativeTo := math.NaN(), ""
		var relative []any
		mark := papers.Over(m.method, some, func(s papers.Named) any {
			r := all.Set(s.Key)
			median := stats.Median(typicalTimes(timeOf, r))
			if len(r.Ran().Reached()) > 0 && math.IsNaN(base) {
				base, relativeTo = median, s.Name
				w.Number("base of "+m.method, report.Duration(median))
			}
			relative = append(relative, cell(median/base))
			return median
		})
		if relativeTo != "" {
			flat.Row(m.method, m.family, relativeTo, relative)
		}
		if m.drawn && len(all.Ran()) > 0 {
			marks = append(marks, mark)
		}
		if x := typicalTimes(timeOf, hardest); len(x) >= 5 {
			solvedIn = append(solvedIn, figure.Sample{Name: m.method,
				Values: papers.Above(0, papers.Finite(typicalTimes(timeOf, hardest.Method(m.method))))})
		}
	}
	w.Figure("today", papers.Dots(figure.Axis{Label: "median time (s)", Log: true}, names, marks...))
	count := len(papers.Medians(hardest, timeOf))
	w.Number("hardest puzzles shared", count)
	w.Figure("today-jones-hardest", papers.Cactus(papers.TimeAxis, count, solvedIn...))
	w.Panels("today-spread", papers.Each([]string{"ip", "singles+clp", cp}, func(method string) papers.Panel {
		boxes := papers.Each(sets, func(s papers.Named) figure.Sample {
			times := typicalTimes(timeOf, w.today.Set(s.Key).Method(method))
			return figure.Sample{Name: s.Name, Values: papers.Above(0, papers.Finite(times))}
		})
		return papers.Panel{Heading: method, Chart: papers.Boxes(papers.TimeAxis, boxes...)}
	})...)
	for _, s := range some {
		r := w.today.Set(s.Key).Method("singles+gini").Ran()
		w.Number("decided by singles "+s.Name, fmt.Sprintf("%d of %d",
			len(papers.Medians(r.DecidedBefore(), timeOf)), len(papers.Medians(r, timeOf))))
	}
	objective := ratioOf(pairsOf(w.today.Succeeded(), own, "clp:plain-zero", papers.CPU))
	w.Number("objective puzzles", objective.Puzzles)
	w.Number("objective ratio", factor(objective.Ratio))
	w.Number("objective p", fmt.Sprintf("%.2g", objective.P))
}

// duels makes the table of which of two methods is faster, on each set.
func (w writer) duels() {
	t := w.Table("today-pairs", "|set", "|first", "|second", "puzzles", "first / second, median", "p (Wilcoxon, Holm)",
		"|faster")
	// fastest returns the method of a kind with the least median on the puzzles that no method decided before its
	// solver.
	fastest := func(set, family string) (method string, median float64) {
		r := shared(w.today.Set(set))
		for _, m := range roster {
			if family != "" && m.family != family || len(w.today.Set(set).Method(m.method).Ran().Reached()) == 0 {
				continue
			}
			if x := stats.Median(typicalTimes(timeOf, r.Method(m.method))); method == "" || !(x >= median) && x == x {
				method, median = m.method, x
			}
		}
		return method, median
	}
	for _, question := range []string{"stated", "best", "heuristic", "against"} {
		for _, s := range sets {
			r := w.today.Set(s.Key)
			if len(r) == 0 {
				continue
			}
			first, second := "ip", cp
			switch question {
			case "best":
				first, _ = fastest(s.Key, "IP")
				second, _ = fastest(s.Key, "CP")
			case "heuristic":
				first = printed
			case "against":
				first, _ = fastest(s.Key, "heuristic and CP")
				second, _ = fastest(s.Key, "IP")
			}
			if first == "" || second == "" {
				continue
			}
			x := pair(first, timeOf, second, timeOf, r.Ran())
			t.Row(s.Name, first, second, duel(question, first, second, x))
			q := ratioOf(x).Ratio
			w.Number(question+" "+s.Name, factor(max(q, 1/q)))
		}
	}
	for _, s := range sets {
		if method, median := fastest(s.Key, ""); method != "" {
			w.Number("fastest "+s.Name, papers.Code(method)+" in "+report.Duration(median))
		}
	}
}

// appendix makes the table of the puzzle of appendix C.
func (w writer) appendix() {
	r := w.Grid("appendix").Succeeded()
	t := w.Table("appendix-c", "|heuristic", "expected", "ours", "|verdict", "passes expected", "passes", "|verdict")
	for _, name := range append(slices.Clone(reductions), "solution") {
		c := w.Claim(name + " filled")
		if name == "solution" {
			value, words := papers.Least(r.Values(papers.Value("solution"))), ""
			if value >= 1 {
				words = "the same, and the only one"
			} else if len(r) > 0 {
				words = "another, or several"
			}
			t.Row(name, "as printed", words, c.Verdict(value), "", "")
			continue
		}
		filled, taken := papers.Least(r.Values(papers.Value(name+" filled"))),
			papers.Least(r.Values(papers.Value(name+" passes")))
		row := []any{name, cell(c.Value), cell(filled), c.Verdict(filled)}
		if name == "h-naked" { // its number of passes is not known
			t.Row(append(row, "", cell(taken))...)
			continue
		}
		passes := w.Claim(name + " passes")
		t.Row(append(row, cell(passes.Value), cell(taken), passes.Verdict(taken))...)
	}
}

// revealed makes the table and the figures of Figure 4.3, and returns the R² of the fits.
func (w writer) revealed() (r2 []float64) {
	puzzles := reveals(w.Data)
	t := w.Table("figure-4-3-fits", "|puzzle", "clues", "orders", "nodes at first", "a", "b (1/%)", "c", "R²",
		"R², log-linear", "R² of time", "|largest drop by one cell", "% of the first nodes", "steps up")
	var logs, firsts []float64
	ups, steps := 0, 0
	for i := range puzzles {
		p := &puzzles[i]
		nodes, seconds, base := p.fit(nodesOf), p.fit(secondsOf), p.orders[0].nodes[0]
		drop, share := "none", math.NaN()
		if d, some := p.drop(); some {
			drop, share = fmt.Sprintf("%s: %s to %s nodes, after %d others", d.cell, digits(d.before), digits(d.with),
				d.revealed), 100*(d.before-d.with)/base
		}
		up, all := p.rises()
		_, y := p.curve(nodesOf)
		t.Row(puzzleName(p.name), cell(float64(p.clues)), cell(float64(len(p.orders))), cell(base), cell(nodes.A),
			cell(nodes.B), cell(nodes.C), cell(nodes.R2), cell(nodes.LogR2), cell(seconds.R2), drop, cell(share),
			fmt.Sprintf("%d of %d", up, all))
		r2, logs = append(r2, nodes.R2), append(logs, nodes.LogR2)
		firsts = append(firsts, 1-stats.Mean(y[1])/stats.Mean(y[0]))
		ups, steps = ups+up, steps+all
	}
	w.Figure("figure-4-3-nodes", nil)
	w.Figure("figure-4-3-time", nil)
	if len(puzzles) > 0 {
		w.revealing(puzzles, "nodes")
		w.revealing(puzzles, "time")
	}
	percent := func(x float64) string { return fmt.Sprintf("%.0f %%", 100*x) }
	w.Numbers("", map[string]any{"revealed puzzles": fmt.Sprint(len(puzzles)),
		"decay explains": percent(stats.Median(r2)), "line explains": percent(stats.Median(logs)),
		"first cell saves": percent(stats.Median(firsts)), "steps": fmt.Sprint(steps), "steps up": fmt.Sprint(ups),
		"share of steps up": percent(float64(ups) / float64(steps))})
	return r2
}
