package jones

import "testing"

// The published means of Figures 5 and 6 are those of groups whose sizes do not add up to 100 puzzles.
func TestGroupSize(t *testing.T) {
	for _, c := range []struct {
		name  string
		means []float64
		want  float64
	}{
		{"easy", []float64{31.12, 233.96, 0.12, 1443996.56}, 25},
		{"medium", []float64{25.84, 392.08, 1.08, 1256019.20}, 25},
		{"hard", []float64{23.44, 724.60, 2.80, 3110608.32}, 25},
		{"hardest", []float64{20.33, 3587.58, 3.39, 34921304.31}, 36},
		{"16-23", []float64{1571.652, 3.086957, 12419636}, 23},
		{"24-30", []float64{548.3182, 1.386364, 2357723}, 44},
		{"30-36", []float64{64.56522, 0.130435, 46220.17}, 23},
		{"37+", []float64{1, 1.333333, 10.33333}, 3},
	} {
		if got := groupSize(c.means...); got != c.want {
			t.Errorf("%s: %v puzzles, want %v", c.name, got, c.want)
		}
	}
}
