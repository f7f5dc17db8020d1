package stats

import (
	"math"
	"math/rand/v2"
	"testing"
)

// signCritical[n] is the largest count of the rarer sign that a two-sided sign test of n pairs rejects at 5 %, as
// tabulated by Dixon and Mood (1946).
var signCritical = map[int]int{
	6: 0, 7: 0, 8: 0, 9: 1, 10: 1, 11: 1, 12: 2, 13: 2, 14: 2, 15: 3, 16: 3, 17: 4, 18: 4, 19: 4, 20: 5, 21: 5, 22: 5,
	23: 6, 24: 6, 25: 7,
	26: 7, 27: 7, 28: 8, 29: 8, 30: 9,
}

// wilcoxonCritical[i][n-5] is the largest sum of ranks that a two-sided test rejects at 10 %, 5 %, 1 %; -1 where none.
// Source: R. L. McCornack, Extended Tables of the Wilcoxon Matched Pair Signed Rank Statistic, JASA 60 (1965), pp.
// 864-871.
var wilcoxonCritical = []struct {
	alpha  float64
	values []int
}{
	{0.10, []int{0, 2, 3, 5, 8, 10, 13, 17, 21, 25, 30, 35, 41, 47, 53, 60, 67, 75, 83, 91, 100, 110, 119, 130, 140,
		151}},
	{0.05, []int{-1, 0, 2, 3, 5, 8, 10, 13, 17, 21, 25, 29, 34, 40, 46, 52, 58, 65, 73, 81, 89, 98, 107, 116, 126,
		137}},
	{0.01, []int{-1, -1, -1, 0, 1, 3, 5, 7, 9, 12, 15, 19, 23, 27, 32, 37, 42, 48, 54, 61, 68, 75, 83, 91, 100, 109}},
}

func TestSignCriticalValues(t *testing.T) {
	for n := 5; n <= 30; n++ {
		critical, ok := signCritical[n]
		if !ok {
			critical = -1
		}
		for k := 0; k <= n/2; k++ {
			x, y := make([]float64, n), make([]float64, n)
			for i := range n {
				if x[i] = 1; i < k {
					x[i] = -1
				}
			}
			s := Sign(x, y)
			if s.Negative != k || s.Positive != n-k {
				t.Fatalf("n = %d, %d negative: counted %+v", n, k, s)
			}
			if (s.P <= 0.05) != (k <= critical) {
				t.Errorf("n = %d, %d negative: p = %v", n, k, s.P)
			}
		}
	}
}

func TestSign(t *testing.T) {
	inf := math.Inf(1)
	s := Sign([]float64{1, inf, inf, 3, 2, math.NaN()}, []float64{2, 1, inf, 1, 1, 1})
	if s.Positive != 3 || s.Negative != 1 || !near(s.P, 10.0/16, 1e-12) {
		t.Errorf("got %+v", s)
	}
	if s := Sign(nil, nil); s.P != 1 {
		t.Errorf("of nothing: %+v", s)
	}
}

// sumsOfRanks returns pairs whose differences have the ranks 1 to n, with ranks of negative differences that add up to
// w.
func sumsOfRanks(n, w int) (x, y []float64) {
	x, y = make([]float64, n), make([]float64, n)
	for rank := n; rank >= 1; rank-- {
		x[rank-1] = float64(rank)
		if rank <= w {
			x[rank-1] = -x[rank-1]
			w -= rank
		}
	}
	return x, y
}

func TestWilcoxonCriticalValues(t *testing.T) {
	for _, table := range wilcoxonCritical {
		for i, critical := range table.values {
			n := i + 5
			for w := max(critical, 0); w <= critical+1; w++ {
				x, y := sumsOfRanks(n, w)
				got := Wilcoxon(x, y)
				if got.WMinus != float64(w) || !got.Exact {
					t.Fatalf("n = %d, w = %d: %+v", n, w, got)
				}
				if (got.P <= table.alpha) != (w <= critical) {
					t.Errorf("n = %d, w = %d: p = %v at %v", n, w, got.P, table.alpha)
				}
			}
		}
	}
}

func TestWilcoxonExactSmall(t *testing.T) {
	for n, want := range map[int]float64{1: 1, 5: 0.0625, 6: 0.03125, 10: 2.0 / 1024} {
		x, y := sumsOfRanks(n, 0)
		if got := Wilcoxon(x, y); got.P != want || got.RankBiserial != 1 {
			t.Errorf("n = %d all positive: %+v, want p = %v", n, got, want)
		}
	}
}

