package methods

import (
	"testing"

	"nonet/backends/backendtest"
	"nonet/encode/cnf"
)

// BenchmarkEncoding proves puzzles unique with one SAT solver over each encoding. No preprocessor runs, so the solver
// gets the formula as published.
func BenchmarkEncoding(b *testing.B) {
	for _, list := range []struct {
		name  string
		lines []string
	}{
		{"easy50", backendtest.Lines(b, "easy50.txt")},
		{"17clue", backendtest.Spread(backendtest.Lines(b, "sudoku17.txt.gz"), 50)},
		{"top95", backendtest.Lines(b, "top95.txt")},
	} {
		encodings := []string{"extended/product", "extended/sequential", "extended/commander-3"}
		for _, p := range cnf.Presets() {
			encodings = append(encodings, p.String())
		}
		for _, encoding := range encodings {
			m, err := Parse("gini:" + encoding)
			if err != nil {
				b.Fatal(err)
			}
			b.Run("list="+list.name+"/encoding="+encoding, func(b *testing.B) { benchmarkUnique(b, m, list.lines) })
		}
	}
}
