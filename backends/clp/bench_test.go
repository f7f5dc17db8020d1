package clp

import (
	"bufio"
	"compress/gzip"
	"io"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"nonet/backends/backendtest"
	"nonet/encode/ip"
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

func hardest() []string {
	var all []string
	for _, p := range backendtest.Hardest {
		all = append(all, p.Puzzle)
	}
	return all
}

// BenchmarkSolve proves puzzles unique. Each iteration is one puzzle of the list in turn; clues are bounds or eliminated beforehand, which
// is not counted. Besides the mean it reports the median time and the mean nodes and relaxations.
func BenchmarkSolve(b *testing.B) {
	if _, err := Version(); err != nil {
		b.Skip(err)
	}
	lists := []struct {
		name    string
		puzzles func(testing.TB) []string
	}{
		{"easy50", func(t testing.TB) []string { return puzzles(t, "easy50.txt", 50) }},
		{"17clue", func(t testing.TB) []string { return puzzles(t, "sudoku17.txt.gz", 500) }},
		{"top95", func(t testing.TB) []string { return puzzles(t, "top95.txt", 95) }},
		{"hardest", func(testing.TB) []string { return hardest() }},
	}
	for _, l := range lists {
		for _, v := range Variants() {
			for _, pre := range []string{"none", "givens"} {
				if pre == "none" && v != Default && v != Plain {
					continue
				}
				engine := "clp"
				switch v {
				case Lanl:
					engine = "clp-lanl"
				case Default:
				default:
					engine += ":" + string(v)
				}
				b.Run("list="+l.name+"/engine="+engine+"/pre="+pre, func(b *testing.B) {
					var programs []*ip.Program
					for _, line := range l.puzzles(b) {
						p := sudokuProgram(backendtest.Puzzle(sudoku.Order(3), line))
						if pre == "givens" {
							p = eliminated(p)
						}
						programs = append(programs, p)
					}
					benchmark(b, Engine{v}, programs)
				})
			}
		}
	}
}

func benchmark(b *testing.B, e Engine, programs []*ip.Program) {
	var times []time.Duration
	var nodes, lps, iterations, probes, direct int64
	i := 0
	for b.Loop() {
		p := programs[i%len(programs)]
		i++
		start := time.Now()
		n := 0
		r, err := e.Solve(b.Context(), p, func(x ip.Point) bool { n++; return n < 2 })
		if err != nil || n != 1 || !r.Complete {
			b.Fatalf("%d solutions, complete %v, error %v", n, r.Complete, err)
		}
		times = append(times, time.Since(start))
		nodes += r.Stats.Effort.Nodes
		lps += r.Stats.Effort.LPs
		iterations += r.Stats.Effort.Iterations
		probes += r.Stats.Effort.Probes
		if r.Stats.Effort.LPs == 0 {
			direct++
		}
	}
	slices.Sort(times)
	k := float64(len(times))
	b.ReportMetric(float64(times[len(times)/2].Nanoseconds())/1e6, "ms-median")
	b.ReportMetric(float64(times[len(times)*95/100].Nanoseconds())/1e6, "ms-p95")
	b.ReportMetric(float64(nodes)/k, "nodes/op")
	b.ReportMetric(float64(lps)/k, "LPs/op")
	b.ReportMetric(float64(iterations)/k, "iterations/op")
	b.ReportMetric(float64(probes)/k, "probes/op")
	b.ReportMetric(float64(direct)/k, "without-LP/op")
}
