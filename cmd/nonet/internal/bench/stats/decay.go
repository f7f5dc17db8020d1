package stats

import "math"

// A DecayFit is y = A·exp(-B·x) + C fitted by least squares, and the log-linear fit ln y = ln LogA - LogB·x it started from.
type DecayFit struct {
	A, B, C    float64
	R2         float64 // the part of the variance of y that the curve explains
	LogA, LogB float64
	LogR2      float64 // the part of the variance of ln y that the line explains; points with y ≤ 0 have no part in it
	Points     int
	Converged  bool // false where no exponential is best: a straight line, say. Then A, B, C are only the last step
}

// At is the fitted y at x, LogAt that of the log-linear fit.
func (f DecayFit) At(x float64) float64    { return f.A*math.Exp(-f.B*x) + f.C }
func (f DecayFit) LogAt(x float64) float64 { return f.LogA * math.Exp(-f.LogB*x) }

const (
	decaySteps     = 200
	decayTolerance = 1e-9
)

// FitDecay fits an exponential decay to points (x[i], y[i]). The log-linear fit, by least squares on ln y, weighs all sizes of y alike and
// knows no C; its B is the start, or a better one of a few others, for Gauss-Newton steps on the squares of y itself, damped (Levenberg and
// Marquardt) so that they cannot grow. Below four points, or with a single x, the curve is NaN; below two positive y the log-linear fit is.
// The lengths must be the same.
//
// Source: D. W. Marquardt, An Algorithm for Least-Squares Estimation of Nonlinear Parameters, SIAM
// Journal on Applied Mathematics 11 (1963), pp. 431-441.
func FitDecay(x, y []float64) DecayFit {
	mustPair(x, y)
	nan := math.NaN()
	f := DecayFit{A: nan, B: nan, C: nan, R2: nan, Points: len(x)}
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

	// x is measured from its mean in standard deviations, so that the three derivatives have like sizes.
	mean, sd := Mean(x), StdDev(x)
	u := make([]float64, len(x))
	for i := range x {
		u[i] = (x[i] - mean) / sd
	}
	a, b, c := decayStart(u, y, f.LogB*sd)
	a, b, c, f.Converged = decaySolve(u, y, a, b, c)
	f.B = b / sd
	f.A = a * math.Exp(f.B*mean)
	f.C = c
	total, my := 0.0, Mean(y)
	for _, v := range y {
		total += (v - my) * (v - my)
	}
	f.R2 = 1 - decaySquares(u, y, a, b, c)/total
	return f
}

// decayStart is the best start for standardized x: with the b of the log-linear fit, or where a large C hides the decay from that, with
// another; a and c are the best for each b, by a line through y against e^(-bx).
func decayStart(u, y []float64, logB float64) (a, b, c float64) {
	least := math.Inf(1)
	for _, rate := range []float64{logB, 0.25, 0.5, 1, 2, 4, 8, 16} {
		if !(rate > 0) {
			continue
		}
		e := make([]float64, len(u))
		for i, v := range u {
			e[i] = math.Exp(-rate * v)
		}
		line := FitLine(e, y)
		if squares := decaySquares(u, y, line.Slope, rate, line.Intercept); squares < least {
			least, a, b, c = squares, line.Slope, rate, line.Intercept
		}
	}
	return a, b, c
}

// decaySolve minimizes the squares from a start.
func decaySolve(x, y []float64, a, b, c float64) (_, _, _ float64, converged bool) {
	squares := decaySquares(x, y, a, b, c)
	for damping, step := 1e-3, 0; step < decaySteps; step++ {
		var normal [3][4]float64 // JᵀJ and Jᵀr
		for i := range x {
			e := math.Exp(-b * x[i])
			row := [3]float64{e, -a * x[i] * e, 1}
			residual := y[i] - a*e - c
			for p := range row {
				for q := range row {
					normal[p][q] += row[p] * row[q]
				}
				normal[p][3] += row[p] * residual
			}
		}
		for {
			damped := normal
			for p := range 3 {
				damped[p][p] *= 1 + damping
			}
			d, ok := solve3(damped)
			next := math.Inf(1)
			if ok {
				next = decaySquares(x, y, a+d[0], b+d[1], c+d[2])
			}
			if next <= squares { // false for NaN
				small := math.Abs(d[0]) <= decayTolerance*math.Abs(a) && math.Abs(d[1]) <= decayTolerance*math.Abs(b) &&
					math.Abs(d[2]) <= decayTolerance*(math.Abs(a)+math.Abs(c))
				a, b, c, squares = a+d[0], b+d[1], c+d[2], next
				if small || squares == 0 {
					return a, b, c, true
				}
				damping = max(damping/10, 1e-12)
				break
			}
			if damping *= 10; damping > 1e12 { // no step however short goes down: a minimum, as far as float64 can see
				return a, b, c, ok
			}
		}
	}
	return a, b, c, false
}

func decaySquares(x, y []float64, a, b, c float64) float64 {
	sum := 0.0
	for i := range x {
		e := y[i] - a*math.Exp(-b*x[i]) - c
		sum += e * e
	}
	return sum
}

// solve3 solves three linear equations m[p][0]·d₀ + m[p][1]·d₁ + m[p][2]·d₂ = m[p][3] by elimination with row pivots.
func solve3(m [3][4]float64) (d [3]float64, ok bool) {
	for p := range 3 {
		best := p
		for q := p + 1; q < 3; q++ {
			if math.Abs(m[q][p]) > math.Abs(m[best][p]) {
				best = q
			}
		}
		m[p], m[best] = m[best], m[p]
		if m[p][p] == 0 || math.IsNaN(m[p][p]) {
			return d, false
		}
		for q := p + 1; q < 3; q++ {
			factor := m[q][p] / m[p][p]
			for k := p; k < 4; k++ {
				m[q][k] -= factor * m[p][k]
			}
		}
	}
	for p := 2; p >= 0; p-- {
		d[p] = m[p][3]
		for q := p + 1; q < 3; q++ {
			d[p] -= m[p][q] * d[q]
		}
		d[p] /= m[p][p]
	}
	return d, true
}
