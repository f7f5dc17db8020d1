//go:build unix

package clp

import (
	"errors"
	"slices"
	"syscall"
	"testing"
	"time"

	"nonet/backends"
	"nonet/backends/backendtest"
	"nonet/encode/ip"
	"nonet/model"
	"nonet/model/deduce"
	"nonet/model/sudoku"
)

// BenchmarkSolve proves puzzles unique, one per iteration, cycling through the list. The time covers preprocessing,
// encoding, search, and the check of the solution. Besides the mean it reports the median time, the mean processor time
// and the mean effort.
func BenchmarkSolve(b *testing.B) {
	if _, err := Version(); errors.Is(err, backends.ErrUnavailable) {
		b.Skip(err)
	}
	for _, list := range []struct {
		name  string
		lines func() []string
	}{
		{"easy50", func() []string { return backendtest.Spread(backendtest.Lines(b, "easy50.txt"), 50) }},
		{"17clue", func() []string { return backendtest.Spread(backendtest.Lines(b, "sudoku17.txt.gz"), 1000) }},
		{"top95", func() []string { return backendtest.Spread(backendtest.Lines(b, "top95.txt"), 95) }},
		{"hardest", backendtest.HardestLines},
		{"hardest-images", backendtest.HardestImages},
	} {
		for _, method := range []struct {
			engine, pre string
			solver      model.Solver
		}{
			{"clp", "singles", backends.Bind(deduce.Singles, ip.Encoder{}, Engine{})},
			{"clp", "givens", backends.Bind(deduce.Givens, ip.Encoder{}, Engine{})},
			{"clp", "none", backends.Bind(nil, ip.Encoder{}, Engine{})},
			{"clp:plain", "none", backends.Bind(nil, ip.Thesis(), Engine{Plain: true})},
		} {
			b.Run("list="+list.name+"/engine="+method.engine+"/pre="+method.pre, func(b *testing.B) {
				if method.engine == "clp:plain" && list.name == "hardest-images" {
					b.Skip("minutes")
				}
				benchmark(b, method.solver, list.lines())
			})
		}
	}
}

// processorTime returns the processor time of this process.
func processorTime(b *testing.B) time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		b.Fatal(err)
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

func benchmark(b *testing.B, s model.Solver, lines []string) {
	shape := sudoku.Order(3)
	prepared, err := model.Prepare(b.Context(), s, shape.Model())
	if err != nil {
		b.Fatal(err)
	}
	given := backendtest.Givens(lines)
	var times []time.Duration
	var total model.Effort
	direct := 0
	before := processorTime(b)
	for b.Loop() {
		start := time.Now()
		n := 0
		r, err := prepared.SolveGiven(b.Context(), given[len(times)%len(given)], func(model.Assignment) bool {
			n++
			return n < 2
		})
		times = append(times, time.Since(start))
		if err != nil || n != 1 || !r.Complete {
			b.Fatalf("%d solutions, complete %v, error %v", n, r.Complete, err)
		}
		total.Add(r.Stats.Effort)
		if r.Stats.Effort.LPs == 0 {
			direct++
		}
	}
	spent := processorTime(b) - before
	slices.Sort(times)
	k := float64(len(times))
	b.ReportMetric(float64(times[len(times)/2].Nanoseconds())/1e6, "ms-median")
	b.ReportMetric(float64(times[len(times)*95/100].Nanoseconds())/1e6, "ms-p95")
	b.ReportMetric(spent.Seconds()*1e3/k, "cpu-ms/op")
	b.ReportMetric(float64(total.Nodes)/k, "nodes/op")
	b.ReportMetric(float64(total.LPs)/k, "LPs/op")
	b.ReportMetric(float64(total.Iterations)/k, "iterations/op")
	b.ReportMetric(float64(total.Probes)/k, "probes/op")
	b.ReportMetric(float64(total.Propagations)/k, "fixings/op")
	b.ReportMetric(100*float64(direct)/k, "%without-LP")
}
