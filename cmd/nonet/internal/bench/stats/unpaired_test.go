package stats

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// mannWhitneyCritical has the largest U that a two-sided test rejects at 5 %. Source: D. Auble, Extended tables for the Mann-Whitney
// statistic, Bulletin of the Institute of Educational Research at Indiana University 1 (1953).
var mannWhitneyCritical = []struct{ n1, n2, u int }{
	{4, 4, 0}, {5, 5, 2}, {5, 8, 6}, {8, 8, 13}, {10, 10, 23}, {9, 15, 34}, {12, 15, 49}, {20, 20, 127},
}

// withU has samples without ties for which U is u.
func withU(n1, n2, u int) (x, y []float64) {
	for range n1 { // each of x passes as many of y as are left to pass
		passed := min(u, n2)
		u -= passed
		x = append(x, float64(passed)+0.5+float64(len(x))/1000)
	}
	for j := range n2 {
		y = append(y, float64(j+1))
	}
	return x, y
}

func TestMannWhitneyCriticalValues(t *testing.T) {
	for _, c := range mannWhitneyCritical {
		for _, u := range []int{c.u, c.u + 1} {
			x, y := withU(c.n1, c.n2, u)
			m := MannWhitney(x, y)
			if m.U != float64(u) || !m.Exact {
				t.Fatalf("%+v: %+v", c, m)
			}
			if (m.P <= 0.05) != (u <= c.u) {
				t.Errorf("n = %d, %d, U = %d: p = %v", c.n1, c.n2, u, m.P)
			}
			if reversed := MannWhitney(y, x); reversed.U != float64(c.n1*c.n2-u) || !near(reversed.P, m.P, 1e-12) {
				t.Errorf("%+v, reversed %+v", m, reversed)
			}
		}
	}
}

// scipy.stats.mannwhitneyu([19, 22, 16, 29, 24], [20, 11, 17, 12], method="exact"): 17, 0.1111
func TestMannWhitneyExample(t *testing.T) {
	m := MannWhitney([]float64{19, 22, 16, 29, 24}, []float64{20, 11, 17, 12})
	if m.U != 17 || !near(m.P, 1.0/9, 1e-12) || m.A != 0.85 {
		t.Errorf("%+v", m)
	}
}

// Definition against implementation: all choices of the ranks, with ties.
func TestMannWhitneyAgainstEnumeration(t *testing.T) {
	random := rand.New(rand.NewPCG(11, 0))
	for range 100 {
		x, y := make([]float64, 1+random.IntN(5)), make([]float64, 1+random.IntN(6))
		for _, s := range [][]float64{x, y} {
			for i := range s {
				s[i] = float64(random.IntN(5))
			}
		}
		u := func(x, y []float64) (u float64) {
			for _, a := range x {
				for _, b := range y {
					switch {
					case a > b:
						u++
					case a == b:
						u += 0.5
					}
				}
			}
			return u
		}
		observed := u(x, y)
		both := slices.Concat(x, y)
		lower, upper, all := 0, 0, 0
		for chosen := range 1 << len(both) {
			var a, b []float64
			for i, v := range both {
				if chosen>>i&1 == 1 {
					a = append(a, v)
				} else {
					b = append(b, v)
				}
			}
			if len(a) != len(x) {
				continue
			}
			all++
			if u(a, b) <= observed {
				lower++
			}
			if u(a, b) >= observed {
				upper++
			}
		}
		want := min(1, 2*float64(min(lower, upper))/float64(all))
		got := MannWhitney(x, y)
		if got.U != observed || !near(got.P, want, 1e-12) || got.A != observed/float64(len(x)*len(y)) || VarghaDelaney(x, y) != got.A {
			t.Fatalf("%v, %v: %+v, want U = %v, p = %v", x, y, got, observed, want)
		}
		var differences []float64
		for _, a := range x {
			for _, b := range y {
				differences = append(differences, a-b)
			}
		}
		if want := Median(differences); got.Shift != want {
			t.Fatalf("%v, %v: shift %v, want %v", x, y, got.Shift, want)
		}
	}
}

// Where counting ends the normal distribution is close to it.
func TestMannWhitneyNormalMeetsExact(t *testing.T) {
	random := rand.New(rand.NewPCG(12, 0))
	x, y := make([]float64, 31), make([]float64, 30)
	for i := range x {
		x[i] = math.Round(4*random.NormFloat64() + 2)
	}
	for i := range y {
		y[i] = math.Round(4 * random.NormFloat64())
	}
	m := MannWhitney(x, y)
	if m.Exact {
		t.Fatalf("%+v", m)
	}
	ranks, _ := Ranks(slices.Concat(x, y))
	if want := exactRankSum(ranks, 31, m.U+31*32/2); math.Abs(m.P-want) > 0.03*want {
		t.Errorf("normal p = %v, exact %v", m.P, want)
	}
}

func TestMannWhitneyDegenerate(t *testing.T) {
	for _, y := range [][]float64{nil, {math.NaN()}} {
		if m := MannWhitney([]float64{1}, y); !math.IsNaN(m.U) || !math.IsNaN(m.P) || !math.IsNaN(VarghaDelaney([]float64{1}, y)) {
			t.Errorf("against %v: %+v", y, m)
		}
	}
	inf := math.Inf(1)
	if m := MannWhitney([]float64{inf, inf}, []float64{1, 2}); m.A != 1 || !math.IsNaN(m.Shift) {
		t.Errorf("infinite: %+v", m)
	}
	same := make([]float64, 40)
	if m := MannWhitney(same, same); m.P != 1 || m.A != 0.5 || m.Shift != 0 {
		t.Errorf("all the same: %+v", m)
	}
}

func TestMagnitude(t *testing.T) {
	for a, want := range map[float64]string{0.5: "negligible", 0.43: "small", 0.6: "small", 0.65: "medium", 0.3: "medium", 0.2: "large"} {
		if got := Magnitude(a); got != want {
			t.Errorf("Magnitude(%v) = %q, want %q", a, got, want)
		}
	}
}
