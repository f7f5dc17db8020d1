package berggren

import (
	"math"
	"slices"

	"nonet/cmd/nonet-lab/internal/stats"
)

// window describes the histogram of times in the window that the thesis shows, up to ten times their mean. The fields
// of the row are bars, the number of bars of equal width; peak, the middle of the highest bar divided by the mean; r2,
// the R² of an exponential decay fitted to the bars from the highest on; floor, the constant that the decay approaches,
// divided by the height of the highest bar; and beyond, the share of the times outside the window. With fewer than a
// hundred times they are NaN.
func window(times []float64) map[string]any { return windowOf(times, bins(times)) }

// windowOf returns window with a number of bars.
func windowOf(times []float64, bars int) map[string]any {
	nan := math.NaN()
	if len(times) < 100 {
		return map[string]any{"bars": nan, "peak": nan, "r2": nan, "floor": nan, "beyond": nan}
	}
	const means = 10
	mean := stats.Mean(times)
	height, middle := make([]float64, bars), make([]float64, bars)
	for i := range middle {
		middle[i] = means * (float64(i) + 0.5) / float64(bars)
	}
	beyond := 0.0
	for _, t := range times {
		if i := int(t / mean * float64(bars) / means); i < bars {
			height[i]++
		} else {
			beyond++
		}
	}
	top := slices.Index(height, slices.Max(height))
	fit := stats.FitDecay(middle[top:], height[top:])
	return map[string]any{"bars": bars, "peak": middle[top], "r2": fit.R2, "floor": fit.C / height[top],
		"beyond": beyond / float64(len(times))}
}
