package stats

import (
	"math"
	"math/rand/v2"
	"testing"
)

var (
	decayX = []float64{0, 1, 2, 3, 4, 5, 6, 7, 8, 9}
	decayY = []float64{9.8, 6.5, 4.9, 3.2, 2.9, 1.9, 1.7, 1.6, 1.2, 1.3}
)

// scipy.optimize.curve_fit and scipy.stats.linregress (SciPy 1.10.1).
func TestFitDecay(t *testing.T) {
	f := FitDecay(decayX, decayY)
	for _, c := range []struct {
		name      string
		got, want float64
	}{
		{"a", f.A, 8.66113096}, {"b", f.B, 0.43665711}, {"c", f.C, 1.08309481}, {"R²", f.R2, 0.9960479568461109},
		{"log-linear a", f.LogA, 7.691469996719356}, {"log-linear b", f.LogB, 0.22983702932145192},
		{"log-linear R²", f.LogR2, 0.9424101937994035},
	} {
		if !near(c.got, c.want, 1e-6) {
			t.Errorf("%s = %v, want %v", c.name, c.got, c.want)
		}
	}
	if !near(f.At(0), f.A+f.C, 1e-12) || !near(f.LogAt(2), f.LogA*math.Exp(-2*f.LogB), 1e-12) {
		t.Errorf("At(0) = %v, LogAt(2) = %v", f.At(0), f.LogAt(2))
	}
}

// FitDecay recovers curves over percentages and over tiny times, with an offset of either sign.
func TestFitDecayRecovers(t *testing.T) {
	random := rand.New(rand.NewPCG(20, 0))
	for _, want := range []DecayFit{
		{A: 5, B: 0.08, C: 0.01}, {A: 2e-4, B: 0.2, C: 1e-6}, {A: 300, B: 0.03, C: -20}, {A: 1e6, B: 0.5, C: 100},
	} {
		var x, y []float64
		for i := range 200 {
			x = append(x, 30+float64(i)/4)
			y = append(y, want.At(x[i])*(1+1e-6*random.NormFloat64()))
		}
		f := FitDecay(x, y)
		if !near(f.B/want.B, 1, 1e-2) || !near(f.A/want.A, 1, 1e-1) || f.R2 < 0.9999 {
			t.Errorf("got %+v, want %+v", f, want)
		}
	}
}

func TestFitDecayDegenerate(t *testing.T) {
	if f := FitDecay([]float64{1, 2, 3}, []float64{3, 2, 1}); !math.IsNaN(f.A) || math.IsNaN(f.LogB) {
		t.Errorf("three points: %+v", f)
	}
	if f := FitDecay([]float64{1, 1, 1, 1}, []float64{3, 2, 1, 5}); !math.IsNaN(f.A) || !math.IsNaN(f.LogB) {
		t.Errorf("one x: %+v", f)
	}
	if f := FitDecay([]float64{1, 2, 3, 4}, []float64{0, -1, 0, 0}); !math.IsNaN(f.LogA) {
		t.Errorf("nothing positive: %+v", f)
	}
	x, y := []float64{0, 1, 2, 3, 4, 5}, []float64{10, 8, 6, 4, 2, 0.1}
	if f := FitDecay(x, y); f.R2 < 0.99 { // A and C are not determined, but the fit must be as good as a line
		t.Errorf("a line: %+v", f)
	}
}

// scipy.stats.linregress (SciPy 1.10.1): the standard error times Student's 97.5 % point.
func TestFitLine(t *testing.T) {
	logs := make([]float64, len(decayY))
	for i, v := range decayY {
		logs[i] = math.Log(v)
	}
	l := FitLine(decayX, logs)
	if !near(l.Slope, -0.22983702932145192, 1e-12) || !near(l.R2, 0.9424101937994035, 1e-12) ||
		!near(l.SlopeInterval.Width()/2, 0.0463220647062553, 1e-9) {
		t.Errorf("%+v", l)
	}
	if l := FitLine([]float64{1}, []float64{1}); !math.IsNaN(l.Slope) {
		t.Errorf("one point: %+v", l)
	}
	if l := FitLine([]float64{1, 1, 1}, []float64{1, 2, 3}); !math.IsNaN(l.Slope) {
		t.Errorf("one x: %+v", l)
	}
}
