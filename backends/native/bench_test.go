package native_test

import (
	"context"
	"math/rand/v2"
	"testing"

	"nonet/backends/backendtest"
	"nonet/backends/native"
	"nonet/model"
	"nonet/model/sudoku"
)

// BenchmarkUnique measures how many puzzles per second one core solves and proves unique; every solution is checked.
// One operation is one puzzle, in a shuffled order that is the same in each run.
func BenchmarkUnique(b *testing.B) {
	for _, list := range []struct{ name, file string }{
		{"17clue", "sudoku17.txt.gz"},
		{"hardest", ""},
		{"easy50", "easy50.txt"},
		{"top95", "top95.txt"},
	} {
		for _, engine := range []string{"native", "general"} {
			b.Run("list="+list.name+"/engine="+engine, func(b *testing.B) {
				s := native.Solver{Engine: engine}
				if engine == "native" {
					s.Engine = "" // the default of native
				}
				var lines []string
				if list.file == "" {
					for _, p := range backendtest.Hardest {
						lines = append(lines, p.Puzzle)
					}
				} else {
					lines = backendtest.Lines(b, list.file)
				}
				puzzles := backendtest.Givens(lines)
				rand.New(rand.NewPCG(1, 1)).Shuffle(len(puzzles), func(i, j int) {
					puzzles[i], puzzles[j] = puzzles[j], puzzles[i]
				})
				var inOrder []model.Given // consecutive in memory, as a reader would store them
				for i, p := range puzzles {
					from := len(inOrder)
					inOrder = append(inOrder, p...)
					puzzles[i] = inOrder[from:len(inOrder):len(inOrder)]
				}
				prepared, err := s.Prepare(b.Context(), sudoku.Order(3).Model())
				if err != nil {
					b.Fatal(err)
				}
				ctx := context.Background()
				var clues []model.Given
				n, i, nodes := 0, 0, int64(0)
				check := func(a model.Assignment) bool {
					if n++; !valid(clues, a) {
						b.Fatalf("%v is wrong for %v", a, clues)
					}
					return n < 2
				}
				b.ReportAllocs()
				for b.Loop() {
					clues, n = puzzles[i%len(puzzles)], 0
					i++
					r, err := prepared.SolveGiven(ctx, clues, check)
					if err != nil || model.VerdictOf(r) != model.One {
						b.Fatalf("%v: %d solutions, error %v", clues, r.Solutions, err)
					}
					nodes += r.Stats.Effort.Nodes
				}
				b.ReportMetric(float64(i)/b.Elapsed().Seconds(), "puzzles/s")
				b.ReportMetric(float64(nodes)/float64(i), "nodes/puzzle")
			})
		}
	}
}

// BenchmarkCount counts the 504,856 solutions of a puzzle with too few clues.
func BenchmarkCount(b *testing.B) {
	m := backendtest.Puzzle(sudoku.Order(3), "1....7.9..3..2......96.......53......1..8....6....4...3......1..4......7..7...3..").Model()
	for _, engine := range native.Engines() {
		b.Run("engine="+engine, func(b *testing.B) {
			for b.Loop() {
				n, r, err := native.Solver{Engine: engine}.CountSolutions(b.Context(), m, 0)
				if err != nil || !r.Complete || n.Int64() != 504856 {
					b.Fatalf("%v, complete %v, error %v", n, r.Complete, err)
				}
			}
			b.ReportMetric(float64(b.N)*504856/b.Elapsed().Seconds(), "solutions/s")
		})
	}
}
