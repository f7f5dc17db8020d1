package stats

import "math"

// An ExponentialFit is the distribution P(T > t) = exp(-t/Scale), fitted to times.
type ExponentialFit struct {
	Scale float64 // the mean; infinite if no run ended
	// The largest distance between the fitted distribution function and the Kaplan-Meier estimate, up to the last
	// event; 0 without events.
	KS float64
}

// FitExponential fits an exponential distribution by maximum likelihood: Scale is the sum of all times divided by the
// number of runs that ended (censored[i]: run i was stopped at times[i]; nil means no run was stopped). Without runs it
// is NaN. KS measures how far the times are from exponential; it has no p, since with tens of thousands of times a test
// would reject any real program. If run times are exponentially distributed, restarts neither help nor hurt.
//
// Source: J. F. Lawless, Statistical Models and Methods for Lifetime Data, 2nd ed. 2003, section 4.1; H. H. Hoos, T.
// Stützle, Evaluating Las Vegas Algorithms, UAI 1998.
func FitExponential(times []float64, censored []bool) ExponentialFit {
	curve := KaplanMeier(times, censored)
	total := 0.0
	for _, t := range times {
		total += t
	}
	f := ExponentialFit{Scale: total / float64(curve.Ended)}
	before := 1.0
	for i, t := range curve.Times { // the curve jumps at its times, so both sides count
		fitted := f.Survival(t)
		f.KS = max(f.KS, math.Abs(fitted-before), math.Abs(fitted-curve.Survival[i]))
		before = curve.Survival[i]
	}
	return f
}

// Survival returns the fitted probability of a time above t.
func (f ExponentialFit) Survival(t float64) float64 { return math.Exp(-max(0, t) / f.Scale) }
