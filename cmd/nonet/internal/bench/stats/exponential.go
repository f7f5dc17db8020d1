package stats

import (
	"math"
	"slices"
)

// An ExponentialFit is the distribution P(T > t) = exp(-(t-Shift)/Scale) for t ≥ Shift, fitted to times.
type ExponentialFit struct {
	N, Events int      // runs, and those that ended
	Shift     float64  // 0 unless fitted
	Scale     float64  // mean of the part above Shift; the rate is 1/Scale. Infinite where nothing ended
	Interval  Interval // of 95 %, of Scale; none for a shifted fit
	KS        float64  // largest distance between the fitted distribution function and the Kaplan-Meier estimate, up to the last event
	Critical  float64  // what KS exceeds with probability 5 % if the times are exponential; NaN with censoring or a shift
}

// FitExponential fits an exponential distribution by maximum likelihood: Scale is the sum of all times divided by the number of runs that
// ended (censored[i]: run i was stopped at times[i]; nil means none was). Its interval is 2T/χ²(97.5 %) to 2T/χ²(2.5 %) with 2·Events
// degrees of freedom, approximate with censoring. Critical is Stephens's for an estimated mean, 1.094/(√n + 0.26 + 0.5/√n) + 0.2/n: with
// tens of thousands of times any real program exceeds it, and it is KS itself that says by how much. Without runs all is NaN.
//
// A run-time distribution that is exponential says that restarts neither help nor hurt.
//
// Source: J. F. Lawless, Statistical Models and Methods for Lifetime Data, 2nd ed. 2003, section 4.1; M. A. Stephens, EDF Statistics for
// Goodness of Fit and Some Comparisons, JASA 69 (1974), pp. 730-737; H. H. Hoos, T. Stützle, Evaluating Las Vegas Algorithms, UAI 1998.
func FitExponential(times []float64, censored []bool) ExponentialFit {
	f := ExponentialFit{N: len(times), Interval: none(), KS: math.NaN(), Critical: math.NaN()}
	curve := KaplanMeier(times, censored)
	total := 0.0
	for _, t := range times {
		total += t
	}
	f.Events = curve.Ended
	f.Scale = total / float64(f.Events)
	if f.Events == 0 {
		return f
	}
	k := float64(f.Events)
	f.Interval = Interval{2 * total / chiSquarePoint(0.975, 2*k), 2 * total / chiSquarePoint(0.025, 2*k)}
	f.KS = f.distance(curve)
	if f.Events == f.N {
		root := math.Sqrt(k)
		f.Critical = 1.094/(root+0.26+0.5/root) + 0.2/k
	}
	return f
}

// FitShiftedExponential fits a start-up time as well: Scale is Σ(t - min)/(Events-1), Shift is min - Scale/N but not below 0, which takes
// out the bias of the maximum-likelihood estimates (the minimum itself, and Events in place of Events-1). Below two events Scale is NaN.
//
// Source: J. F. Lawless, Statistical Models and Methods for Lifetime Data, 2nd ed. 2003, section 4.4.
func FitShiftedExponential(times []float64, censored []bool) ExponentialFit {
	f := ExponentialFit{N: len(times), Interval: none(), Shift: math.NaN(), Scale: math.NaN(), KS: math.NaN(), Critical: math.NaN()}
	curve := KaplanMeier(times, censored)
	f.Events = curve.Ended
	if f.Events < 2 {
		return f
	}
	least, total := slices.Min(times), 0.0
	for _, t := range times {
		total += t - least
	}
	f.Scale = total / float64(f.Events-1)
	f.Shift = max(0, least-f.Scale/float64(f.N))
	f.KS = f.distance(curve)
	return f
}

// Survival is the fitted probability of more than t.
func (f ExponentialFit) Survival(t float64) float64 {
	return math.Exp(-max(0, t-f.Shift) / f.Scale)
}

// Quantile is the fitted time below which a proportion p lies.
func (f ExponentialFit) Quantile(p float64) float64 { return f.Shift - f.Scale*math.Log1p(-p) }

// QQ are the points of a quantile-quantile plot: observed[i] is the i-th distinct time at which runs ended, fitted[i] the quantile of f in
// the middle of the step of the Kaplan-Meier curve there. Without censoring or ties that is the quantile at (i-½)/n. A straight line along
// the diagonal means that f fits.
func (f ExponentialFit) QQ(times []float64, censored []bool) (fitted, observed []float64) {
	curve := KaplanMeier(times, censored)
	before := 1.0
	for i, t := range curve.Times {
		fitted = append(fitted, f.Quantile(1-(before+curve.Survival[i])/2))
		observed = append(observed, t)
		before = curve.Survival[i]
	}
	return fitted, observed
}

// distance is that of Kolmogorov and Smirnov: the curve jumps at its times, so both sides count.
func (f ExponentialFit) distance(curve SurvivalCurve) float64 {
	largest, before := 0.0, 1.0
	for i, t := range curve.Times {
		fitted := f.Survival(t)
		largest = max(largest, math.Abs(fitted-before), math.Abs(fitted-curve.Survival[i]))
		before = curve.Survival[i]
	}
	return largest
}

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
