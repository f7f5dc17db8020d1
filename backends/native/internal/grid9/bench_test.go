package grid9

import (
	"math"
	"math/rand/v2"
	"testing"

	"nonet/backends/backendtest"
	"nonet/internal/search"
)

// BenchmarkUnique measures how fast each engine solves puzzles and proves them unique; the solution is checked. One
// operation is one puzzle, in a shuffled order that is the same in each run.
func BenchmarkUnique(b *testing.B) {
	for _, list := range []struct{ name, file string }{
		{"17clue", "sudoku17.txt.gz"}, {"hardest", ""}, {"top95", "top95.txt"},
	} {
		var puzzles []Grid
		for _, x := range Engines {
			b.Run("list="+list.name+"/engine="+x.Name, func(b *testing.B) {
				if puzzles == nil {
					puzzles = shuffled(b, list.file)
				}
				e := x.New()
				var g Grid
				i := 0
				for b.Loop() {
					p := &puzzles[i%len(puzzles)]
					i++
					e.Start(p)
					if event, _ := e.Next(math.MaxInt); event != search.Found {
						b.Fatalf("%v: event %d", p, event)
					}
					e.Solution(&g)
					if event, _ := e.Next(math.MaxInt); event != search.Exhausted || !Valid(p, &g) {
						b.Fatalf("%v: event %d after %v", p, event, g)
					}
				}
				b.ReportMetric(float64(i)/b.Elapsed().Seconds(), "puzzles/s")
			})
		}
	}
}

// BenchmarkSearch does the same for a list.
func BenchmarkSearch(b *testing.B) {
	for _, file := range []string{"sudoku17.txt.gz", "", "top95.txt"} {
		b.Run("list="+file, func(b *testing.B) {
			puzzles := shuffled(b, file)
			e := Engines[0].New()
			list, results := make([]*Grid, 512), make([]Result, 512)
			n := 0
			for b.Loop() {
				for i := range list {
					list[i] = &puzzles[n%len(puzzles)]
					n++
				}
				Search(e, list, results, 2, math.MaxInt)
				for i := range results {
					if r := &results[i]; r.Solutions != 1 || !r.Complete || !Valid(list[i], &r.Found[0]) {
						b.Fatalf("%v: %+v", list[i], r)
					}
				}
			}
			b.ReportMetric(float64(n)/b.Elapsed().Seconds(), "puzzles/s")
		})
	}
}

// shuffled returns the puzzles of a file, or the hardest ones, consecutive in memory as a reader would store them.
func shuffled(b *testing.B, file string) []Grid {
	var lines []string
	if file != "" {
		lines = backendtest.Lines(b, file)
	} else {
		for _, p := range backendtest.Hardest {
			lines = append(lines, p.Puzzle)
		}
	}
	puzzles := make([]Grid, len(lines))
	for i, line := range lines {
		for c := range puzzles[i] {
			if ch := line[c]; '1' <= ch && ch <= '9' {
				puzzles[i][c] = ch - '0'
			}
		}
	}
	r := rand.New(rand.NewPCG(1, 1))
	r.Shuffle(len(puzzles), func(i, j int) { puzzles[i], puzzles[j] = puzzles[j], puzzles[i] })
	return puzzles
}

// BenchmarkCount enumerates the 504,856 solutions of a puzzle.
func BenchmarkCount(b *testing.B) {
	p := parse(b, "1....7.9..3..2......96.......53......1..8....6....4...3......1..4......7..7...3..")
	for _, x := range Engines {
		b.Run("engine="+x.Name, func(b *testing.B) {
			e := x.New()
			for b.Loop() {
				n := 0
				e.Start(p)
				for event := search.Found; event == search.Found; {
					if event, _ = e.Next(math.MaxInt); event == search.Found {
						n++
					}
				}
				if n != 504856 {
					b.Fatal(n)
				}
			}
			b.ReportMetric(float64(b.N)*504856/b.Elapsed().Seconds(), "solutions/s")
		})
	}
}
