package stats

import (
	"math"
	"math/rand/v2"
	"testing"
)

// Samples with and without ties; results of SciPy 1.10.1 (spearmanr).
func TestCorrelationsAgainstSciPy(t *testing.T) {
	x, y := []float64{12, 2, 1, 12, 2, 7, 7, 3, 9, 4}, []float64{1, 4, 7, 1, 0, 5, 5, 2, 8, 1}
	x7, y7 := []float64{1, 2, 3, 4, 5, 6, 7}, []float64{2, 1, 4, 3, 7, 5, 6}
	for _, c := range []struct {
		name      string
		got, want Correlation
	}{
		{"spearman, ties", Spearman(x, y), Correlation{-0.08074689918749241, 0.8245133232239585}},
		{"spearman, exact", Correlation{R: Spearman(x7, y7).R}, Correlation{R: 0.8214285714285715}},
	} {
		if !near(c.got.R, c.want.R, 1e-12) || !near(c.got.P, c.want.P, 1e-9) {
			t.Errorf("%s: %v, want %v", c.name, c.got, c.want)
		}
	}
}

// The largest Σd², and so the smallest ρ = 1 - 6Σd²/(n³-n), that an exact two-sided test of n pairs rejects at 5 %: ρ =
// 1.000, 0.886, 0.786, 0.738 in J. H. Zar, Significance testing of the Spearman rank correlation coefficient, JASA 67
// (1972), pp. 578-580.
func TestSpearmanCriticalValues(t *testing.T) {
	random := rand.New(rand.NewPCG(13, 0))
	for n, critical := range map[int]int{5: 0, 6: 4, 7: 12, 8: 22} {
		for _, d2 := range []int{critical, critical + 2} { // always even
			x, y := make([]float64, n), make([]float64, n)
			for found := -1; found != d2; {
				found = 0
				for i, v := range random.Perm(n) {
					x[i], y[i] = float64(i), float64(v)
					found += (i - v) * (i - v)
				}
			}
			if c := Spearman(x, y); (c.P <= 0.05) != (d2 <= critical) {
				t.Errorf("n = %d, Σd² = %d: %+v", n, d2, c)
			}
		}
	}
}

func TestSpearmanAgainstDefinition(t *testing.T) {
	random := rand.New(rand.NewPCG(15, 0))
	for range 100 {
		n := 4 + random.IntN(30)
		x, y := make([]float64, n), make([]float64, n)
		for i, v := range random.Perm(n) {
			x[i], y[i] = random.NormFloat64(), float64(v)
		}
		d2 := 0.0
		for i := range x { // ranks by counting, as there are no ties
			rank := 0.0
			for _, v := range x {
				if v < x[i] {
					rank++
				}
			}
			d2 += (rank - y[i]) * (rank - y[i])
		}
		m := float64(n)
		if got, want := Spearman(x, y).R, 1-6*d2/(m*(m*m-1)); !near(got, want, 1e-12) {
			t.Fatalf("ρ = %v, want %v", got, want)
		}
	}
}

// Under independence p is uniform: about 5 % are below 0.05, with ties and without.
func TestCorrelationLevels(t *testing.T) {
	random := rand.New(rand.NewPCG(16, 0))
	const n = 30
	for _, values := range []int{5, 1 << 30} {
		rejected := 0
		for range 2000 {
			x, y := make([]float64, n), make([]float64, n)
			for i := range x {
				x[i], y[i] = float64(random.IntN(values)), float64(random.IntN(values))
			}
			if Spearman(x, y).P <= 0.05 {
				rejected++
			}
		}
		if rejected < 70 || rejected > 135 {
			t.Errorf("%d values: rejected %d of 2000", values, rejected)
		}
	}
}

func TestCorrelationDegenerate(t *testing.T) {
	for _, x := range [][]float64{nil, {1, 2}, {1, 1, 1}, {1, 2, math.NaN()}} {
		if c := Spearman(x, make([]float64, len(x))); !math.IsNaN(c.R) || !math.IsNaN(c.P) {
			t.Errorf("of %v: %v", x, c)
		}
	}
	if c := Spearman([]float64{1, 2, 3, 4}, []float64{2, 3, 4, 5}); c.R != 1 {
		t.Errorf("of a line: %v", c)
	}
}

// Spearman must be fast enough for all puzzles with 17 clues.
func BenchmarkSpearman49151(b *testing.B) {
	x, y := largePairs()
	for b.Loop() {
		Spearman(x, y)
	}
}

// The intervals cover the true value in about 95 % of samples.
func TestSpearmanInterval(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	const samples, n = 2000, 40
	covered := 0
	want := 6 / math.Pi * math.Asin(0.25) // Spearman's coefficient of the normal distribution is 6/π·arcsin(ρ/2)
	for range samples {
		x, y := make([]float64, n), make([]float64, n)
		for i := range x {
			x[i] = r.NormFloat64()
			y[i] = 0.5*x[i] + math.Sqrt(0.75)*r.NormFloat64()
		}
		if c := SpearmanInterval(Spearman(x, y).R, n); c.Lo <= want && want <= c.Hi {
			covered++
		}
	}
	if covered < samples*93/100 || covered > samples*97/100 {
		t.Errorf("%d of %d intervals cover the coefficient", covered, samples)
	}
	if i := SpearmanInterval(0.3, 9); !math.IsNaN(i.Lo) {
		t.Errorf("nine pairs: %v", i)
	}
}
