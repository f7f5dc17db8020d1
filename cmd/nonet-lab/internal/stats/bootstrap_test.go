package stats

import (
	"math"
	"math/rand/v2"
	"testing"
)

// Times with a long tail, and two related samples.
var (
	tailed = []float64{0.1, 0.2, 0.3, 0.5, 0.8, 1.1, 1.3, 1.9, 2.5, 4.2, 6.6, 9.3}
	paired = []float64{0.3, 0.1, 0.5, 0.9, 1.1, 1.0, 1.9, 1.7, 3.0, 3.9, 6.0, 11.0}
	other  = []float64{0.4, 0.9, 1.4, 1.6, 3.1, 3.3, 4.8, 7.0}
)

// populationSD divides by n, as the reference does.
func populationSD(x []float64) float64 {
	return StdDev(x) * math.Sqrt(float64(len(x)-1)/float64(len(x)))
}

// interval1 returns the interval for a statistic of one sample.
func (r Resampling) interval1(x []float64, statistic func(x []float64) float64) Interval {
	return r.pairInterval(x, x, []int{len(x)}, func(x, _ []float64) float64 { return statistic(x) })
}

func ratioOfMeans(x, y []float64) float64 { return Mean(x) / Mean(y) }

// The intervals are those of scipy.stats.bootstrap (SciPy 1.10.1) with 100,000 resamples; two random sets of resamples
// differ a little.
func TestBootstrapAgainstSciPy(t *testing.T) {
	r := Resampling{Seed: 7, Resamples: 40_000}
	for _, c := range []struct {
		name string
		got  Interval
		want Interval
	}{
		{"mean, BCa", r.interval1(tailed, Mean), Interval{1.2000, 4.5500}},
		{"mean, quick", r.Mean(tailed), Interval{1.2000, 4.5500}},
		{"median, BCa", r.interval1(tailed, Median), Interval{0.4, 3.35}},
		{"sd, BCa", r.interval1(tailed, populationSD), Interval{1.5391, 4.1325}},
		{"ratio of means, unpaired", r.pairInterval(tailed, other, []int{len(tailed), len(other)}, ratioOfMeans),
			Interval{0.3406, 2.0347}},
		{"ratio of means, paired", r.pairInterval(tailed, paired, []int{len(tailed)}, ratioOfMeans),
			Interval{0.8151, 1.0383}},
	} {
		if !near(c.got.Lo, c.want.Lo, 0.02) || !near(c.got.Hi, c.want.Hi, 0.02) {
			t.Errorf("%s: %v, want %v", c.name, c.got, c.want)
		}
	}
}

// Of 1,000 intervals for the mean of normal samples, 93 to 97 % contain it.
func TestBootstrapCoverage(t *testing.T) {
	const samples, n = 1000, 60
	random := rand.New(rand.NewPCG(8, 0))
	covered := 0
	for i := range samples {
		x := make([]float64, n)
		for k := range x {
			x[k] = 3 + 2*random.NormFloat64()
		}
		if c := (Resampling{Seed: uint64(i), Resamples: 1000}).Mean(x); c.Lo <= 3 && 3 <= c.Hi {
			covered++
		}
	}
	if covered < 930 || covered > 970 {
		t.Errorf("%d of %d intervals contain the mean", covered, samples)
	}
}

// For large samples the expansion gives the same interval as resampling, for a skewed distribution too.
func TestBootstrapMeanOfLargeSample(t *testing.T) {
	random := rand.New(rand.NewPCG(9, 0))
	for _, n := range []int{largeSample + 1, 3000} {
		x := make([]float64, n)
		for i := range x {
			if x[i] = random.ExpFloat64(); n == 3000 { // the square has a skewness of 6.6
				x[i] *= x[i]
			}
		}
		got, drawn := BootstrapMean(x, 1), Resampling{Seed: 1, Resamples: 20_000}.Mean(x)
		if got != BootstrapMean(x, 2) {
			t.Errorf("n = %d: depends on the seed", n)
		}
		if noise := 0.02 * drawn.Width(); math.Abs(got.Lo-drawn.Lo) > noise || math.Abs(got.Hi-drawn.Hi) > noise {
			t.Errorf("n = %d: %v, drawn %v", n, got, drawn)
		}
		x[0] = 1e6 // skewed by one value: resampled
		if got, drawn := BootstrapMean(x, 1), (Resampling{Seed: 1, Resamples: 10_000}).Mean(x); got != drawn {
			t.Errorf("n = %d with an outlier: %v, drawn %v", n, got, drawn)
		}
	}
}

func TestBootstrapDegenerate(t *testing.T) {
	for _, x := range [][]float64{nil, {1}, {1, math.NaN()}, {1, math.Inf(1)}} {
		if i := BootstrapMean(x, 1); !math.IsNaN(i.Lo) || !math.IsNaN(i.Hi) {
			t.Errorf("BootstrapMean(%v) = %v", x, i)
		}
		if i := (Resampling{Seed: 1}).interval1(x, Mean); !math.IsNaN(i.Lo) || !math.IsNaN(i.Hi) {
			t.Errorf("the interval of Mean(%v) = %v", x, i)
		}
	}
	same := []float64{4, 4, 4}
	if i := BootstrapMean(same, 1); i != (Interval{4, 4}) {
		t.Errorf("BootstrapMean of one value = %v", i)
	}
	if i := (Resampling{Seed: 1}).interval1(same, Mean); i != (Interval{4, 4}) {
		t.Errorf("the interval of one value = %v", i)
	}
	a := Resampling{Seed: 3}.interval1(tailed, Median)
	if b := (Resampling{Seed: 3}).interval1(tailed, Median); a != b {
		t.Errorf("one seed, two answers: %v, %v", a, b)
	}
}

// Deleting blocks gives nearly the same acceleration as deleting single rows.
func TestJackknifeBlocks(t *testing.T) {
	random := rand.New(rand.NewPCG(10, 0))
	x := make([]float64, 10*maxDeletions)
	for i := range x {
		x[i] = random.ExpFloat64()
	}
	rows := [][]int{make([]int, len(x))}
	for i := range rows[0] {
		rows[0][i] = i
	}
	drawn := make([]float64, len(x))
	got := jackknife([]int{len(x)}, rows, func(rows [][]int) float64 { return Mean(pick(drawn, x, rows[0])) })
	// the skewness of the exponential distribution is 2
	if want := 2 / (6 * math.Sqrt(float64(len(x)))); math.Abs(got-want) > 0.002 {
		t.Errorf("a = %v, want about %v", got, want)
	}
}

func BenchmarkBootstrapMean100(b *testing.B) {
	x, _ := largePairs()
	for b.Loop() {
		BootstrapMean(x[:100], 1)
	}
}

func BenchmarkBootstrapMean49151(b *testing.B) {
	x, _ := largePairs()
	for b.Loop() {
		BootstrapMean(x, 1)
	}
}

func BenchmarkBootstrapMedian49151(b *testing.B) {
	x, _ := largePairs()
	for b.Loop() {
		Resampling{Seed: 1}.interval1(x, Median)
	}
}
