package berggren

import (
	"fmt"
	"math"
	"slices"

	"nonet/cmd/nonet-lab/internal/campaign"
	"nonet/cmd/nonet-lab/internal/figure"
	"nonet/cmd/nonet-lab/internal/papers"
	"nonet/cmd/nonet-lab/internal/report"
	"nonet/cmd/nonet-lab/internal/stats"
	"nonet/internal/slice"

	"gonum.org/v1/gonum/floats"
)

var proofTime = papers.Value("proof")

// write makes the tables and figures of the report.
func write(w *papers.Writer) {
	s := &sample{d: w.Data, asked: map[string]papers.Records{}}
	timed(w, s, w.Grid("first").Method("rules").Succeeded())
	independence(w, s)
	differences(w, s)
	machine(w)
}

// timed makes the tables and figures of the times of the rules.
func timed(w *papers.Writer, s *sample, solving papers.Records) {
	rules := s.timedOf("rules")
	x := solving.Values(meanTime)
	first, second := windowOf(x), solving.Values(proofTime)
	why := guessed(rules)
	if why != "" {
		why += "."
	}
	t := w.Table("table-rules", "|what", "|time of the", "published", "ours", "|verdict")
	said := w.Table("table-said", "|what", "|published", "|ours", "|verdict")
	if len(solving) > 0 {
		for _, p := range []struct {
			what    string
			seconds bool
			of      func([]float64) any
		}{
			{"mean time", true, func(x []float64) any { return papers.Mean(x) }},
			{"standard deviation", true, func(x []float64) any { return stats.StdDev(x) }},
			{"longest time", true, func(x []float64) any { return papers.Most(x) }},
			{"standard deviation / mean", false, func(x []float64) any { return stats.CV(x) }},
			{"longest / mean", false, func(x []float64) any { return papers.Most(x) / stats.Mean(x) }},
			{"peak of the histogram / mean", false, func(x []float64) any { return windowOf(x).peak }},
		} {
			c, ours, proof := w.Claim(p.what), p.of(x), p.of(second)
			if p.seconds {
				t.Row(p.what, "first solution", c.CompareSeconds(ours))
				t.Row(p.what, "proof", report.Seconds(c.Value), seconds(proof), "")
			} else {
				t.Row(p.what, "first solution", c.Compare(ours))
				t.Row(p.what, "proof", c.Value, proof, c.WouldMatch(proof))
			}
		}
		asked := s.askedOf("rules")
		stable := int(floats.Sum(solving.Values(papers.Value("stable"))))
		said.Row("all puzzles solved", "all", papers.RateOf(asked).Cell().Display(),
			papers.Holds(len(asked.Succeeded()) == len(asked), ""))
		said.Row("all measurements stable", "all", papers.OutOf(stable, len(solving)),
			papers.Holds(stable == len(solving), ""))
		said.Row("times up to ten times the mean: exponential decay", "approximately exponential",
			fmt.Sprintf("R² = %.3f", first.r2), papers.Holds(first.r2 >= 0.95, ""))
	}
	w.Numbers("", map[string]any{
		"solved by the rules": 100 * papers.RateOf(s.askedOf("rules")).Value(),
		"puzzles":             len(s.askedOf("rules")), "bars": first.bars, "floor": 100 * first.floor, "why": why,
		"mean, ours": report.Duration(stats.Mean(x)), "longest, ours": report.Duration(papers.Most(x)),
		"faster in the mean": 0.02 / stats.Mean(x), "faster at most": 1.36 / papers.Most(x),
	})
	w.Compared("published", true, t.Comparisons())
	w.Panels("figure-4-1", papers.Panel{Heading: "rules, first solution", Chart: histogram(solving)},
		papers.Panel{Heading: "rules, proof", Chart: histogram(rules)},
		papers.Panel{Heading: "backtracking, proof", Chart: histogram(s.timedOf("backtrack"))})
}

// seconds returns the cell of a time, with its interval if it has one.
func seconds(v any) report.Cell {
	if o, measured := v.(report.Ours); measured {
		return report.MeasuredSeconds(o)
	}
	return report.Seconds(v.(float64))
}

