package rules_test

import (
	"slices"
	"testing"
	"time"

	"nonet/backends/backendtest"
	"nonet/backends/rules"
	"nonet/model"
	"nonet/model/sudoku"
)

// tasks are the questions asked about each puzzle.
var tasks = []struct {
	name  string
	limit int // number of solutions after which to stop
}{
	{"solve", 1}, {"unique", 2},
}

// All 49,151 puzzles with 17 clues are solved and proved unique.
func TestList17(t *testing.T) {
	lines := backendtest.Lines(t, "sudoku17.txt.gz")
	puzzles := backendtest.Givens(lines)
	p, err := rules.Solver{}.Prepare(t.Context(), sudoku.Order(3).Model())
	if err != nil {
		t.Fatal(err)
	}
	for i, givens := range puzzles {
		n := 0
		r, err := p.SolveGiven(t.Context(), givens, func(model.Assignment) bool { n++; return n < 2 })
		if err != nil || n != 1 || !r.Complete {
			t.Errorf("%s: %d solutions, complete %v, error %v", lines[i], n, r.Complete, err)
		}
	}
}

// BenchmarkList17 solves the puzzles with 17 clues, one per operation, cycling through the list. Besides the mean it
// reports quantiles of the times, and the effort. Berggren and Nilsson (2012) take 0.02 s each, and 1.36 s at most.
func BenchmarkList17(b *testing.B) {
	puzzles := backendtest.Givens(backendtest.Lines(b, "sudoku17.txt.gz"))
	for _, task := range tasks {
		b.Run("task="+task.name, func(b *testing.B) {
			p, err := rules.Solver{}.Prepare(b.Context(), sudoku.Order(3).Model())
			if err != nil {
				b.Fatal(err)
			}
			times := make([]time.Duration, 0, len(puzzles))
			var effort model.Effort
			guessed := 0
			b.ReportAllocs()
			for b.Loop() {
				begin := time.Now()
				n := 0
				r, err := p.SolveGiven(b.Context(), puzzles[len(times)%len(puzzles)], func(model.Assignment) bool {
					n++
					return n < task.limit
				})
				times = append(times, time.Since(begin))
				if err != nil || n != 1 {
					b.Fatalf("%d solutions, error %v", n, err)
				}
				effort.Add(r.Stats.Effort)
				if r.Stats.Effort.Decisions > 0 {
					guessed++
				}
			}
			n := float64(len(times))
			slices.Sort(times)
			quantile := func(q float64) float64 { return float64(times[int(q*(n-1))].Nanoseconds()) / 1e3 }
			b.ReportMetric(quantile(0.5), "us-median")
			b.ReportMetric(quantile(0.99), "us-99%")
			b.ReportMetric(quantile(1), "us-max")
			b.ReportMetric(float64(effort.Propagations)/n, "steps/puzzle")
			b.ReportMetric(float64(effort.Decisions)/n, "guesses/puzzle")
			b.ReportMetric(float64(effort.Nodes)/n, "nodes/puzzle")
			b.ReportMetric(100*float64(guessed)/n, "%guessed")
		})
	}
}
