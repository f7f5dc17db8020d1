package stats

import (
	"math"

	"gonum.org/v1/gonum/stat/distuv"
)

// A LogisticFit is the probability 1/(1+exp(-(Intercept + Slope·x))) of success at x.
type LogisticFit struct {
	Intercept, Slope float64
	SlopeInterval    Interval // of 95 %, from a normal estimate; exp(Slope) is the odds ratio of one unit of x
	P                float64  // of the likelihood-ratio test of Slope = 0
	Converged        bool     // false where all successes lie on one side of all failures: the slope is then infinite, and the numbers NaN
}

// At is the fitted probability at x.
func (f LogisticFit) At(x float64) float64 { return logistic(f.Intercept + f.Slope*x) }

func logistic(v float64) float64 { return 1 / (1 + math.Exp(-v)) }

// FitLogistic fits success[i] of a run at x[i] by maximum likelihood, with Newton's steps. The lengths must be the same.
//
// Source: D. R. Cox, The Regression Analysis of Binary Sequences, Journal of the Royal Statistical Society B 20 (1958), pp. 215-242.
func FitLogistic(x []float64, success []bool) LogisticFit {
	mustMark(x, success)
	nan := math.NaN()
	none := LogisticFit{Intercept: nan, Slope: nan, SlopeInterval: none(), P: nan}
	n, mean, sd := float64(len(x)), Mean(x), StdDev(x)
	successes := 0.0
	for _, s := range success {
		if s {
			successes++
		}
	}
	if !(sd > 0) || successes == 0 || successes == n {
		return none
	}

	// In u = (x-mean)/sd. A standardized slope beyond 50 means that a threshold separates successes from failures.
	a, b := math.Log(successes/(n-successes)), 0.0
	start := logLikelihood(x, success, mean, sd, a, b)
	last := start
	for range 100 {
		var ga, gb, haa, hab, hbb float64
		for i, v := range x {
			u := (v - mean) / sd
			p := logistic(a + b*u)
			residual := -p
			if success[i] {
				residual = 1 - p
			}
			w := p * (1 - p)
			ga, gb = ga+residual, gb+residual*u
			haa, hab, hbb = haa+w, hab+w*u, hbb+w*u*u
		}
		determinant := haa*hbb - hab*hab
		if !(determinant > 0) || math.Abs(b) > 50 {
			return none
		}
		da, db := (hbb*ga-hab*gb)/determinant, (haa*gb-hab*ga)/determinant
		next := logLikelihood(x, success, mean, sd, a+da, b+db)
		for halvings := 0; next < last && halvings < 30; halvings++ {
			da, db = da/2, db/2
			next = logLikelihood(x, success, mean, sd, a+da, b+db)
		}
		a, b, last = a+da, b+db, next
		if math.Abs(da)+math.Abs(db) < 1e-10 {
			se := math.Sqrt(haa / determinant)
			return LogisticFit{
				Intercept: a - b*mean/sd, Slope: b / sd, SlopeInterval: Interval{(b - z95*se) / sd, (b + z95*se) / sd},
				P: distuv.ChiSquared{K: 1}.Survival(max(0, 2*(last-start))), Converged: true,
			}
		}
	}
	return none
}

func logLikelihood(x []float64, success []bool, mean, sd, a, b float64) float64 {
	sum := 0.0
	for i, v := range x {
		linear := a + b*(v-mean)/sd
		if !success[i] {
			linear = -linear
		}
		sum -= max(-linear, 0) + math.Log1p(math.Exp(-math.Abs(linear))) // ln(1 + e^-linear) without overflow
	}
	return sum
}
