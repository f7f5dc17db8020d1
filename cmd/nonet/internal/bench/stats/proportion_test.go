package stats

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/mathext"
)

func TestClopperPearsonAndWilson(t *testing.T) {
	for _, c := range []struct {
		name string
		f    func(k, n int) Interval
		k, n int
		want Interval
	}{
		{"ClopperPearson", ClopperPearson, 0, 10, Interval{0, 0.3085}},
		{"ClopperPearson", ClopperPearson, 5, 10, Interval{0.1871, 0.8129}},
		{"ClopperPearson", ClopperPearson, 10, 10, Interval{1 - 0.3085, 1}},
		{"Wilson", Wilson, 5, 10, Interval{0.2366, 0.7634}},
		{"Wilson", Wilson, 0, 10, Interval{0, 0.2775}},
		{"Wilson", Wilson, 81, 263, Interval{0.2553, 0.3662}}, // Newcombe 1998, table I
		{"Wilson", Wilson, 15, 148, Interval{0.0624, 0.1605}},
		{"Wilson", Wilson, 1, 29, Interval{0.0061, 0.1718}},
		{"ClopperPearson", ClopperPearson, 81, 263, Interval{0.2527, 0.3676}},
		{"ClopperPearson", ClopperPearson, 15, 148, Interval{0.0578, 0.1617}},
		{"ClopperPearson", ClopperPearson, 1, 29, Interval{0.0009, 0.1776}},
	} {
		if got := c.f(c.k, c.n); !near(got.Lo, c.want.Lo, 5.1e-5) || !near(got.Hi, c.want.Hi, 5.1e-5) {
			t.Errorf("%s(%d, %d) = %v, want %v", c.name, c.k, c.n, got, c.want)
		}
	}
	if i := Wilson(0, 0); !math.IsNaN(i.Lo) {
		t.Errorf("Wilson(0, 0) = %v", i)
	}
	if i := ClopperPearson(0, 0); !math.IsNaN(i.Hi) {
		t.Errorf("ClopperPearson(0, 0) = %v", i)
	}
}

// The ends are where the binomial tails are 2.5 %, for all sizes up to the largest set of puzzles.
func TestClopperPearsonInverts(t *testing.T) {
	for _, n := range []int{1, 7, 100, 1000, 49151} {
		for _, k := range []int{0, 1, n / 3, n - 1, n} {
			i := ClopperPearson(k, n)
			if k > 0 {
				if p := mathext.RegIncBeta(float64(k), float64(n-k+1), i.Lo); !near(p, 0.025, 1e-8) { // P(Bin(n, lo) ≥ k)
					t.Errorf("ClopperPearson(%d, %d).Lo = %v: tail %v", k, n, i.Lo, p)
				}
			}
			if k < n {
				if p := mathext.RegIncBeta(float64(k+1), float64(n-k), i.Hi); !near(p, 0.975, 1e-8) {
					t.Errorf("ClopperPearson(%d, %d).Hi = %v: %v", k, n, i.Hi, p)
				}
			}
		}
	}
}

// Newcombe 1998, table II, method 10.
func TestRateDifference(t *testing.T) {
	for _, c := range []struct {
		k1, n1, k2, n2 int
		want           Interval
	}{
		{56, 70, 48, 80, Interval{0.0524, 0.3339}},
		{9, 10, 3, 10, Interval{0.1705, 0.8090}},
		{10, 10, 0, 10, Interval{0.6075, 1}},
	} {
		if got := RateDifference(c.k1, c.n1, c.k2, c.n2); !near(got.Lo, c.want.Lo, 5.1e-5) || !near(got.Hi, c.want.Hi, 5.1e-5) {
			t.Errorf("%+v: %v", c, got)
		}
	}
}

func TestBinomialHalfAgainstSums(t *testing.T) {
	for _, n := range []int{1, 2, 5, 30, 500} {
		sum := 0.0
		for k := range n {
			sum += math.Exp(logChoose(n, k) - float64(n)*math.Ln2)
			if got := binomialHalf(k, n); math.Abs(got-sum) > 1e-10*sum {
				t.Errorf("P(Bin(%d, ½) ≤ %d) = %v, want %v", n, k, got, sum)
			}
		}
	}
}

func TestMcNemar(t *testing.T) {
	for _, c := range []struct {
		a, b int
		want float64
	}{
		{0, 0, 1}, {1, 1, 1}, {0, 5, 0.0625}, {6, 0, 0.03125}, {8, 1, 2.0 * 10 / 512}, {3, 3, 1},
	} {
		if got := McNemar(c.a, c.b); !near(got, c.want, 1e-12) {
			t.Errorf("McNemar(%d, %d) = %v, want %v", c.a, c.b, got, c.want)
		}
	}
}

func TestHolm(t *testing.T) {
	got := Holm([]float64{0.01, 0.04, math.NaN(), 0.03, 0.005})
	want := []float64{0.03, 0.06, math.NaN(), 0.06, 0.02}
	for i := range want {
		if !near(got[i], want[i], 1e-12) {
			t.Fatalf("got %v, want %v", got, want)
		}
	}
	if got := Holm([]float64{0.6, 0.7}); got[0] != 1 || got[1] != 1 {
		t.Errorf("above 1: %v", got)
	}
	if len(Holm(nil)) != 0 {
		t.Error("of nothing")
	}
}
