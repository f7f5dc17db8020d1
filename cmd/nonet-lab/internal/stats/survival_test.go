package stats

import (
	"math"
	"slices"
	"testing"
)

// Weeks of remission of leukaemia patients, the classical example: under 6-mercaptopurine and under a placebo. Source:
// E. J. Freireich and others, The effect of 6-mercaptopurine on the duration of steroid-induced remissions in acute
// leukemia, Blood 21 (1963), pp. 699-716; E. A. Gehan, Biometrika 52 (1965), pp. 203-223.
var (
	remission = []float64{6, 6, 6, 6, 7, 9, 10, 10, 11, 13, 16, 17, 19, 20, 22, 23, 25, 32, 32, 34, 35}
	ongoing   = []bool{
		false, false, false, true, false, true, false, true, true, false, false, true, true, true, false, false, true,
		true, true, true, true,
	}
	placebo = []float64{1, 1, 2, 2, 3, 4, 4, 5, 5, 8, 8, 8, 8, 11, 11, 12, 12, 15, 17, 22, 23}
)

// The table is in every textbook of survival analysis; the bands are those of the log-log form.
func TestKaplanMeierRemission(t *testing.T) {
	c := KaplanMeier(remission, ongoing)
	if want := []float64{6, 7, 10, 13, 16, 22, 23}; !slices.Equal(c.Times, want) {
		t.Fatalf("times %v, want %v", c.Times, want)
	}
	for i, want := range []struct{ s, lo, hi float64 }{
		{0.8571, 0.6197, 0.9516}, {0.8067, 0.5631, 0.9228}, {0.7529, 0.5032, 0.8894}, {0.6902, 0.4316, 0.8491},
		{0.6275, 0.3675, 0.8049},
		{0.5378, 0.2678, 0.7468}, {0.4482, 0.1881, 0.6801},
	} {
		if !near(c.Survival[i], want.s, 5.1e-5) || !near(c.Lo[i], want.lo, 5.1e-5) || !near(c.Hi[i], want.hi, 5.1e-5) {
			t.Errorf("S(%v) = %v (%v, %v), want %v", c.Times[i], c.Survival[i], c.Lo[i], c.Hi[i], want)
		}
	}
	if m := c.Quantile(0.5); m != 23 {
		t.Errorf("median %v, want 23", m)
	}
	if c.Last != 35 {
		t.Errorf("last %v", c.Last)
	}
}

func TestKaplanMeierWithoutCensoring(t *testing.T) {
	c := KaplanMeier(placebo, nil)
	if want := slices.Compact(slices.Clone(placebo)); !slices.Equal(c.Times, want) {
		t.Fatalf("times %v, want %v", c.Times, want)
	}
	for i, at := range c.Times {
		longer := 0.0
		for _, v := range placebo {
			if v > at {
				longer++
			}
		}
		if want := longer / float64(len(placebo)); !near(c.Survival[i], want, 1e-12) {
			t.Errorf("S(%v) = %v, want %v", at, c.Survival[i], want)
		}
	}
	last := len(c.Times) - 1
	if c.Quantile(0.5) != 8 || c.Survival[last] != 0 || !math.IsNaN(c.Lo[last]) || math.IsNaN(c.Hi[last-1]) {
		t.Errorf("median %v, at the end %v, last bands %v %v", c.Quantile(0.5), c.Survival[last], c.Lo[last],
			c.Hi[last-1])
	}
}

func TestKaplanMeierDegenerate(t *testing.T) {
	if c := KaplanMeier(nil, nil); len(c.Times) != 0 || !math.IsNaN(c.Last) || !math.IsInf(c.Quantile(0.5), 1) {
		t.Errorf("nothing: %+v", c)
	}
	if c := KaplanMeier([]float64{3, 4}, []bool{true, true}); len(c.Times) != 0 || c.Last != 4 {
		t.Errorf("nothing ended: %+v", c)
	}
	if c := KaplanMeier([]float64{1, math.NaN(), 2, math.NaN()}, nil); !slices.Equal(c.Survival, []float64{0.5, 0}) {
		t.Errorf("unknown times: %+v", c)
	}
}
