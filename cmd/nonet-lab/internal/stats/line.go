package stats

import (
	"math"

	"gonum.org/v1/gonum/stat"
	"gonum.org/v1/gonum/stat/distuv"
)

// A Line is y = Intercept + Slope·x by least squares.
type Line struct {
	Intercept, Slope float64
	SlopeInterval    Interval // of 95 %, for independent normal errors; NaN below three points
	R2               float64  // the part of the variance of y that the line explains
}

// FitLine fits a line to points (x[i], y[i]). It is NaN where all x are equal. If x and y are logarithms, the slope is
// the exponent of a power law; if only y is, it is a rate of growth. The lengths must be the same.
func FitLine(x, y []float64) Line {
	mustPair(x, y)
	n := len(x)
	if n < 2 {
		return Line{math.NaN(), math.NaN(), noInterval(), math.NaN()}
	}
	l := Line{SlopeInterval: noInterval()}
	l.Intercept, l.Slope = stat.LinearRegression(x, y, nil, false)
	l.R2 = stat.RSquared(x, y, nil, l.Intercept, l.Slope)
	if n < 3 || math.IsNaN(l.Slope) {
		return l
	}
	residual, spread, mean := 0.0, 0.0, Mean(x)
	for i := range x {
		e := y[i] - l.Intercept - l.Slope*x[i]
		residual += e * e
		spread += (x[i] - mean) * (x[i] - mean)
	}
	df := float64(n - 2)
	reach := distuv.StudentsT{Mu: 0, Sigma: 1, Nu: df}.Quantile(0.975) * math.Sqrt(residual/df/spread)
	l.SlopeInterval = Interval{l.Slope - reach, l.Slope + reach}
	return l
}
