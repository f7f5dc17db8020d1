package clp

import (
	"bufio"
	"compress/gzip"
	"errors"
	"io"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"nonet/backends"
	"nonet/backends/backendtest"
	"nonet/encode/ip"
	"nonet/model"
	"nonet/model/deduce"
	"nonet/model/sudoku"
)

// puzzles reads at most limit puzzles of a public list, spread evenly over it.
func puzzles(t testing.TB, name string, limit int) []string {
	t.Helper()
	f, err := os.Open(backendtest.Data(t, name))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var r io.Reader = f
	if strings.HasSuffix(name, ".gz") {
		if r, err = gzip.NewReader(f); err != nil {
			t.Fatal(err)
		}
	}
	var all []string
	for sc := bufio.NewScanner(r); sc.Scan(); {
		if len(sc.Text()) >= 81 {
			all = append(all, sc.Text()[:81])
		}
	}
	if len(all) <= limit {
		return all
	}
	spread := make([]string, limit)
	for i := range spread {
		spread[i] = all[i*len(all)/limit]
	}
	return spread
}

func hardest(testing.TB) []string {
	var all []string
	for _, p := range backendtest.Hardest {
		all = append(all, p.Puzzle)
	}
	return all
}

// BenchmarkSolve proves puzzles unique, one per iteration, the list in turn. Everything is counted from the clues on: preprocessing,
// encoding, search, and the check of the solution. Besides the mean it reports the median time and the mean effort.
func BenchmarkSolve(b *testing.B) {
	if _, err := Version(); errors.Is(err, backends.ErrUnavailable) {
		b.Skip(err)
	}
	for _, list := range []struct {
		name string
		read func(testing.TB) []string
	}{
		{"easy50", func(t testing.TB) []string { return puzzles(t, "easy50.txt", 50) }},
		{"17clue", func(t testing.TB) []string { return puzzles(t, "sudoku17.txt.gz", 1000) }},
		{"top95", func(t testing.TB) []string { return puzzles(t, "top95.txt", 95) }},
		{"hardest", hardest},
	} {
		for _, method := range []struct {
			engine, pre string
			solver      model.Solver
		}{
			{"clp", "singles", backends.Bind(deduce.Singles{}, ip.Encoder{}, Engine{})},
			{"clp", "givens", backends.Bind(deduce.Givens{}, ip.Encoder{}, Engine{})},
			{"clp", "none", backends.Bind(nil, ip.Encoder{}, Engine{})},
			{"clp:probe", "singles", backends.Bind(deduce.Singles{}, ip.Encoder{}, Engine{Probe})},
			{"clp:plain", "none", backends.Bind(nil, ip.Thesis(), Engine{Plain})},
			{"clp-lanl", "singles", backends.Bind(deduce.Singles{}, ip.Encoder{}, Engine{Lanl})},
		} {
			b.Run("list="+list.name+"/engine="+method.engine+"/pre="+method.pre, func(b *testing.B) {
				benchmark(b, method.solver, list.read(b))
			})
		}
	}
}

func benchmark(b *testing.B, s model.Solver, lines []string) {
	shape := sudoku.Order(3)
	prepared, err := model.Prepare(s, shape.Model())
	if err != nil {
		b.Fatal(err)
	}
	var given [][]model.Given
	for _, line := range lines {
		given = append(given, backendtest.Puzzle(shape, line).Given(nil))
	}
	var times []time.Duration
	var total model.Effort
	direct := 0
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
	slices.Sort(times)
	k := float64(len(times))
	b.ReportMetric(float64(times[len(times)/2].Nanoseconds())/1e6, "ms-median")
	b.ReportMetric(float64(times[len(times)*95/100].Nanoseconds())/1e6, "ms-p95")
	b.ReportMetric(float64(total.Nodes)/k, "nodes/op")
	b.ReportMetric(float64(total.LPs)/k, "LPs/op")
	b.ReportMetric(float64(total.Iterations)/k, "iterations/op")
	b.ReportMetric(float64(total.Probes)/k, "probes/op")
	b.ReportMetric(100*float64(direct)/k, "%without-LP")
}
