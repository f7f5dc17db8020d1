package methods

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"testing"

	"nonet/backends"
	"nonet/encode/cnf"
	"nonet/model"
	"nonet/model/sudoku"
)

// BenchmarkSums compares the encodings of sums: it counts magic squares (of order 5 it finds one) and looks for two
// solutions of a grid of cages.
func BenchmarkSums(b *testing.B) {
	grid, err := sudoku.RandomGrid(b.Context(), sudoku.Order(3), rand.New(rand.NewPCG(1, 1)))
	if err != nil {
		b.Fatal(err)
	}
	for _, test := range []struct {
		name        string
		m           *model.Model
		limit, want int64
	}{
		{"magic3", magicSquare(3), 0, 8},
		{"magic4", magicSquare(4).With(model.Given{Var: 0, Value: 1}, model.Given{Var: 3, Value: 4}), 0, 32},
		{"magic5", magicSquare(5), 1, 1},
		{"killer", killer(sudoku.Order(3), grid, rand.New(rand.NewPCG(2, 1))), 2, 2},
	} {
		for _, preset := range []cnf.Preset{cnf.Extended, cnf.Support, cnf.Order, cnf.Log} {
			for _, sum := range cnf.LinearEncodings() {
				for _, backend := range []string{"gini", "clasp"} {
					m := mustParse(fmt.Sprintf("%s:%s/%s", backend, preset, sum))
					label := fmt.Sprintf("model=%s/encoding=%s/sum=%s/backend=%s", test.name, preset, sum, backend)
					b.Run(label, func(b *testing.B) {
						var r model.Result
						for b.Loop() {
							n, result, err := model.Count(b.Context(), m.Solver(), test.m, test.limit)
							if errors.Is(err, backends.ErrUnavailable) {
								b.Skip(err)
							}
							if err != nil || n.Int64() != test.want {
								b.Fatalf("%v solutions, error %v, want %d", n, err, test.want)
							}
							r = result
						}
						b.ReportMetric(float64(r.Stats.Size.Clauses), "clauses")
						b.ReportMetric(float64(r.Stats.Size.Variables), "variables")
						if backend != "gini" { // gini does not report conflicts
							b.ReportMetric(float64(r.Stats.Effort.Conflicts), "conflicts")
						}
					})
				}
			}
		}
	}
}
