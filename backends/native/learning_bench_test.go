package native

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"nonet/backends/backendtest"
	"nonet/model"
	"nonet/model/notation"
	"nonet/model/sudoku"
)

// BenchmarkInstances solves the 50 random instances of a percentage of clues with the two engines that support them,
// each instance within two seconds. One operation is the whole list. It reports the median time and nodes of an
// instance and the number of unsolved instances.
func BenchmarkInstances(b *testing.B) {
	for _, list := range []struct {
		order, percent int
		file, alphabet string
	}{
		{4, 40, "order4-random.txt.gz", "mixed"},
		{5, 40, "order5-random.txt.gz", "letters"},
		{5, 45, "order5-random.txt.gz", "letters"},
		{5, 50, "order5-random.txt.gz", "letters"},
	} {
		for _, engine := range []string{"learning", "general"} {
			b.Run(fmt.Sprintf("order=%d/percent=%d/engine=%s", list.order, list.percent, engine), func(b *testing.B) {
				var puzzles [][]model.Given
				for _, line := range backendtest.Lines(b, list.file) {
					name, text, _ := strings.Cut(line, " ")
					if strings.HasPrefix(name, fmt.Sprintf("%d_", list.percent)) {
						p, err := notation.Parse(text, notation.Options{Alphabet: list.alphabet})
						if err != nil {
							b.Fatal(err)
						}
						puzzles = append(puzzles, p.Given(nil))
					}
				}
				base := sudoku.Order(list.order).Model()
				prepared, err := Solver{Engine: engine}.Prepare(b.Context(), base)
				if err != nil {
					b.Fatal(err)
				}
				var times []time.Duration
				var nodes []int64
				unsolved := 0
				for b.Loop() {
					for _, givens := range puzzles {
						ctx, cancel := context.WithTimeout(b.Context(), 2*time.Second)
						begin := time.Now()
						r, _ := prepared.SolveGiven(ctx, givens, func(a model.Assignment) bool {
							for _, g := range givens {
								if g.Violation(a) != 0 {
									b.Fatalf("%v: wrong clue", givens)
								}
							}
							if err := base.Check(a); err != nil {
								b.Fatal(err)
							}
							return false
						})
						cancel()
						times, nodes = append(times, time.Since(begin)), append(nodes, r.Stats.Effort.Nodes)
						unsolved += 1 - r.Solutions
					}
				}
				slices.Sort(times)
				slices.Sort(nodes)
				b.ReportMetric(float64(times[len(times)/2].Microseconds())/1e3, "median-ms")
				b.ReportMetric(float64(nodes[len(nodes)/2]), "median-nodes")
				b.ReportMetric(float64(unsolved)/float64(b.N), "unsolved")
			})
		}
	}
}
