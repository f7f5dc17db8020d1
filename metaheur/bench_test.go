package metaheur

import (
	"fmt"
	"testing"

	"nonet/model/sudoku"
)

// BenchmarkMoves measures how many swaps a second annealing evaluates on one core: Lewis's instances with p = 0.4 at a temperature from
// the middle of the cooling. One operation is 1000 swaps. In the end the cost must be that of a full recount.
func BenchmarkMoves(b *testing.B) {
	for order := 3; order <= 5; order++ {
		for _, t := range []float64{2, 0.4} {
			b.Run(fmt.Sprintf("order=%d/temperature=%v", order, t), func(b *testing.B) {
				r := newRun(b, lewis(sudoku.Order(order), 0.4, 1), 1)
				w := newWalker(r, newNeighbourhood(r.problem, CellThenMate))
				w.heat(t)
				moves := int64(0)
				for b.Loop() {
					for n := int64(0); n < 1000; {
						if n += w.walk(1000 - n); w.cost == 0 {
							w.shuffle(r.Rand)
						}
					}
					moves += 1000
				}
				b.ReportMetric(float64(moves)/b.Elapsed().Seconds()/1e6, "Mmoves/s")
				if want := violation(w.permutations); w.cost != want || !intact(w.permutations) {
					b.Errorf("cost %d, by definition %d; blocks intact: %v", w.cost, want, intact(w.permutations))
				}
			})
		}
	}
}
