package stats

import (
	"math"

	"nonet/internal/slice"

	"gonum.org/v1/gonum/optimize"
)

// A DecayFit is y = A·exp(-B·x) + C fitted by least squares, and the log-linear fit ln y = ln LogA - LogB·x.
type DecayFit struct {
	A, B, C    float64
	R2         float64 // the part of the variance of y that the curve explains
	LogA, LogB float64
	LogR2      float64 // the part of the variance of ln y that the line explains, over the points with y > 0
}

// At returns the fitted y at x; LogAt returns y at x by the log-linear fit.
func (f DecayFit) At(x float64) float64    { return f.A*math.Exp(-f.B*x) + f.C }
func (f DecayFit) LogAt(x float64) float64 { return f.LogA * math.Exp(-f.LogB*x) }

// FitDecay fits an exponential decay to points (x[i], y[i]). The log-linear fit, by least squares on ln y, gives equal
// weight to equal relative errors and has no C. For the curve, A and C follow from B: they are the slope and intercept
// of the line through y against exp(-B·x). So only B is searched for, by Nelder and Mead's method, which starts from
// the best of LogB and a few other values: LogB is a poor start where C is large. Where no exponential is best, as for
// a straight line, A, B and C are from the last step. With fewer than four points, or a single x, A, B, C and R2 are
// NaN; with fewer than two positive y, LogA, LogB and LogR2 are NaN. The lengths must be the same.
//
// Source: G. H. Golub, V. Pereyra, The Differentiation of Pseudo-Inverses and Nonlinear Least Squares Problems Whose
// Variables Separate, SIAM Journal on Numerical Analysis 10 (1973), pp. 413-432.
func FitDecay(x, y []float64) DecayFit {
	mustPair(x, y)
	nan := math.NaN()
	f := DecayFit{A: nan, B: nan, C: nan, R2: nan}
	var positive, logs []float64
	for i := range x {
		if y[i] > 0 {
			positive = append(positive, x[i])
			logs = append(logs, math.Log(y[i]))
		}
	}
	line := FitLine(positive, logs)
	f.LogA, f.LogB, f.LogR2 = math.Exp(line.Intercept), -line.Slope, line.R2
	if len(x) < 4 || math.IsNaN(FitLine(x, y).Slope) {
		return f
	}

	// x is measured from its mean in standard deviations, so that B has the size of 1.
	mean, sd := Mean(x), StdDev(x)
	through := func(b float64) Line {
		return FitLine(slice.Map(x, func(x float64) float64 { return math.Exp(-b * (x - mean) / sd) }), y)
	}
	unexplained := func(b []float64) float64 {
		if u := 1 - through(b[0]).R2; !math.IsNaN(u) {
			return u
		}
		return math.Inf(1)
	}
	least, b := math.Inf(1), nan
	for _, start := range []float64{f.LogB * sd, 0.25, 0.5, 1, 2, 4, 8, 16} {
		if u := unexplained([]float64{start}); start > 0 && u < least {
			least, b = u, start
		}
	}
	if math.IsInf(least, 1) {
		return f
	}
	problem := optimize.Problem{Func: unexplained}
	if found, err := optimize.Minimize(problem, []float64{b}, nil, &optimize.NelderMead{}); err == nil {
		b = found.X[0]
	}
	line = through(b)
	f.B = b / sd
	f.A, f.C, f.R2 = line.Slope*math.Exp(f.B*mean), line.Intercept, line.R2
	return f
}
