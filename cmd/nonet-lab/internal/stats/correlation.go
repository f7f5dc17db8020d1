package stats

import (
	"cmp"
	"math"
	"slices"

	"gonum.org/v1/gonum/stat"
	"gonum.org/v1/gonum/stat/distuv"
)

// A Correlation is a coefficient R from -1 to 1, and the two-sided p of the test of independence. Both are NaN where a
// sample is constant, has fewer than three values, or has a NaN.
type Correlation struct {
	R, P float64
}

// Pearson is the product-moment correlation of pairs (x[i], y[i]). For P, r·sqrt((n-2)/(1-r²)) is compared with
// Student's distribution with n-2 degrees of freedom, which is exact for normal pairs and a good approximation for many
// pairs.
func Pearson(x, y []float64) Correlation {
	if !correlates(x, y) {
		return Correlation{math.NaN(), math.NaN()}
	}
	r := max(-1, min(1, stat.Correlation(x, y, nil)))
	return Correlation{r, studentP(r, len(x))}
}

// Spearman is Pearson's correlation of the ranks; equal values get the mean of their ranks. Up to 8 pairs P counts all
// permutations; with more it is computed as in [Pearson].
//
// Source: C. Spearman, The Proof and Measurement of Association between Two Things, American Journal of Psychology 15
// (1904), pp. 72-101; M. G. Kendall, Rank Correlation Methods, 4th ed. 1970, section 5.
func Spearman(x, y []float64) Correlation {
	if !correlates(x, y) {
		return Correlation{math.NaN(), math.NaN()}
	}
	rx, _ := Ranks(x)
	ry, _ := Ranks(y)
	c := Pearson(rx, ry)
	if len(x) <= 8 {
		c.P = permutationP(rx, ry)
	}
	return c
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

// Kendall is τ_b = (concordant - discordant pairs)/sqrt((n₀-n₁)(n₀-n₂)), where n₀ is the number of all pairs, n₁ and n₂
// the numbers of pairs tied in x and in y. Up to 50 values without ties P counts all permutations; otherwise concordant
// - discordant is taken as normal, with its variance under ties. Cost: O(n log n).
//
// Source: M. G. Kendall, Rank Correlation Methods, 4th ed. 1970, sections 3 to 5; W. R. Knight, A Computer Method for
// Calculating Kendall's Tau with Ungrouped Data, JASA 61 (1966), pp. 436-439.
func Kendall(x, y []float64) Correlation {
	if !correlates(x, y) {
		return Correlation{math.NaN(), math.NaN()}
	}
	n := len(x)
	order := indices(n)
	slices.SortFunc(order, func(a, b int) int { return cmp.Or(cmp.Compare(x[a], x[b]), cmp.Compare(y[a], y[b])) })
	sorted := make([]float64, n)
	for i, k := range order {
		sorted[i] = y[k]
	}
	tiedBoth := 0.0
	for i := 0; i < n; {
		j := i + 1
		for j < n && x[order[j]] == x[order[i]] && sorted[j] == sorted[i] {
			j++
		}
		tiedBoth += pairs(j - i)
		i = j
	}
	discordant := float64(inversions(sorted, make([]float64, n))) // sorts sorted
	tx, ty := tiesOf(slices.Sorted(slices.Values(x))), tiesOf(sorted)
	all := pairs(n)
	s := all - tx.pairs - ty.pairs + tiedBoth - 2*discordant
	tau := s / math.Sqrt(all-tx.pairs) / math.Sqrt(all-ty.pairs)
	c := Correlation{R: max(-1, min(1, tau))}

	if n <= 50 && tx.pairs == 0 && ty.pairs == 0 {
		c.P = inversionP(n, int(discordant))
		return c
	}
	m := float64(n)
	variance := (m*(m-1)*(2*m+5)-tx.v-ty.v)/18 + 2*tx.pairs*ty.pairs/(m*(m-1)) + tx.triples*ty.triples/(9*m*(m-1)*(m-2))
	c.P = normalTwoSided(s, variance, 0)
	return c
}

// ties are sums over groups of t equal values: t(t-1)/2, t(t-1)(t-2), t(t-1)(2t+5).
type ties struct{ pairs, triples, v float64 }

func tiesOf(sorted []float64) (sum ties) {
	for i := 0; i < len(sorted); {
		j := i + 1
		for j < len(sorted) && sorted[j] == sorted[i] {
			j++
		}
		t := float64(j - i)
		sum.pairs += t * (t - 1) / 2
		sum.triples += t * (t - 1) * (t - 2)
		sum.v += t * (t - 1) * (2*t + 5)
		i = j
	}
	return sum
}

func pairs(n int) float64 { return float64(n) * float64(n-1) / 2 }

// inversions counts the pairs i < j with x[i] > x[j], and sorts x, by merge sort.
func inversions(x, buffer []float64) int {
	if len(x) < 2 {
		return 0
	}
	middle := len(x) / 2
	left, right := x[:middle], x[middle:]
	count := inversions(left, buffer) + inversions(right, buffer)
	merged := buffer[:0]
	for len(left) > 0 && len(right) > 0 {
		if right[0] < left[0] {
			count += len(left)
			merged, right = append(merged, right[0]), right[1:]
		} else {
			merged, left = append(merged, left[0]), left[1:]
		}
	}
	merged = append(append(merged, left...), right...)
	copy(x, merged)
	return count
}

// inversionP returns the two-sided p of a number of inversions in a random permutation of n elements.
func inversionP(n, inverted int) float64 {
	p := []float64{1} // p[k]: the probability of k inversions, for permutations of growing length
	for length := 2; length <= n; length++ {
		longer := make([]float64, len(p)+length-1)
		for k, q := range p {
			for more := range length {
				longer[k+more] += q / float64(length)
			}
		}
		p = longer
	}
	fewer := min(inverted, len(p)-1-inverted) // the distribution is symmetric
	sum := 0.0
	for _, q := range p[:fewer+1] {
		sum += q
	}
	return min(1, 2*sum)
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
