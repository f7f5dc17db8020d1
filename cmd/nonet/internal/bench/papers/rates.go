package papers

import (
	"fmt"
	"math"
	"slices"

	"nonet/cmd/nonet/internal/bench/campaign"
	"nonet/cmd/nonet/internal/bench/report"
	"nonet/cmd/nonet/internal/bench/stats"
)

// A Rate is a number of successes among runs.
type Rate struct{ Successes, Runs int }

// RateOf counts the runs that did what their task asks for. Those of solvers that are not installed are left out.
func RateOf(r Records) Rate {
	ran := r.Ran()
	return Rate{len(ran.Succeeded()), len(ran)}
}

// Value returns the rate, NaN without runs.
func (t Rate) Value() float64 { return float64(t.Successes) / float64(t.Runs) }

// Ours returns the rate with Wilson's interval.
func (t Rate) Ours() report.Ours {
	if t.Runs == 0 {
		return NotRun
	}
	i := stats.Wilson(t.Successes, t.Runs)
	return report.Ours{Value: t.Value(), Lo: i.Lo, Hi: i.Hi, Runs: t.Runs}
}

// String is "5 of 20".
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

// Mean is the mean of values with a bootstrap interval.
func Mean(values []float64) report.Ours {
	i := stats.BootstrapMean(values, 1)
	o := report.Ours{Value: stats.Mean(values), Lo: i.Lo, Hi: i.Hi, Runs: len(values)}
	if math.IsNaN(o.Lo) || math.IsNaN(o.Hi) {
		o.Lo, o.Hi = 0, 0
	}
	return o
}

// CostOfSuccess is the time of all runs, or another cost, divided by the number of successes.
func CostOfSuccess(r Records, cost Quantity) report.Ours {
	ran := r.Ran()
	times, success := ran.Values(cost), ran.Successes()
	o := report.Ours{Value: stats.ETS(times, success), Runs: len(ran)}
	if i := stats.ETSInterval(times, success, 1); !math.IsNaN(i.Lo) {
		o.Lo, o.Hi = i.Lo, i.Hi
	}
	return o
}

// Success is 1 for a run that did what its task asks for, and 0 for others.
func Success(r *campaign.Record) float64 { return OneIf(r.Outcome.Success()) }

// OneIf is 1 if something is so, and 0 otherwise.
func OneIf(so bool) float64 {
	if so {
		return 1
	}
	return 0
}

// MedianOrEndless is the median of times of which some may be infinite. NaNs are not counted; it is NaN if there is nothing else.
func MedianOrEndless(x []float64) float64 {
	x = slices.DeleteFunc(slices.Clone(x), math.IsNaN)
	m := stats.Median(x)
	if math.IsNaN(m) && len(x) > 0 {
		return math.Inf(1) // between two that are infinite
	}
	return m
}

// orEndless returns the function that takes from a record what value does, and +Inf if the run failed.
func orEndless(value Quantity) Quantity {
	return func(r *campaign.Record) float64 {
		if !r.Outcome.Success() {
			return math.Inf(1)
		}
		return value(r)
	}
}

// TooFew reports whether so many pairs cannot be significant however they come out: n pairs that all go one way have p = 2^(1-n) by the exact test of
// Wilcoxon, which Holm multiplies by the number of tests.
func TooFew(n, tests int) bool { return math.Ldexp(float64(tests), 1-n) >= 0.05 }
