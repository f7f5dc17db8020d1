package stats

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// near compares with a tolerance that is absolute for small numbers and relative for large numbers. NaN is near NaN.
func near(a, b, tolerance float64) bool {
	if math.IsNaN(a) || math.IsNaN(b) {
		return math.IsNaN(a) && math.IsNaN(b)
	}
	return a == b || math.Abs(a-b) <= tolerance*max(1, math.Abs(b))
}

func TestQuantileType7(t *testing.T) {
	for _, c := range []struct {
		x    []float64
		p    float64
		want float64
	}{
		{[]float64{3, 1, 2, 4}, 0.25, 1.75}, // R: quantile(1:4, .25)
		{[]float64{3, 1, 2, 4}, 0.5, 2.5},
		{[]float64{3, 1, 2, 4}, 1, 4},
		{[]float64{3, 1, 2, 4}, 0, 1},
		{[]float64{10, 20, 30, 40, 50}, 0.9, 46}, // h = 4·0.9 = 3.6
		{[]float64{7}, 0.3, 7},
		{[]float64{math.Inf(1), 1, math.Inf(1)}, 0.75, math.Inf(1)},
		{nil, 0.5, math.NaN()},
		{[]float64{1, math.NaN()}, 0.5, math.NaN()},
	} {
		if got := Quantile(c.x, c.p); !near(got, c.want, 1e-14) {
			t.Errorf("Quantile(%v, %v) = %v, want %v", c.x, c.p, got, c.want)
		}
	}
}

func TestQuantileAgreesWithSorting(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 0))
	for range 2000 {
		x := make([]float64, 1+random.IntN(40))
		for i := range x {
			x[i] = float64(random.IntN(10)) // many ties
		}
		p := random.Float64()
		before := slices.Clone(x)
		got := Quantile(x, p)
		if !slices.Equal(x, before) {
			t.Fatal("Quantile reordered its argument")
		}
		slices.Sort(x)
		if want := sortedQuantile(x, p); got != want {
			t.Fatalf("Quantile(%v, %v) = %v, want %v", before, p, got, want)
		}
	}
}

func TestSummarize(t *testing.T) {
	got := Summarize([]float64{2, 4, 4, 4, 5, 5, 7, 9})
	want := Summary{Mean: 5, SD: math.Sqrt(32.0 / 7), Min: 2, Q1: 4, Median: 4.5, Q3: 5.5, Max: 9}
	if !near(got.SD, want.SD, 1e-14) {
		t.Errorf("sd %v, want %v", got.SD, want.SD)
	}
	got.SD = want.SD
	if got != want {
		t.Errorf("got %+v, want %+v", got, want)
	}
	if s := Summarize(nil); !math.IsNaN(s.Mean) || !math.IsNaN(s.Median) || !math.IsNaN(s.Max) {
		t.Errorf("of nothing: %+v", s)
	}
	if s := Summarize([]float64{3}); s.Mean != 3 || s.Q1 != 3 || !math.IsNaN(s.SD) {
		t.Errorf("of one: %+v", s)
	}
}

// With n values the range has the level 1 - 2/2^n. Of nine values the second and the eighth have 1 - 2·10/512.
func TestMedianInterval(t *testing.T) {
	for _, c := range []struct {
		x      []float64
		lo, hi float64
		level  float64
	}{
		{[]float64{3, 1, 2}, 1, 3, 0.75},
		{[]float64{6, 5, 4, 3, 2, 1}, 1, 6, 1 - 2.0/64},
		{[]float64{1, 2, 3, 4, 5, 6, 7, 8, 9}, 2, 8, 1 - 20.0/512},
		{[]float64{7}, 7, 7, 0},
	} {
		i, level := MedianInterval(c.x)
		if i.Lo != c.lo || i.Hi != c.hi || !near(level, c.level, 1e-12) {
			t.Errorf("%v: %v with %v, want %v to %v with %v", c.x, i, level, c.lo, c.hi, c.level)
		}
	}
}
