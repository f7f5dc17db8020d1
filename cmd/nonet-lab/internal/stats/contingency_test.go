package stats

import (
	"math"
	"math/big"
	"math/rand/v2"
	"testing"
)

// The lady tasting tea: three of four cups identified.
func TestFisherTea(t *testing.T) {
	tea := Table{A: 3, B: 1, C: 1, D: 3}
	if p := tea.FisherUpper(); !near(p, 17.0/70, 1e-12) {
		t.Errorf("upper tail %v, want 17/70", p)
	}
	if p := tea.Fisher(); !near(p, 34.0/70, 1e-12) {
		t.Errorf("two-sided %v, want 34/70", p)
	}
}

// scipy.stats.fisher_exact (SciPy 1.10.1) of [[8, 2], [1, 5]].
func TestTable(t *testing.T) {
	table := Table{8, 2, 1, 5}
	for _, c := range []struct {
		name      string
		got, want float64
	}{
		{"upper", table.FisherUpper(), 0.024475524475524483},
		{"two-sided", table.Fisher(), 0.034965034965034975},
		{"lift", table.Lift(), 8.0 * 16 / 90},
	} {
		if !near(c.got, c.want, 1e-6) {
			t.Errorf("%s: %v, want %v", c.name, c.got, c.want)
		}
	}
	empty := Table{0, 0, 3, 4}
	if p := empty.FisherUpper(); p != 1 {
		t.Errorf("a margin of 0: %v", p)
	}
}

// All small tables, compared with exact binomial coefficients.
func TestFisherAgainstIntegers(t *testing.T) {
	choose := func(n, k int) float64 {
		f, _ := new(big.Float).SetInt(new(big.Int).Binomial(int64(n), int64(k))).Float64()
		return f
	}
	for n := 1; n <= 14; n++ {
		for r := 0; r <= n; r++ {
			for c := 0; c <= n; c++ {
				least, most := max(0, r+c-n), min(r, c)
				for a := least; a <= most; a++ {
					table := Table{a, r - a, c - a, n - r - c + a}
					upper := 0.0
					for k := a; k <= most; k++ {
						upper += choose(r, k) * choose(n-r, c-k) / choose(n, c)
					}
					if !near(table.FisherUpper(), upper, 1e-10) {
						t.Fatalf("%+v: %v, want %v", table, table.FisherUpper(), upper)
					}
				}
			}
		}
	}
}

// All puzzles with 17 clues, a tenth of them: tails of scipy.stats.hypergeom (SciPy 1.10.1).
func TestFisherOfAllPuzzles(t *testing.T) {
	const n, m = 49151, 4916
	table := func(a int) Table { return Table{a, m - a, m - a, n - 2*m + a} }
	mean, sd := table(500).Expected()
	if math.Abs(mean-491.69) > 0.005 || math.Abs(sd-19.956) > 0.0005 {
		t.Errorf("mean %v, sd %v, want 491.69, 19.956", mean, sd)
	}
	for a, want := range map[int]float64{550: 0.0021222223402442755, 492: 0.501665799536072,
		1000: 1.1335699192380806e-117} {
		if p := table(a).FisherUpper(); math.Abs(p-want) > 1e-7*want {
			t.Errorf("P(overlap ≥ %d) = %v, want %v", a, p, want)
		}
	}
}

func TestIndependence(t *testing.T) {
	const n = 1000
	random := rand.New(rand.NewPCG(17, 0))
	x, y := make([]float64, n), make([]float64, n)
	for i := range x {
		x[i], y[i] = random.Float64(), random.Float64()
	}
	r := Independence(x, y, 0.1, true)
	if r.M != 100 || r.Expected != 10 || r.P < 0.001 {
		t.Errorf("independent: %+v", r)
	}
	if r := Independence(x, x, 0.1, false); r.Overlap != 100 || r.Lift != 10 || r.P > 1e-100 {
		t.Errorf("the same: %+v", r)
	}
	opposite := make([]float64, n)
	for i := range x {
		opposite[i] = -x[i]
	}
	if r := Independence(x, opposite, 0.1, true); r.Overlap != 0 {
		t.Errorf("the opposite: %+v", r)
	}
}

// Independence takes the largest or the smallest values, as worst says.
func TestIndependenceEnds(t *testing.T) {
	x := []float64{5, 1, 9, 8, 2, 7, 3, 6, 4, 0}
	y := []float64{0, 0.5, 9, 1, 2, 8, 3, 4, 5, 6}
	if r := Independence(x, y, 0.3, true); r.M != 3 || r.Overlap != 2 { // {2, 3, 5} and {2, 5, 9}
		t.Errorf("largest: %+v", r)
	}
	if r := Independence(x, y, 0.3, false); r.Overlap != 1 { // {9, 1, 4} and {0, 1, 3}
		t.Errorf("smallest: %+v", r)
	}
}

func BenchmarkIndependence49151(b *testing.B) {
	x, y := largePairs()
	for b.Loop() {
		Independence(x, y, 0.1, true)
	}
}