// independence makes the tables of whether puzzles are hard for both methods.
func independence(w *papers.Writer, s *sample) {
	correlated := w.Table("table-correlated", "|what", "published", "ours", "|verdict")
	tenths := w.Table("table-independence", "|by", "|tenth", "puzzles", "extreme", "in both", "if independent", "lift",
		"p, Fisher")
	ranks := w.Table("table-correlation", "|by", "puzzles", "Spearman", "p")
	for k, by := range difficulty {
		x, y := s.pairs(by.backtrack, by.rules)
		if len(x) == 0 {
			continue
		}
		rho := stats.Spearman(x, y)
		ranks.Row(by.name, len(x), rho.R, papers.P(rho.P))
		for _, tenth := range []string{"worst", "easiest"} {
			i := stats.Independence(x, y, 0.1, tenth == "worst")
			expected := report.Cell{Text: fmt.Sprintf("%.2f ± %.2f", i.Expected, i.SD), Number: i.Expected,
				IsNumber: true}
			tenths.Row(by.name, tenth, i.N, i.M, i.Overlap, expected, i.Lift, papers.P(i.P))
			if k > 0 || tenth != "worst" {
				continue
			}
			why := ""
			if i.N < 1000 {
				why = fmt.Sprintf("with %d puzzles a weak relation does not show", i.N)
			}
			correlated.Row("the worst tenth of backtracking and of the rules", "some correlation",
				fmt.Sprintf("lift %.2f, %s", i.Lift, report.Probability(i.P)), papers.Holds(i.Lift > 1 && i.P < 0.05,
					why))
			correlated.Row("the times of backtracking and of the rules", "some correlation",
				fmt.Sprintf("Spearman's ρ %.2f, %s", rho.R, report.Probability(rho.P)),
				papers.Holds(rho.R > 0 && rho.P < 0.05, why))
			w.Number("in both tenths", fmt.Sprintf("%d of %d", i.Overlap, i.M))
			w.Number("in both if independent", i.Expected)
			w.Number("lift", fmt.Sprintf("lift %.2f, %s", i.Lift, report.Probability(i.P)))
			w.Number("rank correlation", fmt.Sprintf("%.2f (%s)", rho.R, report.Probability(rho.P)))
		}
	}
	w.Figure("figure-correlation", papers.Scatter(figure.Axis{Label: "backtrack (s)", Log: true},
		figure.Axis{Label: "rules (s)", Log: true}, s.cloud()))
}

// differences makes the table and the figure of pairs of algorithms on the same puzzles.
func differences(w *papers.Writer, s *sample) {
	t := w.Table("table-differences", "|puzzles", "|first", "|second", "pairs", "first faster", "second faster",
		"p, sign test", "p, Wilcoxon", "rank-biserial", "median ratio")
	compare := func(where string, r papers.Records, first, second string, time papers.Quantity) {
		x, y := papers.Pairs(r, first, second, time)
		if len(x) < 2 {
			return
		}
		var lx, ly, ratios []float64
		for i := range x {
			if x[i] > 0 && y[i] > 0 {
				lx, ly = append(lx, math.Log(x[i])), append(ly, math.Log(y[i]))
				ratios = append(ratios, x[i]/y[i])
			}
		}
		sign, ranks := stats.Sign(x, y), stats.Wilcoxon(lx, ly)
		t.Row(where, first, second, len(x), sign.Negative, sign.Positive, papers.Holm(sign.P), papers.Holm(ranks.P),
			ranks.RankBiserial, stats.Median(ratios))
	}
	all := slices.Concat(s.timedOf("backtrack"), s.timedOf("rules"))
	compare("17 clues", all, "backtrack", "rules", meanTime)
	w.Figure("figure-differences", differenceChart(papers.Pairs(all, "backtrack", "rules", meanTime)))
	time := func(r *campaign.Record) float64 {
		if r.Grid == "machine" {
			return papers.Wall(r)
		}
		return meanTime(r)
	}
	for _, g := range papers.GroupBy(w.Grid("easier", "machine").Ran(), papers.Clues) {
		where := fmt.Sprintf("%.0f clues", g.Key)
		compare(where, g.Records, "backtrack", "rules", time)
		compare(where, g.Records, "boltzmann", "rules", time)
		compare(where, g.Records, "boltzmann", "backtrack", time)
	}
}

