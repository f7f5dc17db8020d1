package stats

import "math"

// An ExponentialFit is the distribution P(T > t) = exp(-t/Scale), fitted to times.
type ExponentialFit struct {
	Scale float64 // the mean; infinite where nothing ended
	KS    float64 // largest distance between the fitted distribution function and the Kaplan-Meier estimate, up to the last event; 0 without events
}

// FitExponential fits an exponential distribution by maximum likelihood: Scale is the sum of all times divided by the number of runs that
// ended (censored[i]: run i was stopped at times[i]; nil means none was). Without runs it is NaN. KS says by how much the times are not
// exponential; with tens of thousands of times a test would reject any real program.
//
// A run-time distribution that is exponential says that restarts neither help nor hurt.
//
// Source: J. F. Lawless, Statistical Models and Methods for Lifetime Data, 2nd ed. 2003, section 4.1; H. H. Hoos, T. Stützle, Evaluating Las
// Vegas Algorithms, UAI 1998.
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

// Survival is the fitted probability of more than t.
func (f ExponentialFit) Survival(t float64) float64 { return math.Exp(-max(0, t) / f.Scale) }

// A Tail is the straight line through the logarithm of a survival curve.
type Tail struct {
	From   float64 // the time from which it is fitted
	Scale  float64 // ln S falls by 1 in this time
	R2     float64 // 1 is a straight line: an exponential tail
	Points int     // distinct event times; below three there is no fit, and NaN
}

// FitTail fits a line by least squares to (t, ln S(t)) of the Kaplan-Meier curve beyond its quantile p (0 for the whole curve), where at
// least ten runs are still at risk: a straight line is an exponential tail.
func FitTail(times []float64, censored []bool, p float64) Tail {
	curve := KaplanMeier(times, censored)
	t := Tail{From: curve.Quantile(p), Scale: math.NaN(), R2: math.NaN()}
	if p == 0 {
		t.From = 0
	}
	var x, y []float64
	for i, at := range curve.Times {
		if at >= t.From && curve.Survival[i] > 0 && curve.AtRisk[i] >= 10 {
			x = append(x, at)
			y = append(y, math.Log(curve.Survival[i]))
		}
	}
	t.Points = len(x)
	if t.Points < 3 {
		return t
	}
	line := FitLine(x, y)
	t.Scale, t.R2 = -1/line.Slope, line.R2
	return t
}
