package stats

import "math"

// A SignTest compares pairs by how often x exceeds y.
type SignTest struct {
	Positive, Negative int // pairs with x > y, with x < y
	// min(1, 2·P(Bin(n, 1/2) ≤ min(Positive, Negative))), n = Positive + Negative; 1 without pairs
	P float64
}

// Sign tests whether x[i] > y[i] and x[i] < y[i] are equally likely. Infinite values are compared as such, which suits
// runs that did not finish; pairs with a NaN are left out. The lengths must be the same.
//
// Source: W. J. Dixon, A. M. Mood, The Statistical Sign Test, JASA 41 (1946), pp. 557-566.
func Sign(x, y []float64) SignTest {
	mustPair(x, y)
	var s SignTest
	for i := range x {
		switch {
		case x[i] > y[i]:
			s.Positive++
		case x[i] < y[i]:
			s.Negative++
		}
	}
	s.P = min(1, 2*binomialHalf(min(s.Positive, s.Negative), s.Positive+s.Negative))
	return s
}

// A WilcoxonTest compares pairs by the ranks of their differences x[i] - y[i].
type WilcoxonTest struct {
	N             int     // pairs that differ
	Zeros         int     // pairs that do not, left out of the ranks
	WPlus, WMinus float64 // sums of the ranks of positive and of negative differences
	P             float64 // two-sided; 1 without pairs that differ
	Exact         bool    // P counts all sign vectors; otherwise it is from the normal distribution
	RankBiserial  float64 // effect from -1 to 1: (WPlus - WMinus)/(WPlus + WMinus)
}

// maxExact is the number of differing pairs up to which Wilcoxon computes P exactly.
const maxExact = 200

// Wilcoxon is the signed-rank test of whether the differences x[i] - y[i] are symmetric about 0. Differences of 0 are
// dropped, equal absolute differences get the mean of their ranks. Up to 200 differences P is exact, with ties too: all
// sign vectors are equally likely, and the sign vectors are counted by their sum of doubled ranks; P = min(1, 2·min(P(W
// ≤ WPlus), P(W ≥ WPlus))). With more differences, WPlus is taken as normal with mean n(n+1)/4 and variance
// n(n+1)(2n+1)/24 - Σ(t³-t)/48 over ties of t, with a continuity correction of 1/2. A NaN among the differences makes
// all results NaN; so does a pair of two infinite values of the same sign, whose difference is NaN. The lengths must be
// the same. Cost: O(n log n).
//
// Source: F. Wilcoxon, Individual Comparisons by Ranking Methods, Biometrics Bulletin 1 (1945), pp. 80-83; D. S. Kerby,
// The simple difference formula, Comprehensive Psychology 3 (2014), for the effect.
func Wilcoxon(x, y []float64) WilcoxonTest {
	mustPair(x, y)
	var differences, sizes []float64
	for i := range x {
		switch d := x[i] - y[i]; {
		case math.IsNaN(d):
			nan := math.NaN()
			return WilcoxonTest{WPlus: nan, WMinus: nan, P: nan, RankBiserial: nan}
		case d != 0:
			differences, sizes = append(differences, d), append(sizes, math.Abs(d))
		}
	}
	w := WilcoxonTest{N: len(differences), Zeros: len(x) - len(differences), P: 1, Exact: true,
		RankBiserial: math.NaN()}
	ranks, ties := Ranks(sizes)
	for i, d := range differences {
		if d > 0 {
			w.WPlus += ranks[i]
		} else {
			w.WMinus += ranks[i]
		}
	}
	n := float64(w.N)
	switch {
	case w.N == 0:
	case w.N <= maxExact:
		w.P = exactSignedRank(ranks, w.WPlus)
	default:
		w.Exact = false
		variance := n*(n+1)*(2*n+1)/24 - ties/48
		w.P = normalTwoSided(w.WPlus-n*(n+1)/4, variance, 0.5)
	}
	if w.N > 0 {
		w.RankBiserial = (w.WPlus - w.WMinus) / (w.WPlus + w.WMinus)
	}
	return w
}

// exactSignedRank returns the two-sided p of a sum w of ranks, to which each rank contributes with probability 1/2. The
// ranks are multiples of 1/2.
func exactSignedRank(ranks []float64, w float64) float64 {
	p := signedRanks(ranks)
	at := int(math.Round(2 * w))
	lower, upper := 0.0, 0.0
	for s, q := range p {
		if s <= at {
			lower += q
		}
		if s >= at {
			upper += q
		}
	}
	return min(1, 2*min(lower, upper))
}

// signedRanks returns the distribution of the sum of a random subset of the ranks: element s is the probability of the
// sum s/2.
func signedRanks(ranks []float64) []float64 {
	total := 0
	for _, r := range ranks {
		total += int(math.Round(2 * r))
	}
	p := make([]float64, total+1)
	p[0] = 1
	top := 0
	for _, r := range ranks {
		k := int(math.Round(2 * r))
		top += k
		for s := top; s >= 0; s-- {
			p[s] /= 2
			if s >= k {
				p[s] += p[s-k] / 2
			}
		}
	}
	return p
}

// normalTwoSided returns the two-sided p of a deviation from the mean, reduced by the continuity correction. A variance
// of 0 gives 1.
func normalTwoSided(deviation, variance, correction float64) float64 {
	deviation = max(math.Abs(deviation)-correction, 0)
	if deviation == 0 || variance <= 0 {
		return 1
	}
	return math.Erfc(deviation / math.Sqrt(2*variance))
}

// Holm adjusts the p-values of a family of tests: adjusted[i] ≤ 5 % rejects hypothesis i with at most 5 % probability
// of any false rejection. For m tests with p₍₁₎ ≤ p₍₂₎ ≤ ..., the k-th adjusted value is the maximum over j ≤ k of
// min(1, (m-j+1)·p₍ⱼ₎). A NaN stays NaN and does not count as a test.
//
// Source: S. Holm, A Simple Sequentially Rejective Multiple Test Procedure, Scandinavian Journal of Statistics 6
// (1979), pp. 65-70.
func Holm(p []float64) (adjusted []float64) {
	adjusted = make([]float64, len(p))
	var tests []int
	var values []float64
	for i, v := range p {
		if math.IsNaN(v) {
			adjusted[i] = v
			continue
		}
		tests = append(tests, i)
		values = append(values, v)
	}
	least := 0.0
	for k, at := range sortedOrder(values) {
		least = max(least, min(1, float64(len(values)-k)*values[at]))
		adjusted[tests[at]] = least
	}
	return adjusted
}
