package stats

import (
	"math"
	"testing"
	"time"
)

// Reports pass whatever records a campaign has: none, single runs, infinite or NaN times, equal times. No function may
// panic or hang on them, and each p must be NaN or from 0 to 1.
func TestAwkwardSamples(t *testing.T) {
	nan, inf := math.NaN(), math.Inf(1)
	samples := [][]float64{
		{}, {1}, {nan}, {inf}, {1, 1}, {0, 0, 0, 0}, {1, 2}, {1, nan, 2}, {inf, inf, 1}, {-inf, inf, 0, 1},
		{1e308, -1e308, 1e308, 5},
		{5e-324, 0, 5e-324, 1}, {3, 1, 2, 2, 1, 3, 0, 9}, {1, 1, 1, 1, 1, 1, 1, 1 + 1e-16, 2},
	}
	p := func(name string, x, y []float64, p float64) {
		if p < 0 || p > 1 {
			t.Errorf("%s of %v and %v: p = %v", name, x, y, p)
		}
	}
	few := Resampling{Resamples: 50}
	for _, x := range samples {
		Summarize(x)
		BootstrapMean(x, 1)
		few.interval1(x, Median)
		Holm(x)
		TimingRule{}.Check(x)
		for _, marks := range [][]bool{make([]bool, len(x)), flags(len(x))} {
			ETS(x, marks)
			ETSInterval(x, marks, 1)
			PAR(x, marks, 1, 2)
			c := KaplanMeier(x, marks)
			for i, s := range c.Survival {
				p("survival", x, nil, s)
				if c.Lo[i] > s || c.Hi[i] < s {
					t.Errorf("S(%v) = %v outside %v to %v", c.Times[i], s, c.Lo[i], c.Hi[i])
				}
			}
		}
		for _, y := range samples {
			few.pairInterval(x, y, []int{len(x), len(y)}, ratioOfMeans)
			if len(x) != len(y) {
				continue
			}
			p("sign", x, y, Sign(x, y).P)
			p("Wilcoxon", x, y, Wilcoxon(x, y).P)
			c := Spearman(x, y)
			p("correlation", x, y, c.P)
			p("|correlation|", x, y, math.Abs(c.R))
			few.pairInterval(x, y, []int{len(x)}, ratioOfMeans)
			FitLine(x, y)
			FitDecay(x, y)
			for _, worst := range []bool{true, false} {
				r := Independence(x, y, 0.3, worst)
				p("overlap", x, y, r.P)
				if r.Overlap > r.M {
					t.Errorf("%v and %v: %+v", x, y, r)
				}
			}
		}
	}
}

// flags returns n flags that are true at odd indices.
func flags(n int) []bool {
	f := make([]bool, n)
	for i := range f {
		f[i] = i%2 == 1
	}
	return f
}

func BenchmarkAdaptiveConstant(b *testing.B) {
	for b.Loop() {
		if _, err := Adaptive(b.Context(), func() (time.Duration, error) { return time.Millisecond, nil },
			TimingRule{}); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkTimingRuleCheck(b *testing.B) {
	x, _ := largePairs()
	for b.Loop() {
		TimingRule{}.Check(x[:20])
	}
}
