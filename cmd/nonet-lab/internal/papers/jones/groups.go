package jones

import (
	"math"
	"strconv"
	"strings"
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
