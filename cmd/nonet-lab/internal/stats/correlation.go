package stats

import (
	"cmp"
	"math"
	"slices"

	"nonet/internal/slice"

	"gonum.org/v1/gonum/stat"
	"gonum.org/v1/gonum/stat/distuv"
)

// A Correlation is a coefficient R from -1 to 1, and the two-sided p of the test of independence. Both are NaN where a
// sample is constant, has fewer than three values, or has a NaN.
type Correlation struct {
	R, P float64
}

// Spearman is Pearson's correlation of the ranks of pairs (x[i], y[i]); equal values get the mean of their ranks. Up to
// 8 pairs P counts all permutations. With more, r·sqrt((n-2)/(1-r²)) is compared with Student's distribution with n-2
// degrees of freedom.
//
// Source: C. Spearman, The Proof and Measurement of Association between Two Things, American Journal of Psychology 15
// (1904), pp. 72-101; M. G. Kendall, Rank Correlation Methods, 4th ed. 1970, section 5.
func Spearman(x, y []float64) Correlation {
	if !correlates(x, y) {
		return Correlation{math.NaN(), math.NaN()}
	}
	rx, _ := Ranks(x)
	ry, _ := Ranks(y)
	r := max(-1, min(1, stat.Correlation(rx, ry, nil)))
	if len(x) <= 8 {
		return Correlation{r, permutationP(rx, ry)}
	}
	return Correlation{r, studentP(r, len(x))}
}

// SpearmanInterval returns the interval of 95 % for a rank correlation of n pairs: tanh(artanh r ± z·sqrt(1.06/(n-3))).
// It is meant for n of at least 10 and |r| of at most 0.9; with more pairs it also serves beyond.
//
// Source: E. C. Fieller, H. O. Hartley, E. S. Pearson, Tests for rank correlation coefficients I, Biometrika 44 (1957),
// pp. 470-481.
func SpearmanInterval(r float64, n int) Interval {
	if n < 10 || math.IsNaN(r) {
		return noInterval()
	}
	reach := z95 * math.Sqrt(1.06/float64(n-3))
	return Interval{math.Tanh(math.Atanh(r) - reach), math.Tanh(math.Atanh(r) + reach)}
}

// permutationP returns the proportion of permutations of y whose correlation with x is at least as far from 0 as the
// observed one. x and y are ranks, so that their covariance Σxy - n·x̄ȳ is a multiple of 1/4.
func permutationP(x, y []float64) float64 {
	y = slices.Clone(y)
	expected := float64(len(x)) * Mean(x) * Mean(y)
	covariance := func() float64 {
		sum := 0.0
		for i := range x {
			sum += x[i] * y[i]
		}
		return math.Abs(sum - expected)
	}
	observed := covariance() - 1e-6
	extreme, all := 0, 0
	var permute func(k int)
	permute = func(k int) { // all orders of y[:k], each once
		if k == 1 {
			all++
			if covariance() >= observed {
				extreme++
			}
			return
		}
		for i := range k {
			y[i], y[k-1] = y[k-1], y[i]
			permute(k - 1)
			y[i], y[k-1] = y[k-1], y[i]
		}
	}
	permute(len(y))
	return float64(extreme) / float64(all)
}

// correlates reports whether the correlation of x and y is defined. The lengths must be the same.
func correlates(x, y []float64) bool {
	mustPair(x, y)
	if len(x) < 3 || slices.ContainsFunc(x, math.IsNaN) || slices.ContainsFunc(y, math.IsNaN) {
		return false
	}
	return slices.Min(x) < slices.Max(x) && slices.Min(y) < slices.Max(y)
}

// studentP returns the two-sided p of a correlation r of n pairs.
func studentP(r float64, n int) float64 {
	if math.IsNaN(r) {
		return r
	}
	if math.Abs(r) == 1 {
		return 0
	}
	df := float64(n - 2)
	t := r * math.Sqrt(df/(1-r*r))
	return 2 * distuv.StudentsT{Mu: 0, Sigma: 1, Nu: df}.Survival(math.Abs(t))
}

// Ranks ranks x from 1 for the smallest; equal values get the mean of their ranks. ties is Σ(t³-t) over groups of t
// equal values. x must not have NaN.
func Ranks(x []float64) (ranks []float64, ties float64) {
	order := sortedOrder(x)
	ranks = make([]float64, len(x))
	for i := 0; i < len(order); {
		j := i + 1
		for j < len(order) && x[order[j]] == x[order[i]] {
			j++
		}
		for _, k := range order[i:j] {
			ranks[k] = float64(i+1+j) / 2
		}
		t := float64(j - i)
		ties += t*t*t - t
		i = j
	}
	return ranks, ties
}

// sortedOrder lists the indices of x by ascending value, NaN first; equal values by ascending index.
func sortedOrder(x []float64) []int {
	order := slice.Indices[int](len(x))
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(x[a], x[b]) })
	return order
}

// A Line is y = Intercept + Slope·x by least squares.
type Line struct {
	Intercept, Slope float64
	SlopeInterval    Interval // of 95 %, for independent normal errors; NaN below three points
	R2               float64  // the part of the variance of y that the line explains
}

// FitLine fits a line to points (x[i], y[i]). It is NaN where all x are equal. If x and y are logarithms, the slope is
// the exponent of a power law; if only y is, it is a rate of growth. The lengths must be the same.
func FitLine(x, y []float64) Line {
	mustPair(x, y)
	n := len(x)
	if n < 2 {
		return Line{math.NaN(), math.NaN(), noInterval(), math.NaN()}
	}
	l := Line{SlopeInterval: noInterval()}
	l.Intercept, l.Slope = stat.LinearRegression(x, y, nil, false)
	l.R2 = stat.RSquared(x, y, nil, l.Intercept, l.Slope)
	if n < 3 || math.IsNaN(l.Slope) {
		return l
	}
	residual, spread, mean := 0.0, 0.0, Mean(x)
	for i := range x {
		e := y[i] - l.Intercept - l.Slope*x[i]
		residual += e * e
		spread += (x[i] - mean) * (x[i] - mean)
	}
	df := float64(n - 2)
	reach := distuv.StudentsT{Mu: 0, Sigma: 1, Nu: df}.Quantile(0.975) * math.Sqrt(residual/df/spread)
	l.SlopeInterval = Interval{l.Slope - reach, l.Slope + reach}
	return l
}
