package gophersat_test

import (
	"context"
	"testing"

	"nonet/backends"
	"nonet/backends/backendtest"
	"nonet/backends/gophersat"
	"nonet/encode/cnf"
	"nonet/encode/ip"
	"nonet/model"
	"nonet/model/deduce"
	"nonet/model/sudoku"
)

func TestConformance(t *testing.T) {
	t.Run("sat", func(t *testing.T) {
		s := backends.Bind(deduce.Singles, cnf.Encoder{}, gophersat.SAT{})
		backendtest.Run(t, s, backendtest.Options{Objective: true, Random: 100, NoCancel: gophersat.RaceDetector})
	})
	t.Run("pb", func(t *testing.T) {
		s := backends.Bind(deduce.Singles, ip.Encoder{}, gophersat.PB{})
		backendtest.Run(t, s, backendtest.Options{Objective: true, Random: 60, NoCancel: gophersat.RaceDetector})
	})
}

// BenchmarkUnique decides the uniqueness of well-known hard puzzles, with a context that can end and with one that
// cannot: the difference is the cost of cancellation. The time covers preprocessing, encoding and search.
func BenchmarkUnique(b *testing.B) {
	for _, method := range []struct {
		name   string
		solver model.Solver
	}{
		{"gophersat", backends.Bind(deduce.Singles, cnf.Encoder{}, gophersat.SAT{})},
		{"gophersat-pb", backends.Bind(deduce.Singles, ip.Encoder{}, gophersat.PB{})},
	} {
		for _, stoppable := range []bool{true, false} {
			name := "list=hardest/method=" + method.name + "/stoppable=no"
			ctx := context.Background()
			if stoppable {
				name = "list=hardest/method=" + method.name + "/stoppable=yes"
				var cancel context.CancelFunc
				ctx, cancel = context.WithCancel(ctx)
				defer cancel()
			}
			b.Run(name, func(b *testing.B) {
				s, err := model.Prepare(b.Context(), method.solver, sudoku.Order(3).Model())
				if err != nil {
					b.Fatal(err)
				}
				i := 0
				for b.Loop() {
					p := backendtest.Hardest[i%len(backendtest.Hardest)]
					found := 0
					r, err := s.SolveGiven(ctx, backendtest.Puzzle(sudoku.Order(3), p.Puzzle).Given(nil),
						func(model.Assignment) bool {
							found++
							return found < 2
						})
					if err != nil || model.VerdictOf(r) != model.One {
						b.Fatalf("%s: %+v, error %v", p.Name, r, err)
					}
					i++
				}
			})
		}
	}
}
