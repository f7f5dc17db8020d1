package stats

import (
	"math"
	"slices"
)

// A MannWhitneyTest compares two independent samples by their ranks.
type MannWhitneyTest struct {
	U     float64 // pairs (i, j) with x[i] > y[j], equal ones counting half
	P     float64 // two-sided
	Exact bool    // P counts all ways to divide the ranks; otherwise it is from the normal distribution
	A     float64 // U/(n₁n₂): see [VarghaDelaney]
	Shift float64 // Hodges and Lehmann: the median of all x[i] - y[j]
}

// maxExactTotal is the size of both samples together up to which MannWhitney counts.
const maxExactTotal = 60

// MannWhitney tests whether a value of x is as likely to be above one of y as below, for unpaired samples. Up to 60 values in both together
// P is exact, with ties too: all ways to give n₁ of the (mean) ranks to x are equally likely. Beyond, U is taken as normal with mean n₁n₂/2
// and variance n₁n₂/12·((N+1) - Σ(t³-t)/(N(N-1))), with a continuity correction of 1/2. Infinite values are ranked as such. With a NaN, or
// an empty sample, all is NaN.
//
// Source: H. B. Mann, D. R. Whitney, On a Test of Whether one of Two Random Variables is Stochastically Larger than the Other, Annals of
// Mathematical Statistics 18 (1947), pp. 50-60.
func MannWhitney(x, y []float64) MannWhitneyTest {
	n1, n2 := len(x), len(y)
	both := slices.Concat(x, y)
	if n1 == 0 || n2 == 0 || slices.ContainsFunc(both, math.IsNaN) {
		nan := math.NaN()
		return MannWhitneyTest{U: nan, P: nan, A: nan, Shift: nan}
	}
	ranks, ties := Ranks(both)
	sum := 0.0
	for _, r := range ranks[:n1] {
		sum += r
	}
	a, b := float64(n1), float64(n2)
	n := a + b
	m := MannWhitneyTest{U: sum - a*(a+1)/2}
	m.A = m.U / (a * b)
	if n1+n2 <= maxExactTotal {
		m.Exact = true
		m.P = exactRankSum(ranks, n1, sum)
	} else {
		m.P = normalTwoSided(m.U-a*b/2, a*b/12*(n+1-ties/(n*(n-1))), 0.5)
	}
	m.Shift = pairwiseShift(x, y)
	return m
}

// exactRankSum is the two-sided p of a sum of k of the ranks, all choices being equally likely. The ranks are multiples of 1/2. The counts
// stay below 2^60 choices, which float64 adds up to a relative error of 1e-15.
func exactRankSum(ranks []float64, k int, sum float64) float64 {
	total := 0
	for _, r := range ranks {
		total += int(math.Round(2 * r))
	}
	ways := make([][]float64, k+1) // ways[c][s]: choices of c ranks with doubled sum s
	for c := range ways {
		ways[c] = make([]float64, total+1)
	}
	ways[0][0] = 1
	for i, r := range ranks {
		d := int(math.Round(2 * r))
		for c := min(i+1, k); c > 0; c-- {
			for s := total; s >= d; s-- {
				ways[c][s] += ways[c-1][s-d]
			}
		}
	}
	at := int(math.Round(2 * sum))
	lower, upper, all := 0.0, 0.0, 0.0
	for s, w := range ways[k] {
		all += w
		if s <= at {
			lower += w
		}
		if s >= at {
			upper += w
		}
	}
	return min(1, 2*min(lower, upper)/all)
}

// pairwiseShift is the median of all x[i] - y[j], in O(n log n). NaN where a value is infinite.
func pairwiseShift(x, y []float64) float64 {
	infinite := func(v float64) bool { return math.IsInf(v, 0) }
	if slices.ContainsFunc(x, infinite) || slices.ContainsFunc(y, infinite) {
		return math.NaN()
	}
	x, y = slices.Sorted(slices.Values(x)), slices.Sorted(slices.Values(y))
	atMost := func(v float64) int {
		count, j := 0, 0 // y[j:] are those with x[i] - y[j] ≤ v; j rises with x[i]
		for _, a := range x {
			for j < len(y) && a-y[j] > v {
				j++
			}
			count += len(y) - j
		}
		return count
	}
	pairs := len(x) * len(y)
	lo, hi := x[0]-y[len(y)-1], x[len(x)-1]-y[0]
	median := nthOf((pairs+1)/2, lo, hi, atMost)
	if pairs%2 == 0 {
		median = (median + nthOf(pairs/2+1, lo, hi, atMost)) / 2
	}
	return median
}

// VarghaDelaney is the effect size A₁₂ = P(x > y) + P(x = y)/2 for values drawn from the two samples: 1/2 means no difference, 1 that all
// of x are above all of y. NaN without values, or with a NaN.
//
// Source: A. Vargha, H. D. Delaney, A Critique and Improvement of the CL Common Language Effect Size Statistics of McGraw and Wong, Journal
// of Educational and Behavioral Statistics 25 (2000), pp. 101-132.
func VarghaDelaney(x, y []float64) float64 {
	both := slices.Concat(x, y)
	if len(x) == 0 || len(y) == 0 || slices.ContainsFunc(both, math.IsNaN) {
		return math.NaN()
	}
	ranks, _ := Ranks(both)
	sum := 0.0
	for _, r := range ranks[:len(x)] {
		sum += r
	}
	n1, n2 := float64(len(x)), float64(len(y))
	return (sum - n1*(n1+1)/2) / (n1 * n2)
}

// Magnitude is the word of Vargha and Delaney for an A₁₂: "negligible" up to 0.06 from 1/2, "small" up to 0.14, "medium" up to 0.21, else
// "large".
func Magnitude(a float64) string {
	switch d := math.Abs(a - 0.5); {
	case math.IsNaN(d):
		return ""
	case d < 0.06:
		return "negligible"
	case d < 0.14:
		return "small"
	case d < 0.21:
		return "medium"
	}
	return "large"
}
