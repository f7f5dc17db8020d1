package stats

import (
	"math"
	"testing"
)

func TestWilson(t *testing.T) {
	for _, c := range []struct {
		k, n int
		want Interval
	}{
		{5, 10, Interval{0.2366, 0.7634}},
		{0, 10, Interval{0, 0.2775}},
		{81, 263, Interval{0.2553, 0.3662}}, // Newcombe 1998, table I
		{15, 148, Interval{0.0624, 0.1605}},
		{1, 29, Interval{0.0061, 0.1718}},
	} {
		if got := Wilson(c.k, c.n); !near(got.Lo, c.want.Lo, 5.1e-5) || !near(got.Hi, c.want.Hi, 5.1e-5) {
			t.Errorf("Wilson(%d, %d) = %v, want %v", c.k, c.n, got, c.want)
		}
	}
	if i := Wilson(0, 0); !math.IsNaN(i.Lo) {
		t.Errorf("Wilson(0, 0) = %v", i)
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

// The probabilities of Bin(4, 1/2) are 1/16, 4/16, 6/16, 4/16, 1/16; those of Bin(3, 0.2) are 0.512, 0.384, 0.096,
// 0.008.
func TestBinomial(t *testing.T) {
	for _, c := range []struct {
		k, n    int
		p, want float64
	}{
		{0, 4, 0.5, 0.125}, {1, 4, 0.5, 0.625}, {2, 4, 0.5, 1}, {0, 3, 0.2, 1}, {1, 3, 0.2, 0.488}, {2, 3, 0.2, 0.104},
		{3, 3, 0.2, 0.008}, {0, 5, 0, 1}, {1, 5, 0, 0}, {5, 5, 1, 1}, {4, 5, 1, 0}, {0, 0, 0.3, 1},
	} {
		if got := Binomial(c.k, c.n, c.p); !near(got, c.want, 1e-9) {
			t.Errorf("Binomial(%d, %d, %v) = %v, want %v", c.k, c.n, c.p, got, c.want)
		}
	}
}

// Against p = 0 a single success is significant, so the power is 1 - (1-q)^n. Of four trials against 1/2 no outcome is
// significant at 5 %; of six only 0 and 6 are, with 2/64.
func TestBinomialPower(t *testing.T) {
	for _, c := range []struct {
		n          int
		p, q, want float64
	}{
		{9, 0, 0.15, 1 - math.Pow(0.85, 9)}, {10, 1, 0.85, 1 - math.Pow(0.85, 10)}, {4, 0.5, 0.65, 0},
		{6, 0.5, 0.65, math.Pow(0.65, 6) + math.Pow(0.35, 6)},
	} {
		if got := BinomialPower(c.n, c.p, c.q, 0.05); !near(got, c.want, 1e-9) {
			t.Errorf("n = %d, p = %v, q = %v: %v, want %v", c.n, c.p, c.q, got, c.want)
		}
	}
}
