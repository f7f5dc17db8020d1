package ask_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"testing"
	"time"

	"nonet/backends"
	"nonet/backends/methods"
	"nonet/backends/native"
	"nonet/model"
	"nonet/model/generate"
	"nonet/model/sudoku"
)

// BenchmarkGrowth finds a solution of random instances with 45 % of the cells given, by order of the grid. A search
// that takes two seconds counts as two seconds and is reported as unsolved.
func BenchmarkGrowth(b *testing.B) {
	const instances, limit = 10, 2 * time.Second
	for order := 3; order <= 6; order++ {
		models := drawn(b, generate.Instances{Shape: sudoku.Order(order), P: 0.45, Clues: -1}, instances)
		for _, name := range []string{"native", "gini", "cadical", "clp", "dlx", "guided"} {
			m, err := methods.Parse(name)
			if err != nil {
				b.Fatal(err)
			}
			b.Run(fmt.Sprintf("order=%d/method=%s", order, name), func(b *testing.B) {
				benchmarkFirst(b, m.Solver(), models, limit)
			})
		}
	}
}

// BenchmarkLarge finds a solution of the random instances of large orders that the marks of speed name: those of
// nonet generate --order ORDER --p P --n 5 --seed 1. A search that takes twelve seconds is reported as unsolved.
func BenchmarkLarge(b *testing.B) {
	for _, c := range []struct{ order, percent int }{{6, 40}, {6, 45}, {6, 50}, {6, 55}, {7, 60}, {8, 60}} {
		b.Run(fmt.Sprintf("order=%d/given=%d", c.order, c.percent), func(b *testing.B) {
			draw := generate.Instances{Shape: sudoku.Order(c.order), P: float64(c.percent) / 100, Clues: -1}
			benchmarkFirst(b, native.Solver{}, drawn(b, draw, 5), 12*time.Second)
		})
	}
}

// drawn returns n instances of seed 1.
func drawn(b *testing.B, draw generate.Instances, n int) (models []*model.Model) {
	b.Helper()
	for i := range n {
		p, err := draw.Make(b.Context(), 1, uint64(i))
		if err != nil {
			b.Fatal(err)
		}
		models = append(models, p.Model())
	}
	return models
}

// benchmarkFirst finds a solution of one model per operation, cycling through the models.
func benchmarkFirst(b *testing.B, s model.Solver, models []*model.Model, limit time.Duration) {
	var times []time.Duration
	unsolved := 0
	for b.Loop() {
		elapsed, solved := solveWithin(b, s, models[len(times)%len(models)], limit)
		times = append(times, elapsed)
		if !solved {
			unsolved++
		}
	}
	slices.Sort(times)
	b.ReportMetric(float64(times[len(times)/2].Microseconds())/1e3, "ms-median")
	b.ReportMetric(float64(times[len(times)-1].Microseconds())/1e3, "ms-longest")
	b.ReportMetric(float64(unsolved), "unsolved")
}

// solveWithin returns the time of s for a first solution of m, at most limit, and whether it found one. It skips the
// benchmark if s is unavailable. The code is not part of the body of b.Loop, because the compiler of Go 1.26.8 crashes
// on it there.
func solveWithin(
	b *testing.B, s model.Solver, m *model.Model, limit time.Duration,
) (elapsed time.Duration, solved bool) {
	ctx, cancel := context.WithTimeout(b.Context(), limit)
	defer cancel()
	start := time.Now()
	a, _, err := model.First(ctx, s, m)
	elapsed = min(time.Since(start), limit)
	switch {
	case errors.Is(err, backends.ErrUnavailable):
		b.Skip(err)
	case a == nil && ctx.Err() != nil:
		return elapsed, false
	case err != nil && ctx.Err() == nil:
		b.Fatal(err)
	case m.Check(a) != nil:
		b.Fatal(m.Check(a))
	}
	return elapsed, true
}
