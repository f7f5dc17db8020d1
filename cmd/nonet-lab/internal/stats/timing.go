package stats

import (
	"cmp"
	"context"
	"math"
	"time"
)

// A TimingRule decides when a measurement has been repeated often enough. The zero value is the rule of Berggren and
// Nilsson (2012), that the interval of 95 % for the mean is at most 0.05 s wide, with the additional condition that it
// is at most 5 % of the mean, since today's times are microseconds.
type TimingRule struct {
	Width    time.Duration // of the interval, at most; 0 means 50 ms, negative: no limit
	Relative float64       // width divided by the mean, at most; 0 means 0.05, negative: no limit
	Min      int           // repetitions; 0 means 5
	Seed     uint64
}

// A Timing is a repeated measurement.
type Timing struct {
	Times    []time.Duration // in the order of measurement
	Mean, SD float64         // in seconds
	Interval Interval        // of 95 % for the mean, in seconds
	Stable   bool            // the rule was met
}

// maxTimings is the largest number of repetitions.
const maxTimings = 100

// Adaptive measures until the rule is met, at most 100 times. If the rule is not met then, it returns a Timing
// with Stable false and no error. It stops at the first error of measure and when ctx ends, and returns the
// measurements so far with that error. The interval is from the BCa bootstrap. With few repetitions it is too narrow
// (with five by about a third, compared with Student's), and since the rule is checked after every repetition, it
// sometimes stops early by chance. A larger Min reduces both effects.
func Adaptive(ctx context.Context, measure func() (time.Duration, error), rule TimingRule) (Timing, error) {
	rule = rule.defaults()
	var t Timing
	var seconds []float64
	var err error
	for !t.Stable && len(seconds) < maxTimings {
		if err = ctx.Err(); err != nil {
			break
		}
		var d time.Duration
		if d, err = measure(); err != nil {
			break
		}
		t.Times = append(t.Times, d)
		seconds = append(seconds, d.Seconds())
		if len(seconds) >= rule.Min && rule.closeToWidth(seconds) {
			_, t.Stable = rule.Check(seconds)
		}
	}
	t.Mean, t.SD = Mean(seconds), StdDev(seconds)
	t.Interval, t.Stable = rule.Check(seconds)
	return t, err
}

// Check returns the interval of 95 % for the mean of times in seconds, and reports whether they meet the rule. The
// result is deterministic.
func (r TimingRule) Check(seconds []float64) (Interval, bool) {
	r = r.defaults()
	i := Resampling{Seed: r.Seed, Resamples: fewResamples}.Mean(seconds)
	stable := len(seconds) >= r.Min && !math.IsNaN(i.Lo) && i.Width() <= r.width(Mean(seconds))
	return i, stable
}

// closeToWidth reports whether the normal interval is at most 1.5 times as wide as the rule allows. It is checked first
// because it is much cheaper than a bootstrap.
func (r TimingRule) closeToWidth(seconds []float64) bool {
	return 2*z95*StdDev(seconds)/math.Sqrt(float64(len(seconds))) <= 1.5*r.width(Mean(seconds))
}

// width returns the largest width, in seconds, that the rule allows for an interval around a mean.
func (r TimingRule) width(mean float64) float64 {
	width := math.Inf(1)
	if r.Width >= 0 {
		width = r.Width.Seconds()
	}
	if r.Relative >= 0 {
		width = min(width, r.Relative*mean)
	}
	return width
}

func (r TimingRule) defaults() TimingRule {
	return TimingRule{
		Width: cmp.Or(r.Width, 50*time.Millisecond), Relative: cmp.Or(r.Relative, 0.05), Min: cmp.Or(r.Min, 5),
		Seed: r.Seed,
	}
}
