package stats

import (
	"math"
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/stat/combin"
	"gonum.org/v1/gonum/stat/distuv"
)

// A Table is a 2×2 table of counts: of two yes-no properties A has both, B the first alone, C the second alone, D neither.
type Table struct{ A, B, C, D int }

// N is the total.
func (t Table) N() int { return t.A + t.B + t.C + t.D }

// Expected is the mean of A under independence with the margins of t, and SD its standard deviation there, that of the hypergeometric
// distribution. Both are NaN for a table of nothing.
func (t Table) Expected() (mean, sd float64) {
	n, first, second := float64(t.N()), float64(t.A+t.B), float64(t.A+t.C)
	mean = first * second / n
	return mean, math.Sqrt(mean * (n - first) / n * (n - second) / (n - 1))
}

// FisherUpper is the p of Fisher's exact test against positive association: the probability of A or more, under independence with the
// margins of t.
//
// Source: R. A. Fisher, Statistical Methods for Research Workers, 5th ed. 1934, section 21.02.
func (t Table) FisherUpper() float64 {
	sum := 0.0
	for k := min(t.A+t.B, t.A+t.C); k >= t.A; k-- { // the smallest terms first
		sum += t.probability(k)
	}
	return min(1, sum)
}

// Fisher is the two-sided p: the probability of all tables that are not more likely than t.
func (t Table) Fisher() float64 {
	limit := t.probability(t.A) * (1 + 1e-7) // equal ones differ by rounding
	sum := 0.0
	for k := max(0, t.A-t.D); k <= min(t.A+t.B, t.A+t.C); k++ {
		if p := t.probability(k); p <= limit {
			sum += p
		}
	}
	return min(1, sum)
}

// probability is that of k in place of A under independence with the margins of t: C(r,k)·C(n-r,c-k)/C(n,c), r and c being the sums of the
// first row and column. Through the logarithm of the gamma function: right to about 1e-10 with totals of 100,000.
func (t Table) probability(k int) float64 {
	n, r, c := t.N(), t.A+t.B, t.A+t.C
	return math.Exp(logChoose(r, k) + logChoose(n-r, c-k) - logChoose(n, c))
}

func logChoose(n, k int) float64 { return combin.LogGeneralizedBinomial(float64(n), float64(k)) }

// ChiSquare is the statistic n(AD-BC)²/(product of the margins) with one degree of freedom, and its p. Both are NaN where a margin is 0.
//
// Source: K. Pearson, Philosophical Magazine 50 (1900), pp. 157-175.
func (t Table) ChiSquare() (statistic, p float64) {
	a, b, c, d, n := float64(t.A), float64(t.B), float64(t.C), float64(t.D), float64(t.N())
	difference := math.Abs(a*d - b*c)
	statistic = difference / (a + b) * difference / (c + d) * n / (a + c) / (b + d)
	if math.IsNaN(statistic) || math.IsInf(statistic, 0) {
		return math.NaN(), math.NaN()
	}
	return statistic, distuv.ChiSquared{K: 1}.Survival(statistic)
}

// OddsRatio is (A+½)(D+½)/((B+½)(C+½)), and its interval of 95 % from a normal logarithm with variance 1/(A+½) + 1/(B+½) + 1/(C+½) +
// 1/(D+½). The halves keep it finite.
//
// Source: J. B. S. Haldane, The estimation and significance of the logarithm of a ratio of frequencies, Annals of Human Genetics 20 (1956),
// pp. 309-311.
func (t Table) OddsRatio() (float64, Interval) {
	a, b, c, d := float64(t.A)+0.5, float64(t.B)+0.5, float64(t.C)+0.5, float64(t.D)+0.5
	ratio := a / b * d / c
	reach := math.Exp(z95 * math.Sqrt(1/a+1/b+1/c+1/d))
	return ratio, Interval{ratio / reach, ratio * reach}
}

// Lift is A divided by its mean under independence. NaN where a property is never there.
func (t Table) Lift() float64 {
	mean, _ := t.Expected()
	return float64(t.A) / mean
}