// Wilcoxon is compared with the definition, over all sign vectors of differences with ties and zeros.
func TestWilcoxonAgainstEnumeration(t *testing.T) {
	random := rand.New(rand.NewPCG(2, 0))
	for range 200 {
		x := make([]float64, 1+random.IntN(10))
		for i := range x {
			x[i] = float64(random.IntN(9) - 4)
		}
		got := Wilcoxon(x, make([]float64, len(x)))
		var sizes []float64
		observed := 0.0
		for _, d := range x {
			if d != 0 {
				sizes = append(sizes, math.Abs(d))
			}
		}
		rank := func(v float64) float64 { // mean rank, by counting
			below, same := 0, 0
			for _, s := range sizes {
				if s < v {
					below++
				} else if s == v {
					same++
				}
			}
			return float64(below) + float64(same+1)/2
		}
		for _, d := range x {
			if d > 0 {
				observed += rank(d)
			}
		}
		lower, upper := 0, 0
		for signs := range 1 << len(sizes) {
			w := 0.0
			for i, s := range sizes {
				if signs>>i&1 == 1 {
					w += rank(s)
				}
			}
			if w <= observed {
				lower++
			}
			if w >= observed {
				upper++
			}
		}
		want := min(1, 2*float64(min(lower, upper))/float64(int(1)<<len(sizes)))
		if got.WPlus != observed || !near(got.P, want, 1e-12) || got.Zeros != len(x)-len(sizes) {
			t.Fatalf("%v: %+v, want W = %v, p = %v", x, got, observed, want)
		}
	}
}

// At maxExact differences, the normal approximation is close to the exact P.
func TestWilcoxonNormalMeetsExact(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 0))
	x := make([]float64, maxExact+1)
	for i := range x {
		x[i] = random.NormFloat64() + 0.15
	}
	exact, normal := Wilcoxon(x[1:], make([]float64, maxExact)), Wilcoxon(x, make([]float64, maxExact+1))
	if !exact.Exact || normal.Exact {
		t.Fatalf("%+v, %+v", exact, normal)
	}
	ranks, _ := Ranks(func() (abs []float64) {
		for _, v := range x {
			abs = append(abs, math.Abs(v))
		}
		return
	}())
	if want := exactSignedRank(ranks, normal.WPlus); math.Abs(normal.P-want) > 0.02*want {
		t.Errorf("normal p = %v, exact %v", normal.P, want)
	}
}

func TestWilcoxonDegenerate(t *testing.T) {
	if w := Wilcoxon(nil, nil); w.P != 1 {
		t.Errorf("nothing: %+v", w)
	}
	if w := Wilcoxon([]float64{1, 2}, []float64{1, 2}); w.P != 1 || w.N != 0 || w.Zeros != 2 {
		t.Errorf("all equal: %+v", w)
	}
	inf := math.Inf(1)
	if w := Wilcoxon([]float64{inf, 2, 3}, []float64{1, 1, 1}); w.WPlus != 6 {
		t.Errorf("an infinite difference: %+v", w)
	}
	if w := Wilcoxon([]float64{inf, 2}, []float64{inf, 1}); !math.IsNaN(w.P) || !math.IsNaN(w.WPlus) {
		t.Errorf("an unknown difference: %+v", w)
	}
}

// The example of M. Hollander, D. A. Wolfe, Nonparametric Statistical Methods, table 3.1 (depression scores), as in R's
// wilcox.test: V = 40, one-sided p = 0.01953.
func TestWilcoxonDepression(t *testing.T) {
	x := []float64{1.83, 0.50, 1.62, 2.48, 1.68, 1.88, 1.55, 3.06, 1.30}
	y := []float64{0.878, 0.647, 0.598, 2.05, 1.06, 1.29, 1.06, 3.14, 1.29}
	w := Wilcoxon(x, y)
	if w.WPlus != 40 || !near(w.P, 2*0.01953125, 1e-9) ||
		!near(w.RankBiserial, 35.0/45, 1e-12) {
		t.Errorf("%+v", w)
	}
}

func BenchmarkWilcoxon49151(b *testing.B) {
	x, y := largePairs()
	for b.Loop() {
		Wilcoxon(x, y)
	}
}

// largePairs returns as many pairs as there are puzzles with 17 clues.
func largePairs() (x, y []float64) {
	random := rand.New(rand.NewPCG(5, 0))
	x, y = make([]float64, 49151), make([]float64, 49151)
	for i := range x {
		x[i] = math.Floor(1000 * random.ExpFloat64())
		y[i] = math.Floor(x[i]/2 + 1000*random.ExpFloat64())
	}
	return x, y
}
