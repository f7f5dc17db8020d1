package stats

import (
	"math"
	"testing"
)

// Times to round first base in three ways: M. Hollander, D. A. Wolfe, Nonparametric Statistical Methods, 1973, pp.
// 140-145. χ² = 11.143 with two degrees of freedom.
func TestFriedman(t *testing.T) {
	times := []float64{
		5.40, 5.50, 5.55, 5.85, 5.70, 5.75, 5.20, 5.60, 5.50, 5.55, 5.50, 5.40, 5.90, 5.85, 5.70, 5.45, 5.55, 5.60,
		5.40, 5.40, 5.35, 5.45, 5.50, 5.35,
		5.25, 5.15, 5.00, 5.85, 5.80, 5.70, 5.25, 5.20, 5.10, 5.65, 5.55, 5.45, 5.60, 5.35, 5.45, 5.05, 5.00, 4.95,
		5.50, 5.50, 5.40, 5.45, 5.55, 5.50,
		5.55, 5.55, 5.35, 5.45, 5.50, 5.55, 5.50, 5.45, 5.25, 5.65, 5.60, 5.40, 5.70, 5.65, 5.55, 6.30, 6.30, 6.25,
	}
	var blocks [][]float64
	for i := 0; i < len(times); i += 3 {
		blocks = append(blocks, times[i:i+3])
	}
	if s, p := Friedman(blocks); math.Abs(s-11.143) > 0.0005 || math.Abs(p-0.003805) > 0.000002 {
		t.Errorf("statistic %.4f, p %.6f", s, p)
	}
}

// All blocks agree on two treatments: n blocks of ranks 1 and 2 give χ² = n.
func TestFriedmanOfTwo(t *testing.T) {
	if s, p := Friedman([][]float64{{1, 2}, {0, math.Inf(1)}, {3, 4}, {-1, 0}}); s != 4 || math.Abs(p-0.0455) > 0.0001 {
		t.Errorf("statistic %g, p %g", s, p)
	}
	for name, blocks := range map[string][][]float64{"none": nil, "one block": {{1, 2}}, "one treatment": {{1}, {2}},
		"all tied": {{1, 1}, {2, 2}}} {
		if s, p := Friedman(blocks); !math.IsNaN(s) || !math.IsNaN(p) {
			t.Errorf("%s: statistic %g, p %g", name, s, p)
		}
	}
}
