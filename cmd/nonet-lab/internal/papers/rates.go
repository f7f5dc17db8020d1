package papers

import (
	"fmt"
	"math"
	"slices"

	"nonet/cmd/nonet-lab/internal/campaign"
	"nonet/cmd/nonet-lab/internal/report"
	"nonet/cmd/nonet-lab/internal/stats"
	"nonet/internal/slice"
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
	return Rate{len(slice.Filter(best, func(x float64) bool { return x == 1 })), len(best)}
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

// Plus returns the rate of both runs together.
func (t Rate) Plus(u Rate) Rate { return Rate{t.Successes + u.Successes, t.Runs + u.Runs} }

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

// WithInterval returns a measured number with its interval, if that is defined.
func WithInterval(value float64, i stats.Interval) report.Ours {
	if math.IsNaN(i.Lo) || math.IsNaN(i.Hi) {
		return report.Ours{Value: value}
	}
	return report.Ours{Value: value, Lo: i.Lo, Hi: i.Hi}
}

// Mean returns the mean of values with a bootstrap interval.
func Mean(values []float64) report.Ours {
	o := WithInterval(stats.Mean(values), stats.BootstrapMean(values, 1))
	o.Runs = len(values)
	return o
}

// Middle returns the median of values, some of which may be infinite, with its interval of at least 95 %, if there is
// one; see stats.MedianInterval.
func Middle(x []float64) report.Ours {
	o := report.Ours{Value: MedianWithInf(x)}
	if i, level := stats.MedianInterval(x); level >= 0.95 && !math.IsInf(i.Hi, 1) {
		o.Lo, o.Hi = i.Lo, i.Hi
	}
	return o
}

// PerPuzzle returns the mean over puzzles of the mean of a quantity, with a bootstrap interval.
func PerPuzzle(r Records, q Quantity) report.Ours {
	o := Mean(Puzzles(r, q))
	o.Runs = len(r)
	return o
}

// Share counts the runs of which a quantity is 1.
func Share(r Records, q Quantity) Rate {
	return Rate{len(r.Where(func(x *campaign.Record) bool { return q(x) == 1 })), len(r)}
}

// Above returns the values above a limit.
func Above(limit float64, x []float64) []float64 {
	return slice.Filter(x, func(v float64) bool { return v > limit })
}

// Finite returns the values that are finite.
func Finite(x []float64) []float64 { return slice.Filter(x, finite) }

// Least and Most return the least and the greatest value that is not NaN; NaN if there is none.
func Least(x []float64) float64 { return extreme(slices.Min[[]float64], x) }
func Most(x []float64) float64  { return extreme(slices.Max[[]float64], x) }

func extreme(f func([]float64) float64, x []float64) float64 {
	if x = slice.Filter(x, func(v float64) bool { return v == v }); len(x) == 0 {
		return math.NaN()
	}
	return f(x)
}

func finite(x float64) bool { return x-x == 0 }

// Quartiles returns the median of values, with their first and third quartile as the interval.
func Quartiles(values []float64) report.Ours {
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
	o := WithInterval(stats.ETS(times, success), stats.ETSInterval(times, success, 1))
	o.Runs = len(ran)
	return o
}

// ETS returns the cost of a success, as [CostOfSuccess], without its interval.
func ETS(r Records, cost Quantity) float64 {
	return stats.ETS(r.Ran().Values(cost), r.Ran().Successes())
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
	if len(x) == 1 {
		return x[0]
	}
	return stats.Median(slices.DeleteFunc(slices.Clone(x), math.IsNaN))
}

// OrNever returns a function that returns the value of a successful run, and +Inf for a failed run.
func OrNever(value Quantity) Quantity {
	return func(r *campaign.Record) float64 {
		if !r.Outcome.Success() {
			return math.Inf(1)
		}
		return value(r)
	}
}

// TooFew reports whether n pairs are too few for a significant difference, whatever their outcome: if all n differences
// have the same sign, the exact test has p = 2^(1-n).
func TooFew(n int) bool { return math.Ldexp(1, 1-n) >= 0.05 }