// An IndependenceTest asks whether the most extreme instances of one method are those of another.
type IndependenceTest struct {
	N, M, Overlap int     // instances, extreme ones of each method, common ones
	Expected, SD  float64 // of the overlap under independence
	Lift          float64
	Odds          float64
	OddsInterval  Interval
	P             float64 // Fisher: an overlap as large or larger
	ChiSquare, PX float64
	// Where instances are tied at the cut the overlap depends on how ties are broken: the smallest and the largest of 1,000 random ways,
	// independent for the two methods. Without ties both are Overlap.
	Tied                 bool
	OverlapLo, OverlapHi int
}

// tieBreaks is how often ties at the cut are broken at random.
const tieBreaks = 1000

// Independence compares the m = ⌈share·n⌉ largest of x (smallest, if not worst) with those of y, x[i] and y[i] belonging to the same
// instance. If the methods find different instances hard, the overlap is hypergeometric with mean m²/n. Among equal values at the cut the
// rule is fixed, (value, index), and the same for both, which makes overlaps: with many ties look at OverlapLo and OverlapHi.
// NaN is not a value. The lengths must be the same.
func Independence(x, y []float64, share float64, worst bool, seed uint64) IndependenceTest {
	mustPair(x, y)
	n := len(x)
	m := min(n, int(math.Ceil(share*float64(n)-1e-9))) // 0.1·30 is not more than 3
	a, b := newCut(x, m, worst), newCut(y, m, worst)
	fixedA, fixedB := a.chosen(nil), b.chosen(nil)
	overlap := common(fixedA, fixedB)
	t := Table{A: overlap, B: m - overlap, C: m - overlap, D: n - 2*m + overlap}
	r := IndependenceTest{
		N: n, M: m, Overlap: overlap, Lift: t.Lift(), P: t.FisherUpper(), Tied: a.tied() || b.tied(), OverlapLo: overlap, OverlapHi: overlap,
	}
	r.Expected, r.SD = t.Expected()
	r.Odds, r.OddsInterval = t.OddsRatio()
	r.ChiSquare, r.PX = t.ChiSquare()
	if r.Tied {
		random := rand.New(rand.NewPCG(seed, 0))
		r.OverlapLo, r.OverlapHi = m, 0
		for range tieBreaks {
			k := common(a.chosen(random), b.chosen(random))
			r.OverlapLo, r.OverlapHi = min(r.OverlapLo, k), max(r.OverlapHi, k)
		}
	}
	return r
}

// A cut divides instances into the m extreme ones and the rest: some are in for sure, some more are to be picked among those at the cut.
type cut struct {
	in     []bool
	at     []int // in the order of (value, index), from the extreme end
	picked int   // of at
	now    []bool
}

func newCut(x []float64, m int, worst bool) *cut {
	order := sortedOrder(x)
	if worst {
		slices.Reverse(order)
	}
	c := &cut{in: make([]bool, len(x)), now: make([]bool, len(x))}
	if m == 0 {
		return c
	}
	limit := x[order[m-1]]
	for k, i := range order {
		switch {
		case x[i] == limit:
			c.at = append(c.at, i)
			if k < m {
				c.picked++
			}
		case k < m:
			c.in[i] = true
		}
	}
	return c
}

func (c *cut) tied() bool { return c.picked < len(c.at) }

// chosen says which instances are extreme, ties being broken by the order if random is nil. The answer is overwritten by the next.
func (c *cut) chosen(random *rand.Rand) []bool {
	copy(c.now, c.in)
	for k := range c.picked {
		if random != nil { // the first steps of a shuffle
			j := k + random.IntN(len(c.at)-k)
			c.at[k], c.at[j] = c.at[j], c.at[k]
		}
		c.now[c.at[k]] = true
	}
	return c.now
}

func common(a, b []bool) (count int) {
	for i := range a {
		if a[i] && b[i] {
			count++
		}
	}
	return count
}
