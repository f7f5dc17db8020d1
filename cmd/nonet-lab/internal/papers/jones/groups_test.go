package jones

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"testing"
)

// groupSize returns the least number of puzzles of which all means can be means of integers, each to the decimals that
// it is printed with: 0.12 and 233.96 can be means of 25 integers, not of fewer. It returns NaN if 200 are not enough.
func groupSize(means ...float64) float64 {
	for n := 1.0; n <= 200; n++ {
		fits := true
		for _, mean := range means {
			printed := strconv.FormatFloat(mean, 'f', -1, 64)
			_, decimals, _ := strings.Cut(printed, ".")
			sum := math.Round(mean * n)
			fits = fits && strconv.FormatFloat(sum/n, 'f', len(decimals), 64) == printed
		}
		if fits {
			return n
		}
	}
	return math.NaN()
}

// The published means of Figures 5 and 6 are those of groups whose sizes do not add up to 100 puzzles, as the text of
// the report says.
func TestGroupSize(t *testing.T) {
	text := strings.Join(strings.Fields(Experiment().Text), " ")
	var sizes []string
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
		got := groupSize(c.means...)
		if got != c.want {
			t.Errorf("%s: %v puzzles, want %v", c.name, got, c.want)
		}
		sizes = append(sizes, fmt.Sprint(got))
	}
	for _, list := range [][]string{sizes[:4], sizes[4:]} {
		if words := strings.Join(list, ", ") + " for the "; !strings.Contains(text, words) {
			t.Errorf("the text lacks %q", words)
		}
	}
}
