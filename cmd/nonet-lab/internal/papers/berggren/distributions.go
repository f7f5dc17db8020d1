package berggren

import (
	"math"
	"slices"

	"nonet/cmd/nonet-lab/internal/figure"
	"nonet/cmd/nonet-lab/internal/papers"
	"nonet/cmd/nonet-lab/internal/stats"
)

// bins returns the number of bins of a histogram of x.
func bins(x []float64) int { return min(60, max(10, int(math.Sqrt(float64(len(x)))))) }

// inUnits returns the mean times of puzzles, in milliseconds if they are short, the end of the axis, which is ten times
// their mean, and the label of the axis.
func inUnits(r papers.Records) (times []float64, end float64, label string) {
	unit, scale := "s", 1.0
	times = r.Values(meanTime)
	end = 10 * stats.Mean(times)
	if end < 0.1 {
		unit, scale = "ms", 1e3
	}
	for i := range times {
		times[i] *= scale
	}
	return times, end * scale, "mean time of a puzzle (" + unit + ")"
}

// histogram draws the times of puzzles, up to ten times their mean in bins of equal width, as in the thesis, or all
// times in bins of equal width in the logarithm. It is nil without times.
func histogram(logarithmic bool, r papers.Records) figure.Chart {
	if len(r) == 0 {
		return nil
	}
	times, end, label := inUnits(r)
	h := &figure.Histogram{X: figure.Axis{Label: label, Log: logarithmic}, Y: figure.Axis{Label: "puzzles"},
		Bins: bins(times), Name: r[0].Method}
	if !logarithmic {
		h.X.Max = end
		times = slices.DeleteFunc(times, func(x float64) bool { return x > end })
	}
	h.Values = times
	return h
}

// lasting draws the Kaplan-Meier curve of times up to ten times their mean, beside the exponential with the same mean.
// The curve is thinned out except for its tail. It is nil without times.
func lasting(r papers.Records) figure.Chart {
	if len(r) == 0 {
		return nil
	}
	times, end, label := inUnits(r)
	const kept, tail = 800, 200
	k := stats.KaplanMeier(times, nil)
	curve := figure.Curve{Name: r[0].Method}
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
		X: figure.Axis{Label: label}, Y: figure.Axis{Label: "proportion that takes longer", Log: true},
		Curves: []figure.Curve{curve, line},
	}
}

// differenceChart returns the histogram of the differences of two times of each puzzle, in seconds, without the largest
// 5 %; nil with fewer than two puzzles.
func differenceChart(first, second []float64) figure.Chart {
	if len(first) < 2 {
		return nil
	}
	var all []float64
	for i := range first {
		all = append(all, (first[i]-second[i])*1e3)
	}
	end := stats.Quantile(all, 0.95)
	near := slices.DeleteFunc(all, func(v float64) bool { return v > end })
	return &figure.Histogram{X: figure.Axis{Label: "difference (ms)"}, Y: figure.Axis{Label: "puzzles"},
		Bins: bins(near), Name: "backtrack - rules", Values: near}
}
