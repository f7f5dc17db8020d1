//go:build unix

package methods_test

import (
	"errors"
	"testing"
	"time"

	"nonet/backends"
	"nonet/backends/backendtest"
	"nonet/backends/methods"
	"nonet/model"
	"nonet/model/sudoku"
)

// BenchmarkHardest proves images of the hardest puzzles unique by methods in process, all of a list per operation. It
// reports processor time for a puzzle, which includes everything but reading the list, and its parts as the solver
// reports them, in elapsed time.
func BenchmarkHardest(b *testing.B) {
	lists := []struct {
		name  string
		lines func(*testing.B) []string
	}{
		{"hardest-images", func(*testing.B) []string { return backendtest.HardestImages() }},
		{"top95", func(b *testing.B) []string { return backendtest.Lines(b, "top95.txt") }},
		{"17clue", func(b *testing.B) []string {
			return backendtest.Spread(backendtest.Lines(b, "sudoku17.txt.gz"), 1000)
		}},
	}
	for _, list := range lists {
		for _, name := range []string{
			"native", "cdcl", "singles+cdcl", "locked+cdcl", "locked+cdcl:triad", "locked+cdcl:minimal",
			"gini", "singles+gini", "locked+gini", "locked+gini:extended-dedup", "locked+gini:triad",
			"locked+gini:minimal", "locked+gophersat", "locked+clp",
		} {
			b.Run("list="+list.name+"/method="+name, func(b *testing.B) {
				benchmarkHardest(b, name, backendtest.Givens(list.lines(b)))
			})
		}
	}
}

func benchmarkHardest(b *testing.B, name string, puzzles [][]model.Given) {
	m, err := methods.Parse(name)
	if err != nil {
		b.Fatal(err)
	}
	prepared, err := model.Prepare(b.Context(), m.Solver(), sudoku.Order(3).Model())
	if err != nil {
		b.Fatal(err)
	}
	b.ReportAllocs()
	before, n := processorTime(b), 0
	var total model.Stats
	for b.Loop() {
		for _, givens := range puzzles {
			r, err := prepared.SolveGiven(b.Context(), givens, func(model.Assignment) bool { return true })
			if errors.Is(err, backends.ErrUnavailable) {
				b.Skip(err)
			}
			if err != nil || model.VerdictOf(r) != model.One {
				b.Fatalf("%v, error %v", model.VerdictOf(r), err)
			}
			n++
			total.Preprocess += r.Stats.Preprocess
			total.Encode += r.Stats.Encode
			total.Effort.Add(r.Stats.Effort)
		}
	}
	each := func(d time.Duration) float64 { return float64(d.Nanoseconds()) / 1e3 / float64(n) }
	b.ReportMetric(each(processorTime(b)-before), "cpu-µs/puzzle")
	b.ReportMetric(each(total.Preprocess), "reduce-µs/puzzle")
	b.ReportMetric(each(total.Encode), "encode-µs/puzzle")
	b.ReportMetric(float64(total.Effort.Conflicts)/float64(n), "conflicts/puzzle")
}
