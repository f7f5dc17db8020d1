package dlx_test

import (
	"context"
	"testing"

	"nonet/backends"
	"nonet/backends/backendtest"
	"nonet/backends/dlx"
	"nonet/backends/dsatur"
	"nonet/backends/gini"
	"nonet/backends/native"
	"nonet/encode/cnf"
	"nonet/encode/coloring"
	"nonet/encode/cover"
	"nonet/model"
	"nonet/model/deduce"
	"nonet/model/sudoku"
)

// BenchmarkUnique proves puzzles unique on one core: those with 17 clues, in the order of the list, and the hardest
// ones. Every verdict is checked.
func BenchmarkUnique(b *testing.B) {
	for _, list := range []string{"17clue", "hardest"} {
		lines := backendtest.HardestLines()
		if list == "17clue" {
			lines = backendtest.Lines(b, "sudoku17.txt.gz")
		}
		puzzles := backendtest.Givens(lines)
		for _, method := range []struct {
			name   string
			solver model.Solver
		}{
			{"singles+dlx", backends.Bind(deduce.Singles, cover.Encoder{}, dlx.Engine{})},
			{"dlx", backends.Bind(nil, cover.Encoder{}, dlx.Engine{})},
			{"givens+dlx", backends.Bind(deduce.Givens, cover.Encoder{}, dlx.Engine{})},
			{"locked+dlx", backends.Bind(deduce.Locked, cover.Encoder{}, dlx.Engine{})},
			{"dsatur", backends.Bind(nil, coloring.Encoder{}, dsatur.Engine{})},
			{"singles+dsatur", backends.Bind(deduce.Singles, coloring.Encoder{}, dsatur.Engine{})},
			{"singles+gini", backends.Bind(deduce.Singles, cnf.Encoder{}, gini.Engine{})},
			{"native", native.Solver{}},
			{"native-general", native.Solver{Engine: "general"}},
		} {
			b.Run("list="+list+"/method="+method.name, func(b *testing.B) {
				s, err := model.Prepare(b.Context(), method.solver, sudoku.Order(3).Model())
				if err != nil {
					b.Fatal(err)
				}
				ctx, cancel := context.WithCancel(b.Context())
				defer cancel()
				b.ReportAllocs()
				i := 0
				nodes := int64(0)
				for b.Loop() {
					found := 0
					r, err := s.SolveGiven(ctx, puzzles[i%len(puzzles)], func(model.Assignment) bool {
						found++
						return found < 2
					})
					if err != nil || model.VerdictOf(r) != model.One || found != 1 {
						b.Fatalf("puzzle %d: %+v, error %v", i, r, err)
					}
					nodes += r.Stats.Effort.Nodes
					i++
				}
				b.ReportMetric(float64(i)/b.Elapsed().Seconds(), "puzzles/s")
				b.ReportMetric(float64(nodes)/float64(i), "nodes/op")
			})
		}
	}
}
