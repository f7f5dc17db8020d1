package stats

import (
	"cmp"
	"context"
	"math"
	"time"
)

// A TimingRule says when a measurement has been repeated often enough. The zero value is the rule of Berggren and Nilsson (2012), made
// relative too as today's times are microseconds: the interval of 95 % for the mean is at most 0.05 s wide, and at most 5 % of the mean.
type TimingRule struct {
	Width     time.Duration // of the interval; 0 means 50 ms, negative any
	Relative  float64       // width divided by the mean; 0 means 0.05, negative any
	Min, Max  int           // repetitions; 0 means 5 and 100
	Resamples int           // of the bootstrap; 0 means 1,000
	Seed      uint64
}

// A Timing is a repeated measurement.
type Timing struct {
	Times    []time.Duration // in the order they were taken
	Mean, SD float64         // in seconds
	Interval Interval        // of 95 % for the mean, in seconds
	Stable   bool            // the rule was met
}

// Adaptive measures until the rule is met, at most rule.Max times: a Timing that is not stable then is an answer, not an error. It stops at
// the first error of measure and when ctx ends, and returns with that error what was measured so far.
//
// The interval is the BCa bootstrap's. With few repetitions it is too narrow (with five by a third or so, against Student's), and a rule
// that looks after every repetition stops early by luck at times; both are in the rule's nature, and a larger Min is the remedy.
func Adaptive(ctx context.Context, measure func() (time.Duration, error), rule TimingRule) (Timing, error) {
	rule = rule.defaults()
	var t Timing
	var seconds []float64
	var err error
	for !t.Stable && len(seconds) < rule.Max {
		if err = ctx.Err(); err != nil {
			break
		}
		var d time.Duration
		if d, err = measure(); err != nil {
			break
		}
		t.Times = append(t.Times, d)
		seconds = append(seconds, d.Seconds())
		if len(seconds) >= rule.Min && rule.near(seconds) {
			_, t.Stable = rule.Check(seconds)
		}
	}
	t.Mean, t.SD = Mean(seconds), StdDev(seconds)
	t.Interval, t.Stable = rule.Check(seconds)
	return t, err
}

// Check is the interval of 95 % for the mean of times in seconds, and whether they meet the rule. It draws nothing anew for the same times.
func (r TimingRule) Check(seconds []float64) (Interval, bool) {
	r = r.defaults()
	i := Resampling{Seed: r.Seed, Resamples: r.Resamples}.Mean(seconds)
	stable := len(seconds) >= r.Min && !math.IsNaN(i.Lo) && i.Width() <= r.width(Mean(seconds))
	return i, stable
}

// near reports whether the normal interval is within half as much again as the rule allows, before a bootstrap is spent on it.
func (r TimingRule) near(seconds []float64) bool {
	return 2*z95*StdDev(seconds)/math.Sqrt(float64(len(seconds))) <= 1.5*r.width(Mean(seconds))
}

// width is the widest interval the rule allows around a mean, in seconds.
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
		Width: cmp.Or(r.Width, 50*time.Millisecond), Relative: cmp.Or(r.Relative, 0.05), Min: cmp.Or(r.Min, 5), Max: cmp.Or(r.Max, 100),
		Resamples: cmp.Or(r.Resamples, fewResamples), Seed: r.Seed,
	}
}
