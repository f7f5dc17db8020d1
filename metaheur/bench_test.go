//go:build unix

package metaheur

import (
	"fmt"
	"syscall"
	"testing"
	"time"

	"nonet/model/sudoku"
)

// BenchmarkMoves measures how many swaps annealing evaluates per second on one core, on Lewis's instances with p = 0.4
// at a temperature from the middle of the cooling. One operation is 1000 swaps. The metric uses the processor time of
// the whole process. At the end it compares the cost with a full recount.
func BenchmarkMoves(b *testing.B) {
	for order := 3; order <= 5; order++ {
		for _, t := range []float64{2, 0.4} {
			b.Run(fmt.Sprintf("order=%d/temperature=%v", order, t), func(b *testing.B) {
				r := newRun(b, lewis(sudoku.Order(order), 0.4, 1), 1)
				w := newWalker(r, newNeighborhood(r.problem, CellThenMate))
				w.setTemperature(t)
				moves, start := int64(0), processorTime(b)
				for b.Loop() {
					for n := int64(0); n < 1000; {
						if n += w.walk(1000 - n); w.cost == 0 {
							w.shuffle(r.Rand)
						}
					}
					moves += 1000
				}
				b.ReportMetric(float64(moves)/(processorTime(b)-start).Seconds()/1e6, "Mmoves/cpu-s")
				if want := violation(w.permutations); w.cost != want || !intact(w.permutations) {
					b.Errorf("cost %d, want %d; blocks intact: %v", w.cost, want, intact(w.permutations))
				}
			})
		}
	}
}

// processorTime returns the user and system time of the process.
func processorTime(tb testing.TB) time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		tb.Fatal(err)
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
