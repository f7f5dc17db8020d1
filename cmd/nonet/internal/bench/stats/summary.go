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
// x(2) ≤ ... are the sorted values. It is the default of R and NumPy. x need not be sorted; the cost is linear on average. NaN of nothing,
// or where x has a NaN.
//
// Source: type 7 of R. J. Hyndman, Y. Fan, Sample Quantiles in Statistical Packages, The American Statistician 50 (1996), pp. 361-365.
func Quantile(x []float64, p float64) float64 {
	if p < 0 || p > 1 || math.IsNaN(p) {
		panic("stats: a quantile outside 0 to 1")
	}
	if len(x) == 0 || slices.ContainsFunc(x, math.IsNaN) {
		return math.NaN()
	}
	return selectQuantile(slices.Clone(x), p)
}

// selectQuantile is Quantile of values without NaN, which it reorders.
func selectQuantile(x []float64, p float64) float64 {
	j, rest := position(len(x), p)
	lower := selectNth(x, j)
	if rest == 0 {
		return lower
	}
	return between(lower, slices.Min(x[j+1:]), rest)
}

// sortedQuantile is Quantile of sorted values, in constant time.
func sortedQuantile(x []float64, p float64) float64 {
	if len(x) == 0 {
		return math.NaN()
	}
	j, rest := position(len(x), p)
	if rest == 0 {
		return x[j]
	}
	return between(x[j], x[j+1], rest)
}

// position is where the p-quantile of n sorted values lies: at index j, and rest of the way to the next.
func position(n int, p float64) (j int, rest float64) {
	whole, rest := math.Modf(float64(n-1) * p)
	return int(whole), rest
}

// between is a + rest(b-a), also where a and b are the same infinity.
func between(a, b, rest float64) float64 {
	if a == b {
		return a
	}
	return a + rest*(b-a)
}

// selectNth is the value that sorting x would put at index k. It leaves nothing larger before k and nothing smaller behind it: Hoare's
// quickselect with the median of three as the pivot.
func selectNth(x []float64, k int) float64 {
	lo, hi := 0, len(x)-1
	for lo < hi {
		a, b, c := x[lo], x[(lo+hi)/2], x[hi]
		pivot := max(min(a, b), min(max(a, b), c))
		i, j := lo, hi
		for i <= j {
			for x[i] < pivot {
				i++
			}
			for x[j] > pivot {
				j--
			}
			if i <= j {
				x[i], x[j] = x[j], x[i]
				i++
				j--
			}
		}
		switch {
		case k <= j:
			hi = j
		case k >= i:
			lo = i
		default:
			return x[k]
		}
	}
	return x[k]
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

// Contains reports whether Lo ≤ v ≤ Hi.
func (i Interval) Contains(v float64) bool { return i.Lo <= v && v <= i.Hi }

// Overlaps reports whether some number lies in both.
func (i Interval) Overlaps(o Interval) bool { return i.Lo <= o.Hi && o.Lo <= i.Hi }

// none is the interval where there is none.
func none() Interval { return Interval{math.NaN(), math.NaN()} }

// MedianInterval is an interval of 95 % for the median of what x was drawn from, whatever its distribution: from the k-th smallest value to
// the k-th largest, k the largest with P(Bin(n, 1/2) < k) ≤ 2.5 %. Below six values there is none: even the extremes cover less than 95 %.
// Much cheaper than a bootstrap, and at least as safe; a little wide, as its real level is 95 % or more.
//
// Source: W. J. Conover, Practical Nonparametric Statistics, 3rd ed. 1999, section 3.2.
func MedianInterval(x []float64) Interval {
	n := len(x)
	if n < 6 || slices.ContainsFunc(x, math.IsNaN) {
		return none()
	}
	lo, hi := 1, n/2 // binomial(lo-1) ≤ 2.5 %
	for lo < hi {
		middle := (lo + hi + 1) / 2
		if binomialHalf(middle-1, n) <= 0.025 {
			lo = middle
		} else {
			hi = middle - 1
		}
	}
	sorted := slices.Sorted(slices.Values(x))
	return Interval{sorted[lo-1], sorted[n-lo]}
}
