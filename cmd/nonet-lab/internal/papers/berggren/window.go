package berggren

import (
	"math"
	"slices"

	"nonet/cmd/nonet-lab/internal/stats"
)

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
