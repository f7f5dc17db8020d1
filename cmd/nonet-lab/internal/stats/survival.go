package stats

import (
	"math"
	"slices"
)

// A SurvivalCurve is the estimated probability that a run takes longer than t. It is a step function: 1 before
// Times[0], and Survival[i] from Times[i] until Times[i+1].
type SurvivalCurve struct {
	Times    []float64 // at which runs ended; distinct and ascending
	Survival []float64
	Lo, Hi   []float64 // pointwise intervals of 95 %; NaN where Survival is 0
	Last     float64   // the longest time, ended or censored; the curve is unknown beyond it
}

// KaplanMeier estimates the survival curve of runs. Run i ended at times[i], or was stopped then if censored[i]; a nil
// censored means that all runs ended. S(t) is the product over event times tᵢ ≤ t of 1 - dᵢ/nᵢ, for dᵢ events of nᵢ at
// risk. A run that is censored at an event time was at risk then; a run whose time is NaN is left out. The bands are
// S^exp(±z·σ/ln S) with Greenwood's σ² = Σ dᵢ/(nᵢ(nᵢ-dᵢ)), which stay within 0 and 1.
//
// Source: E. L. Kaplan, P. Meier, Nonparametric Estimation from Incomplete Observations, JASA 53 (1958), pp. 457-481;
// M. Greenwood, The Errors of Sampling of the Survivorship Tables, 1926; J. D. Kalbfleisch, R. L. Prentice, The
// Statistical Analysis of Failure Time Data, 1980, for the log-log form.
func KaplanMeier(times []float64, censored []bool) SurvivalCurve {
	if censored == nil {
		censored = make([]bool, len(times))
	}
	mustPair(times, censored)
	order := slices.DeleteFunc(sortedOrder(times), func(i int) bool { return math.IsNaN(times[i]) })
	c := SurvivalCurve{Last: math.NaN()}
	if len(order) > 0 {
		c.Last = times[order[len(order)-1]]
	}
	s, greenwood := 1.0, 0.0
	for i := 0; i < len(order); {
		t, events, j := times[order[i]], 0, i
		for ; j < len(order) && times[order[j]] == t; j++ {
			if !censored[order[j]] {
				events++
			}
		}
		if events > 0 {
			n, d := float64(len(order)-i), float64(events)
			s *= (n - d) / n
			greenwood += d / (n * (n - d))
			c.Times = append(c.Times, t)
			c.Survival = append(c.Survival, s)
			band := noInterval()
			if s > 0 {
				reach := z95 * math.Sqrt(greenwood) / math.Abs(math.Log(s))
				band = Interval{math.Pow(s, math.Exp(reach)), math.Pow(s, math.Exp(-reach))}
			}
			c.Lo = append(c.Lo, band.Lo)
			c.Hi = append(c.Hi, band.Hi)
		}
		i = j
	}
	return c
}

// Quantile returns the first time by which at least a proportion p of the runs has ended, by the curve; infinite if the
// curve does not reach 1-p.
func (c SurvivalCurve) Quantile(p float64) float64 {
	for i, s := range c.Survival {
		if s <= 1-p+1e-12 {
			return c.Times[i]
		}
	}
	return math.Inf(1)
}
