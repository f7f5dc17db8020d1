package methods

import (
	"context"
	"errors"
	"slices"
	"testing"
	"time"

	"nonet/backends"
	"nonet/backends/backendtest"
	"nonet/model"
	"nonet/model/sudoku"
)

// BenchmarkUnique proves puzzles unique by every method alone, one puzzle per operation, cycling through the list, on
// one core. The time covers encoding, search and the check of the solution; for external programs also their start.
// Besides the mean it reports the median time and the effort. Slow methods need a sample of each list, so all methods
// use the same sample. It skips a method with a puzzle that takes more than ten seconds.
func BenchmarkUnique(b *testing.B) {
	benchmarkLists(b, func(m Method) (Method, bool) { return m, true })
}

// BenchmarkReduced is BenchmarkUnique for the methods that unique reduces first, with this reduction.
func BenchmarkReduced(b *testing.B) {
	benchmarkLists(b, func(m Method) (Method, bool) {
		reduced, err := ParseReduced(m.Name)
		if err != nil {
			b.Fatal(err)
		}
		return reduced, reduced.Name != m.Name
	})
}

// benchmarkLists runs the methods that choose returns for those of All, on each list.
func benchmarkLists(b *testing.B, choose func(Method) (Method, bool)) {
	for _, list := range []struct {
		name  string
		lines func() []string
	}{
		{"easy50", func() []string { return backendtest.Lines(b, "easy50.txt") }},
		{"17clue", func() []string { return backendtest.Spread(backendtest.Lines(b, "sudoku17.txt.gz"), 200) }},
		{"top95", func() []string { return backendtest.Lines(b, "top95.txt") }},
		{"hardest", backendtest.HardestLines},
	} {
		for _, m := range All() {
			m, ok := choose(m)
			if !ok || m.Slow || m.Kind == Stochastic {
				continue
			}
			b.Run("list="+list.name+"/method="+m.Name, func(b *testing.B) {
				benchmarkUnique(b, m, list.lines())
			})
		}
	}
}

// BenchmarkStart measures the fixed cost of a method on a model that needs no search: two cells that differ, which no
// preprocessor decides. For external programs this is their start; subtract it from the times of BenchmarkUnique.
func BenchmarkStart(b *testing.B) {
	swap := &model.Model{
		Vars: []model.Variable{{Name: "a", Domain: model.Interval(1, 2)},
			{Name: "b", Domain: model.Interval(1, 2)}},
		Constraints: []model.Constraint{model.AllDifferent{Vars: []model.Var{0, 1}}},
	}
	for _, m := range All() {
		b.Run("method="+m.Name, func(b *testing.B) {
			for b.Loop() {
				if a, _, err := model.First(b.Context(), m.Solver(), swap); errors.Is(err, backends.ErrUnavailable) {
					b.Skip(err)
				} else if err != nil || swap.Check(a) != nil {
					b.Fatal(a, err)
				}
			}
		})
	}
}

func benchmarkUnique(b *testing.B, m Method, lines []string) {
	prepared, err := model.Prepare(b.Context(), m.Solver(), sudoku.Order(3).Model())
	if err != nil {
		b.Fatal(err)
	}
	puzzles := backendtest.Givens(lines)
	var times []time.Duration
	var effort model.Effort
	const limit = 10 * time.Second
	ctx, cancel := context.WithCancel(b.Context())
	defer cancel()
	watch := time.AfterFunc(limit, cancel)
	defer watch.Stop()
	for b.Loop() {
		if n := len(times); n%100 == 0 || times[n-1] > time.Millisecond { // setting the clock takes as long as a puzzle
			watch.Reset(limit)
		}
		start := time.Now()
		found := 0
		r, err := prepared.SolveGiven(ctx, puzzles[len(times)%len(puzzles)], func(model.Assignment) bool {
			found++
			return found < 2
		})
		if ctx.Err() != nil || errors.Is(err, backends.ErrUnavailable) {
			b.Skip("more than 10 s for a puzzle, or unavailable: ", err)
		}
		times = append(times, time.Since(start))
		if err != nil || model.VerdictOf(r) != model.One {
			b.Fatalf("%v after %d solutions, error %v", model.VerdictOf(r), found, err)
		}
		effort.Add(r.Stats.Effort)
	}
	slices.Sort(times)
	n := float64(len(times))
	b.ReportMetric(float64(times[len(times)/2].Nanoseconds())/1e6, "ms-median")
	b.ReportMetric(n/b.Elapsed().Seconds(), "puzzles/s")
	for _, counter := range []struct {
		total int64
		unit  string
	}{{effort.Nodes, "nodes/op"}, {effort.Conflicts, "conflicts/op"}, {effort.LPs, "LPs/op"}} {
		if counter.total > 0 {
			b.ReportMetric(float64(counter.total)/n, counter.unit)
		}
	}
}
