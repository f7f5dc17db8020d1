package stats

import (
	"math"
	"slices"

	"nonet/internal/slice"

	"gonum.org/v1/gonum/stat/combin"
)

// A Table is a 2×2 table of counts of two yes-no properties: A of the instances have both, B only the first, C only the
// second, D neither.
type Table struct{ A, B, C, D int }

// N is the total.
func (t Table) N() int { return t.A + t.B + t.C + t.D }

// Expected returns the mean and standard deviation of A under independence with the margins of t: A is then
// hypergeometric. Both are NaN for a table of zeros.
func (t Table) Expected() (mean, sd float64) {
	n, first, second := float64(t.N()), float64(t.A+t.B), float64(t.A+t.C)
	mean = first * second / n
	return mean, math.Sqrt(mean * (n - first) / n * (n - second) / (n - 1))
}

// FisherUpper returns p of Fisher's exact test against positive association: the probability of A or more, under
// independence with the margins of t.
//
// Source: R. A. Fisher, Statistical Methods for Research Workers, 5th ed. 1934, section 21.02.
func (t Table) FisherUpper() float64 {
	sum := 0.0
	for k := min(t.A+t.B, t.A+t.C); k >= t.A; k-- { // the smallest terms first
		sum += t.probability(k)
	}
	return min(1, sum)
}

// Fisher returns the two-sided p: the probability of all tables that are not more likely than t.
func (t Table) Fisher() float64 {
	return twoSided(t.A, max(0, t.A-t.D), min(t.A+t.B, t.A+t.C), t.probability)
}

// probability returns the probability that A is k, under independence with the margins of t: C(r,k)·C(n-r,c-k)/C(n,c),
// where r and c are the sums of the first row and column. It is computed by the logarithm of the gamma function, with
// an error of about 1e-10 for totals of 100,000.
func (t Table) probability(k int) float64 {
	n, r, c := t.N(), t.A+t.B, t.A+t.C
	return math.Exp(logChoose(r, k) + logChoose(n-r, c-k) - logChoose(n, c))
}

func logChoose(n, k int) float64 { return combin.LogGeneralizedBinomial(float64(n), float64(k)) }

// Lift returns A divided by its mean under independence, NaN if no instance has one of the properties.
func (t Table) Lift() float64 {
	mean, _ := t.Expected()
	return float64(t.A) / mean
}

// An IndependenceTest asks whether the most extreme instances of one method are those of another.
type IndependenceTest struct {
	N, M, Overlap int     // instances, extreme instances of each method, extreme instances of both
	Expected, SD  float64 // of the overlap under independence
	Lift          float64
	P             float64 // Fisher: an overlap as large or larger
}

// Independence compares the m = ⌈share·n⌉ instances with the largest x (the smallest, if not worst) with the m
// instances with the largest y; x[i] and y[i] belong to the same instance. If the methods find different instances
// hard, the overlap is hypergeometric with mean m²/n. Equal values at the cut are ordered by index, in the same way for
// both methods, which increases the overlap. x and y must not have NaN. The lengths must be the same.
func Independence(x, y []float64, share float64, worst bool) IndependenceTest {
	mustPair(x, y)
	n := len(x)
	m := min(n, int(math.Ceil(share*float64(n)-1e-9))) // 0.1·30 is not more than 3
	extreme := func(x []float64) slice.Set {
		order := sortedOrder(x)
		if worst {
			slices.Reverse(order)
		}
		return slice.NewSet(n, order[:m]...)
	}
	overlap := extreme(x).IntersectionLen(extreme(y))
	t := Table{A: overlap, B: m - overlap, C: m - overlap, D: n - 2*m + overlap}
	r := IndependenceTest{N: n, M: m, Overlap: overlap, Lift: t.Lift(), P: t.FisherUpper()}
	r.Expected, r.SD = t.Expected()
	return r
}
