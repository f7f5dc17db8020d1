package berggren

import (
	"math"

	"nonet/cmd/nonet/internal/bench/figure"
	"nonet/cmd/nonet/internal/bench/papers"
	"nonet/cmd/nonet/internal/bench/report"
	"nonet/cmd/nonet/internal/bench/stats"
)

// bins is how many bins a histogram has.
func bins(x []float64) int { return min(60, max(10, int(math.Sqrt(float64(len(x)))))) }

// distributions are the histograms of times, as the thesis draws them and with a logarithmic axis, and the survival.
func distributions(samples ...papers.Records) []report.Block {
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
		label := "mean time of a puzzle (" + unit + ")"
		name := r[0].Method
		add := func(p *figure.Panels, c figure.Chart) {
			p.Titles, p.Charts = append(p.Titles, name), append(p.Charts, c)
		}
		add(equal, &figure.Histogram{
			X: figure.Axis{Label: label, Max: end * scale}, Y: figure.Axis{Label: "puzzles"}, Bins: bins(x), Samples: []figure.Sample{{Name: name, Values: near}},
		})
		add(logarithmic, &figure.Histogram{
			X: figure.Axis{Label: label, Log: true}, Y: figure.Axis{Label: "puzzles"}, Bins: bins(x), Samples: []figure.Sample{{Name: name, Values: scaled}},
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

// differenceFigure is the histogram of what backtracking takes longer than the rules; nil without times of both.
func (s *sample) differenceFigure() *report.Picture {
	rows := s.differences()
	if len(rows) == 0 || rows[0]["where"] != hardest {
		return nil
	}
	difference := rows[0]["shifts"].([]float64)
	end := stats.Quantile(difference, 0.95)
	var near []float64
	for _, v := range difference {
		if v <= end {
			near = append(near, v*1e3)
		}
	}
	return papers.Picture("figure-differences", "Differences of the times, backtracking less rules",
		"Puzzles with 17 clues; the largest 5 % of the differences are beyond the right end. To the left of 0 backtracking is faster.",
		&figure.Histogram{
			X: figure.Axis{Label: "difference (ms)"}, Y: figure.Axis{Label: "puzzles"}, Bins: bins(near),
			Samples: []figure.Sample{{Name: "backtrack - rules", Values: near}},
		})
}
