package backtrack_test

import (
	"testing"

	"nonet/backends/backendtest"
	"nonet/backends/backtrack"
	"nonet/model"
	"nonet/model/sudoku"
)

// BenchmarkUnique proves puzzles unique, one per operation, each search limited to a hundred thousand nodes. It reports
// the percentage of puzzles decided within the limit, and the nodes.
func BenchmarkUnique(b *testing.B) {
	const limit = 100_000
	solvers := map[string]model.Preparer{
		"cp-clean":  backtrack.ForwardChecking{Nodes: limit},
		"cp-thesis": backtrack.ForwardChecking{Thesis: true, Nodes: limit},
	}
	names := []string{"cp-clean", "cp-thesis"}
	for _, order := range backtrack.Orders() {
		solvers[string(order)] = backtrack.Solver{Order: order, Nodes: limit}
		names = append(names, string(order))
	}
	for _, list := range []struct {
		name  string
		lines func() []string
	}{
		{"easy50", func() []string { return backendtest.Lines(b, "easy50.txt") }},
		{"17clue", func() []string { return backendtest.Spread(backendtest.Lines(b, "sudoku17.txt.gz"), 100) }},
		{"hardest", backendtest.HardestLines},
	} {
		for _, name := range names {
			b.Run("list="+list.name+"/search="+name, func(b *testing.B) {
				puzzles := backendtest.Givens(list.lines())
				p, err := solvers[name].Prepare(b.Context(), sudoku.Order(3).Model())
				if err != nil {
					b.Fatal(err)
				}
				decided, i := 0, 0
				var effort model.Effort
				for b.Loop() {
					n := 0
					r, err := p.SolveGiven(b.Context(), puzzles[i%len(puzzles)], func(model.Assignment) bool {
						n++
						return n < 2
					})
					if err != nil || n > 1 {
						b.Fatalf("%d solutions, error %v", n, err)
					}
					if i++; r.Complete {
						decided++
					}
					effort.Add(r.Stats.Effort)
				}
				b.ReportMetric(100*float64(decided)/float64(i), "%decided")
				b.ReportMetric(float64(effort.Nodes)/float64(i), "nodes/puzzle")
			})
		}
	}
}
