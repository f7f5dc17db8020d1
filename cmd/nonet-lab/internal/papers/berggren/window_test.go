package berggren

import (
	"math"
	"math/rand/v2"
	"testing"
)

// Exponential times have an exponential histogram that is highest at 0; times around a peak have their peak there.
func TestWindow(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 0))
	exponential, normal := make([]float64, 20000), make([]float64, 20000)
	for i := range exponential {
		exponential[i], normal[i] = 3e-5*random.ExpFloat64(), 3e-5*(1+0.1*random.NormFloat64())
	}
	w := windowOf(exponential)
	if r2, peak := w.r2, w.peak; r2 < 0.99 || peak > 0.1 || bins(exponential) != 60 {
		t.Errorf("exponential: %v", w)
	}
	if math.Abs(w.floor) > 0.01 {
		t.Errorf("exponential: %v", w)
	}
	if peak := windowOf(normal).peak; math.Abs(peak-1) > 0.1 {
		t.Errorf("a peak at the mean: %v", peak)
	}
	if w := windowOf(exponential[:50]); !math.IsNaN(w.r2) {
		t.Errorf("50 times: %v", w)
	}
}
