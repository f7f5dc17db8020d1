package stats

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/stat"
)

// Mean is the arithmetic mean, NaN of nothing.
func Mean(x []float64) float64 {
	if len(x) == 0 {
		return math.NaN()
	}
	return stat.Mean(x, nil)
}

// StdDev is the standard deviation of a sample: the sum of squares is divided by n-1. NaN below two values.
func StdDev(x []float64) float64 {
	if len(x) < 2 {
		return math.NaN()
	}
	return stat.StdDev(x, nil)
}

// CV is the coefficient of variation, StdDev divided by Mean.
func CV(x []float64) float64 { return StdDev(x) / Mean(x) }

// Median is Quantile(x, 0.5).
func Median(x []float64) float64 { return Quantile(x, 0.5) }

// Quantile is the p-quantile of x for p from 0 to 1: x(j) + (h-j)(x(j+1)-x(j)) where h = (n-1)p + 1, j is the integer below h and x(1) ≤
// x(2) ≤ ... are the sorted values. It is the default of R and NumPy. x need not be sorted. NaN of nothing, or where x has a NaN.
//
// Source: type 7 of R. J. Hyndman, Y. Fan, Sample Quantiles in Statistical Packages, The American Statistician 50 (1996), pp. 361-365.
func Quantile(x []float64, p float64) float64 {
	if p < 0 || p > 1 || math.IsNaN(p) {
		panic("stats: a quantile outside 0 to 1")
	}
	if len(x) == 0 || slices.ContainsFunc(x, math.IsNaN) {
		return math.NaN()
	}
	return sortedQuantile(slices.Sorted(slices.Values(x)), p)
}

// sortedQuantile is Quantile of sorted values, in constant time.
func sortedQuantile(x []float64, p float64) float64 {
	if len(x) == 0 {
		return math.NaN()
	}
	whole, rest := math.Modf(float64(len(x)-1) * p)
	j := int(whole)
	if rest == 0 || x[j] == x[j+1] { // the same infinity, too
		return x[j]
	}
	return x[j] + rest*(x[j+1]-x[j])
}

// A Summary describes a sample. With N = 0 the rest is NaN; SD also with N = 1.
type Summary struct {
	N                        int
	Mean, SD                 float64
	Min, Q1, Median, Q3, Max float64
}

// Summarize describes x, its quartiles being those of [Quantile].
func Summarize(x []float64) Summary {
	s := Summary{N: len(x), Mean: Mean(x), SD: StdDev(x)}
	if len(x) == 0 || slices.ContainsFunc(x, math.IsNaN) {
		s.Min, s.Q1, s.Median, s.Q3, s.Max = math.NaN(), math.NaN(), math.NaN(), math.NaN(), math.NaN()
		return s
	}
	sorted := slices.Sorted(slices.Values(x))
	s.Min, s.Max = sorted[0], sorted[len(sorted)-1]
	s.Q1, s.Median, s.Q3 = sortedQuantile(sorted, 0.25), sortedQuantile(sorted, 0.5), sortedQuantile(sorted, 0.75)
	return s
}

// An Interval is of confidence, both ends included. Both ends are NaN where there is none.
type Interval struct{ Lo, Hi float64 }

// Width is Hi - Lo.
func (i Interval) Width() float64 { return i.Hi - i.Lo }

// none is the interval where there is none.
func none() Interval { return Interval{math.NaN(), math.NaN()} }
