package papers

import (
	"fmt"
	"math"
	"slices"

	"nonet/cmd/nonet-lab/internal/campaign"
	"nonet/cmd/nonet-lab/internal/report"
	"nonet/cmd/nonet-lab/internal/stats"
)

// A Rate is a number of successes in a number of runs.
type Rate struct{ Successes, Runs int }

// RateOf counts the successful runs. Runs of solvers that are not installed are left out.
func RateOf(r Records) Rate {
	ran := r.Ran()
	return Rate{len(ran.Succeeded()), len(ran)}
}

// PuzzleRate counts the puzzles that at least one run solved. Runs of solvers that are not installed are left out.
func PuzzleRate(r Records) Rate {
	best := PerInstance(r.Ran(), Success, slices.Max[[]float64])
	return Rate{len(keep(best, func(x float64) bool { return x == 1 })), len(best)}
}

// Value returns the rate, or NaN without runs.
func (t Rate) Value() float64 { return float64(t.Successes) / float64(t.Runs) }

// Ours returns the rate with Wilson's interval.
func (t Rate) Ours() report.Ours {
	if t.Runs == 0 {
		return NotRun
	}
	i := stats.Wilson(t.Successes, t.Runs)
	return report.Ours{Value: t.Value(), Lo: i.Lo, Hi: i.Hi, Runs: t.Runs}
}

// String returns a text such as "5 of 20".
func (t Rate) String() string { return fmt.Sprintf("%d of %d", t.Successes, t.Runs) }

// Cell shows the rate with its interval.
func (t Rate) Cell() report.Cell {
	if t.Runs == 0 {
		return report.Words("not run")
	}
	c := report.Measured(t.Ours())
	c.Title = t.String() + " runs"
	return c
}

// Mean returns the mean of values with a bootstrap interval.
func Mean(values []float64) report.Ours {
	i := stats.BootstrapMean(values, 1)
	o := report.Ours{Value: stats.Mean(values), Lo: i.Lo, Hi: i.Hi, Runs: len(values)}
	if math.IsNaN(o.Lo) || math.IsNaN(o.Hi) {
		o.Lo, o.Hi = 0, 0
	}
	return o
}

// quartiles returns the median of values, with their first and third quartile as the interval.
func quartiles(values []float64) report.Ours {
	if len(values) == 0 {
		return NotRun
	}
	s := stats.Summarize(values)
	return report.Ours{Value: s.Median, Lo: s.Q1, Hi: s.Q3, Runs: len(values)}
}

// CostOfSuccess returns the sum of a cost, such as the time, over all runs, divided by the number of successes.
func CostOfSuccess(r Records, cost Quantity) report.Ours {
	ran := r.Ran()
	times, success := ran.Values(cost), ran.Successes()
	o := report.Ours{Value: stats.ETS(times, success), Runs: len(ran)}
	if i := stats.ETSInterval(times, success, 1); !math.IsNaN(i.Lo) {
		o.Lo, o.Hi = i.Lo, i.Hi
	}
	return o
}

// Success returns 1 for a successful run and 0 otherwise.
func Success(r *campaign.Record) float64 { return OneIf(r.Outcome.Success()) }

// OneIf returns 1 for true and 0 for false.
func OneIf(so bool) float64 {
	if so {
		return 1
	}
	return 0
}

// MedianWithInf returns the median of times. Some of the times may be infinite. NaNs are not counted; without other
// values the median is NaN.
func MedianWithInf(x []float64) float64 {
	x = slices.DeleteFunc(slices.Clone(x), math.IsNaN)
	m := stats.Median(x)
	if math.IsNaN(m) && len(x) > 0 {
		return math.Inf(1) // the mean of two infinities; interpolation would give NaN
	}
	return m
}

// infiniteIfFailed returns a function that returns the value of a successful run, and +Inf for a failed run.
func infiniteIfFailed(value Quantity) Quantity {
	return func(r *campaign.Record) float64 {
		if !r.Outcome.Success() {
			return math.Inf(1)
		}
		return value(r)
	}
}

// TooFew reports whether n pairs are too few for a significant difference, whatever their outcome. If all n differences
// have the same sign, the exact Wilcoxon test has p = 2^(1-n), which Holm's method multiplies by the number of tests.
func TooFew(n, tests int) bool { return math.Ldexp(float64(tests), 1-n) >= 0.05 }
