package probsat

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"nonet/backends/backendtest"
	"nonet/model"
	"nonet/model/notation"
)

// Success rates on the public lists within 100 million flips, with the settings of the methods probsat and walksat.
// backends.Bind checks every solution against the model. minRate is the smallest rate that passes.
func TestTargets(t *testing.T) {
	backendtest.SkipUnlessLong(t)
	for _, target := range []struct {
		list    string
		percent int // of the cells that are given; 0 means the whole list
		puzzles int
		e       Engine
		minRate float64
	}{
		{"sudoku17.txt.gz", 0, 1000, Engine{}, 1},
		{"sudoku17.txt.gz", 0, 1000, Engine{Choice: SKC}, 1},
		{"order4-random.txt.gz", 40, 50, Engine{}, 1},
		{"order4-random.txt.gz", 40, 50, Engine{Choice: SKC}, 1},
		{"order5-random.txt.gz", 40, 50, Engine{}, 1},
		{"order5-random.txt.gz", 40, 50, Engine{Choice: SKC}, 1},
		{"order5-random.txt.gz", 45, 50, Engine{}, 1},
		{"order5-random.txt.gz", 45, 50, Engine{Choice: SKC}, 1},
		{"order5-random.txt.gz", 50, 50, Engine{}, 1},
		{"order5-random.txt.gz", 50, 50, Engine{Choice: SKC}, 1},
	} {
		label := fmt.Sprintf("list=%s/percent=%d/choice=%d", target.list, target.percent, target.e.Choice)
		t.Run(label, func(t *testing.T) {
			var lines []string
			for _, line := range backendtest.Lines(t, target.list) {
				name, puzzle, named := strings.Cut(line, " ")
				if !named {
					puzzle = name
				}
				if !named || strings.HasPrefix(name, fmt.Sprintf("%d_", target.percent)) {
					lines = append(lines, puzzle)
				}
			}
			e := target.e
			e.FlipBudget, e.MaxFlips = 100_000_000, 10_000_000
			var runs, solved, flips, most int64
			var seconds float64
			for _, line := range backendtest.Spread(lines, target.puzzles) {
				p, err := notation.Parse(line, notation.Options{})
				if err != nil {
					t.Fatal(err)
				}
				runs++
				e.Seed = uint64(runs)
				_, r, err := model.First(t.Context(), solver(e), p.Model())
				if err != nil {
					t.Fatal(err)
				}
				flips += r.Stats.Effort.Iterations
				seconds += r.Stats.Solve.Seconds()
				if r.Solutions == 1 {
					solved++
					most = max(most, r.Stats.Effort.Iterations)
				}
			}
			rate, low, high := wilson(solved, runs)
			t.Logf("%d of %d = %.3f [%.3f, %.3f]; expected flips per success %.3g, at most %.3g; %.3g flips/s", solved,
				runs, rate, low, high,
				float64(flips)/float64(max(1, solved)), float64(most), float64(flips)/seconds)
			if rate < target.minRate {
				t.Errorf("rate %.3f, want at least %v", rate, target.minRate)
			}
		})
	}
}

// wilson returns the success rate and its 95 % Wilson score interval.
func wilson(successes, runs int64) (p, low, high float64) {
	const z = 1.959964
	n := float64(runs)
	p = float64(successes) / n
	middle, width := p+z*z/(2*n), z*math.Sqrt(p*(1-p)/n+z*z/(4*n*n))
	return p, (middle - width) / (1 + z*z/n), (middle + width) / (1 + z*z/n)
}
