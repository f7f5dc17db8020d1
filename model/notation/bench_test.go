package notation_test

import (
	"io"
	"strings"
	"testing"

	"nonet/model/notation"
	"nonet/model/sudoku"
)

// BenchmarkRead reads a list of 1000 puzzles per operation.
func BenchmarkRead(b *testing.B) {
	const puzzles = 1000
	sixteen := pad("1G", ".", 16)
	for _, form := range []struct{ name, text string }{
		{"line", strings.Repeat(escargot+"\n", puzzles)},
		{"line-with-solution", strings.Repeat(escargot+","+escargot+"\n", puzzles)},
		{"csv", "quizzes,solutions\n" + strings.Repeat(escargot+","+escargot+"\n", puzzles)},
		{"line-16x16", strings.Repeat("100_2 "+sixteen+"\n", puzzles)},
		{"grid", strings.Repeat(strings.Join(rows9, "\n")+"\n\n", puzzles)},
	} {
		b.Run("form="+form.name, func(b *testing.B) {
			b.SetBytes(int64(len(form.text)))
			b.ReportAllocs()
			var p sudoku.Puzzle
			for b.Loop() {
				r := notation.NewReader(strings.NewReader(form.text), notation.Options{})
				n := 0
				for r.ReadInto(&p) == nil {
					n++
				}
				if err := r.ReadInto(&p); err != io.EOF || n != puzzles {
					b.Fatalf("%d puzzles, then %v", n, err)
				}
			}
			b.ReportMetric(float64(b.N)*puzzles/b.Elapsed().Seconds(), "puzzles/s")
		})
	}
}

// BenchmarkLine writes a puzzle in line form.
func BenchmarkLine(b *testing.B) {
	p, err := notation.Parse(escargot, notation.Options{})
	if err != nil {
		b.Fatal(err)
	}
	var line []byte
	b.ReportAllocs()
	for b.Loop() {
		line = notation.AppendLine(line[:0], nil, p.Clues)
	}
	if string(line) != escargot {
		b.Fatal(string(line))
	}
}
