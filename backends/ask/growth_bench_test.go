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
	"nonet/model"
	"nonet/model/generate"
	"nonet/model/sudoku"
)

// BenchmarkGrowth finds a solution of random instances with 45 % of the cells given, by order of the grid. A search
// that takes ten seconds counts as ten seconds and is reported as unsolved.
func BenchmarkGrowth(b *testing.B) {
	const instances, limit = 10, 10 * time.Second
	for order := 3; order <= 6; order++ {
		var models []*model.Model
		draw := generate.Instances{Shape: sudoku.Order(order), P: 0.45, Clues: -1}
		for i := range instances {
			p, err := draw.Make(b.Context(), 1, uint64(i))
			if err != nil {
				b.Fatal(err)
			}
			models = append(models, p.Model())
		}
		for _, name := range []string{"native", "gini", "cadical", "clp", "dlx", "guided"} {
			m, err := methods.Parse(name)
			if err != nil {
				b.Fatal(err)
			}
			b.Run(fmt.Sprintf("order=%d/method=%s", order, name), func(b *testing.B) {
				var times []time.Duration
				unsolved := 0
				for b.Loop() {
					puzzle := models[len(times)%len(models)]
					ctx, cancel := context.WithTimeout(b.Context(), limit)
					start := time.Now()
					a, _, err := model.First(ctx, m.Solver(), puzzle)
					times = append(times, min(time.Since(start), limit))
					timeout := ctx.Err() != nil
					cancel()
					switch {
					case errors.Is(err, backends.ErrUnavailable):
						b.Skip(err)
					case timeout && a == nil:
						unsolved++
					case err != nil && !timeout:
						b.Fatal(err)
					case puzzle.Check(a) != nil:
						b.Fatal(puzzle.Check(a))
					}
				}
				slices.Sort(times)
				b.ReportMetric(float64(times[len(times)/2].Microseconds())/1e3, "ms-median")
				b.ReportMetric(float64(times[len(times)-1].Microseconds())/1e3, "ms-longest")
				b.ReportMetric(float64(unsolved), "unsolved")
			})
		}
	}
}
