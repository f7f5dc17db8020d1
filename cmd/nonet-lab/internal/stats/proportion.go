package stats

import (
	"math"

	"gonum.org/v1/gonum/stat/distuv"
)

// z95 is the 97.5 % point of the standard normal distribution.
const z95 = 1.959963984540054

// Wilson returns the score interval of 95 % for a proportion, after k successes in n trials: the p with |k/n - p| ≤
// z·sqrt(p(1-p)/n). Its ends are (p̂ + z²/2n ± z·sqrt(p̂(1-p̂)/n + z²/4n²)) / (1 + z²/n). Its coverage is 95 % on
// average over p. Without trials it is NaN.
//
// Source: E. B. Wilson, Probable Inference, the Law of Succession, and Statistical Inference, JASA 22 (1927), pp.
// 209-212; recommended by L. D. Brown, T. T. Cai, A. DasGupta, Interval Estimation for a Binomial Proportion,
// Statistical Science 16 (2001), pp. 101-133.
func Wilson(k, n int) Interval {
	if k < 0 || k > n {
		panic("stats: number of successes outside 0 to the number of trials")
	}
	if n == 0 {
		return noInterval()
	}
	m := float64(n)
	p := float64(k) / m
	z2 := z95 * z95
	center := p + z2/(2*m)
	reach := z95 * math.Sqrt(p*(1-p)/m+z2/(4*m*m))
	i := Interval{(center - reach) / (1 + z2/m), (center + reach) / (1 + z2/m)}
	if k == 0 { // without rounding error
		i.Lo = 0
	}
	if k == n {
		i.Hi = 1
	}
	return i
}

// Binomial returns the two-sided p of the exact binomial test of k successes in n trials against a known probability p:
// the probability of all numbers of successes that are not more likely than k. Without trials it is 1.
func Binomial(k, n int, p float64) float64 {
	return twoSided(k, 0, n, func(k int) float64 { return binomial(k, n, p) })
}

// twoSided returns the probability of all numbers from low to high that are not more likely than k.
func twoSided(k, low, high int, probability func(int) float64) (sum float64) {
	limit := probability(k) * (1 + 1e-7) // equal probabilities differ by rounding
	for i := low; i <= high; i++ {
		if p := probability(i); p <= limit {
			sum += p
		}
	}
	return min(1, sum)
}

// BinomialPower returns the probability that [Binomial] of n trials against p is below level, if the probability of a
// success is q.
func BinomialPower(n int, p, q, level float64) float64 {
	power := 0.0
	for k := range n + 1 {
		if Binomial(k, n, p) < level {
			power += binomial(k, n, q)
		}
	}
	return power
}

// binomial returns P(Bin(n, p) = k).
func binomial(k, n int, p float64) float64 {
	switch p { // the logarithm of 0 has no product with 0
	case 0:
		k = n - k
		fallthrough
	case 1:
		if k == n {
			return 1
		}
		return 0
	}
	return distuv.Binomial{N: float64(n), P: p}.Prob(float64(k))
}

// binomialHalf returns P(Bin(n, 1/2) ≤ k).
func binomialHalf(k, n int) float64 {
	switch {
	case k < 0:
		return 0
	case k >= n:
		return 1
	}
	return distuv.Binomial{N: float64(n), P: 0.5}.CDF(float64(k))
}