// machine makes the tables and the figure of the Boltzmann machine.
func machine(w *papers.Writer) {
	runs := w.Grid("machine").Method("boltzmann").Ran()
	t := w.Table("table-machine", "clues", "runs", "success", "median sweeps of a success",
		"sweeps of all runs per success", "starts of a run, mean", "median time of a success")
	var clues []float64
	success := papers.Series{Name: "success", Points: true}
	sweeping := papers.Series{Name: "median sweeps", Points: true}
	for _, g := range papers.GroupBy(runs, papers.Clues) {
		won, rate := g.Records.Succeeded(), papers.RateOf(g.Records)
		t.Row(g.Key, g.Records, rate, won.Median(sweeps), papers.CostOfSuccess(g.Records, sweeps).Value,
			1+g.Records.Mean(papers.Restarts), report.Seconds(won.Median(papers.Wall)))
		clues = append(clues, g.Key)
		success.Values, sweeping.Values = append(success.Values, rate), append(sweeping.Values, won.Median(sweeps))
	}
	w.Panels("figure-machine",
		papers.Panel{Heading: "success", Chart: papers.Lines(figure.Axis{Label: "clues"},
			figure.Axis{Label: "success", Max: 1}, clues, success)},
		papers.Panel{Heading: "median sweeps of a success", Chart: papers.Lines(figure.Axis{Label: "clues"},
			figure.Axis{Label: "sweeps", Log: true}, clues, sweeping)})
	must := w.Table("table-machine-must", "|what", "expected", "ours", "|verdict")
	if len(clues) == 0 {
		return
	}
	least, greatest := success.Values[0].(papers.Rate), success.Values[len(clues)-1].(papers.Rate)
	trend := stats.Spearman(runs.Values(papers.Clues), runs.Values(papers.Success))
	must.Row("success with more clues", "increases", fmt.Sprintf("from %.2f to %.2f, Spearman's ρ %.2f, %s",
		least.Value(), greatest.Value(), trend.R, report.Probability(trend.P)),
		papers.Against(report.OwnReference, papers.Holds(trend.R > 0 && trend.P < 0.05, "")))
	if at46 := runs.Between(papers.Clues, 46, 46); len(at46) > 0 {
		rate := papers.RateOf(at46)
		must.Row("puzzles solved with 46 clues", "the majority", rate.Cell().Display(),
			papers.Against(report.OwnReference, papers.Holds(rate.Ours().Lo > 0.5, "")))
	}
	w.Number("machine least clues", clues[0])
	w.Number("machine most clues", clues[len(clues)-1])
	w.Number("machine least", fmt.Sprintf("%.0f %%", 100*least.Value()))
	w.Number("machine most", fmt.Sprintf("%.0f %%", 100*greatest.Value()))
}

// A window describes the histogram of times in the window that the thesis shows, up to ten times their mean.
type window struct {
	bars  float64 // number of bars of equal width
	peak  float64 // middle of the highest bar, divided by the mean
	r2    float64 // of an exponential decay fitted to the bars from the highest on
	floor float64 // constant that the decay approaches, divided by the height of the highest bar
}

// windowOf describes times, with the bars of their histogram. With fewer than a hundred times all fields are NaN.
func windowOf(times []float64) window {
	nan := math.NaN()
	if len(times) < 100 {
		return window{nan, nan, nan, nan}
	}
	const means = 10
	bars, mean := bins(times), stats.Mean(times)
	height, middle := make([]float64, bars), make([]float64, bars)
	for i := range middle {
		middle[i] = means * (float64(i) + 0.5) / float64(bars)
	}
	for _, t := range times {
		if i := int(t / mean * float64(bars) / means); i < bars {
			height[i]++
		}
	}
	top := slices.Index(height, slices.Max(height))
	fit := stats.FitDecay(middle[top:], height[top:])
	return window{float64(bars), middle[top], fit.R2, fit.C / height[top]}
}

// bins returns the number of bins of a histogram of x.
func bins(x []float64) int { return min(60, max(10, int(math.Sqrt(float64(len(x)))))) }

// histogram draws the times of puzzles, up to ten times their mean in bins of equal width, as in the thesis. It is nil
// without times.
func histogram(r papers.Records) figure.Chart {
	if len(r) == 0 {
		return nil
	}
	unit, scale := "s", 1.0
	times := r.Values(meanTime)
	end := 10 * stats.Mean(times)
	if end < 0.1 {
		unit, scale = "ms", 1e3
	}
	for i := range times {
		times[i] *= scale
	}
	h := &figure.Histogram{X: figure.Axis{Label: "mean time of a puzzle (" + unit + ")", Max: end * scale},
		Y: figure.Axis{Label: "puzzles"}, Bins: bins(times), Name: r[0].Method}
	h.Values = slices.DeleteFunc(times, func(x float64) bool { return x > end*scale })
	return h
}

// differenceChart returns the histogram of the differences of two times of each puzzle, in seconds, without the largest
// 5 %; nil with fewer than two puzzles.
func differenceChart(first, second []float64) figure.Chart {
	if len(first) < 2 {
		return nil
	}
	all := slice.Make(len(first), func(i int) float64 { return (first[i] - second[i]) * 1e3 })
	end := stats.Quantile(all, 0.95)
	near := slices.DeleteFunc(all, func(v float64) bool { return v > end })
	return &figure.Histogram{X: figure.Axis{Label: "difference (ms)"}, Y: figure.Axis{Label: "puzzles"},
		Bins: bins(near), Name: "backtrack - rules", Values: near}
}
