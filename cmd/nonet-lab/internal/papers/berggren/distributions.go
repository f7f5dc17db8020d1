package berggren

import (
	"math"
	"slices"

	"nonet/cmd/nonet-lab/internal/figure"
	"nonet/cmd/nonet-lab/internal/papers"
	"nonet/cmd/nonet-lab/internal/stats"
	"nonet/internal/slice"
)

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
