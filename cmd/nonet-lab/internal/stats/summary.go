package stats

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/stat"
)

// Mean returns the arithmetic mean, NaN for an empty sample.
func Mean(x []float64) float64 {
	if len(x) == 0 {
		return math.NaN()
	}
	return stat.Mean(x, nil)
}

// StdDev returns the standard deviation of a sample: the sum of squares is divided by n-1. NaN for fewer than two
// values.
func StdDev(x []float64) float64 {
	if len(x) < 2 {
		return math.NaN()
	}
	return stat.StdDev(x, nil)
}

// CV returns the coefficient of variation, StdDev divided by Mean.
func CV(x []float64) float64 { return StdDev(x) / Mean(x) }

// Median returns Quantile(x, 0.5).
func Median(x []float64) float64 { return Quantile(x, 0.5) }

// MedianInterval returns an interval for the median of a continuous distribution, from x(d) to x(n+1-d) of the sorted
// values, and its exact level 1 - 2·P(Bin(n, 1/2) < d). d is the largest number for which the level is at least 95 %.
// For fewer than six values there is none: then the interval is the whole range, with a lower level. Without values
// the interval is NaN, with level 0.
//
// Source: W. R. Thompson, On Confidence Ranges for the Median, Annals of Mathematical Statistics 7 (1936), pp. 122-128.
func MedianInterval(x []float64) (i Interval, level float64) {
	n := len(x)
	if n == 0 {
		return noInterval(), 0
	}
	sorted := ascending(x)
	levelOf := func(d int) float64 { return 1 - 2*binomialHalf(d-1, n) }
	d := 1
	for d+1 <= (n+1)/2 && levelOf(d+1) >= 0.95 {
		d++
	}
	return Interval{sorted[d-1], sorted[n-d]}, max(0, levelOf(d))
}

// Quantile returns the p-quantile of x for p from 0 to 1: x(j) + (h-j)(x(j+1)-x(j)) where h = (n-1)p + 1, j is the
// integer part of h and x(1) ≤ x(2) ≤ ... are the sorted values. It is the default of R and NumPy. x need not be
// sorted. NaN if x is empty or has a NaN.
//
// Source: type 7 of R. J. Hyndman, Y. Fan, Sample Quantiles in Statistical Packages, The American Statistician 50
// (1996), pp. 361-365.
func Quantile(x []float64, p float64) float64 {
	if p < 0 || p > 1 || math.IsNaN(p) {
		panic("stats: quantile outside 0 to 1")
	}
	if len(x) == 0 || slices.ContainsFunc(x, math.IsNaN) {
		return math.NaN()
	}
	return sortedQuantile(ascending(x), p)
}

// ascending returns the sorted values.
func ascending(x []float64) []float64 {
	x = slices.Clone(x)
	slices.Sort(x)
	return x
}

// sortedQuantile is [Quantile] for sorted values, in constant time.
func sortedQuantile(x []float64, p float64) float64 {
	if len(x) == 0 {
		return math.NaN()
	}
	whole, rest := math.Modf(float64(len(x)-1) * p)
	j := int(whole)
	if rest == 0 || x[j] == x[j+1] { // also avoids Inf - Inf
		return x[j]
	}
	return x[j] + rest*(x[j+1]-x[j])
}

// A Summary describes a sample. Without values all fields are NaN; with one SD is NaN.
type Summary struct {
	Mean, SD                 float64
	Min, Q1, Median, Q3, Max float64
}

// Summarize describes x; the quartiles are computed by [Quantile].
func Summarize(x []float64) Summary {
	sorted := ascending(x)
	if slices.ContainsFunc(x, math.IsNaN) {
		sorted = nil
	}
	at := func(p float64) float64 { return sortedQuantile(sorted, p) }
	return Summary{Mean(x), StdDev(x), at(0), at(0.25), at(0.5), at(0.75), at(1)}
}

// An Interval is a confidence interval, both ends included. Both ends are NaN where it is undefined.
type Interval struct{ Lo, Hi float64 }

// Width returns Hi - Lo.
func (i Interval) Width() float64 { return i.Hi - i.Lo }

// noInterval returns the undefined interval, with NaN ends.
func noInterval() Interval { return Interval{math.NaN(), math.NaN()} }
