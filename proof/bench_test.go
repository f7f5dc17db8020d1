package proof_test

import (
	"strings"
	"testing"

	"nonet/backends/backendtest"
	"nonet/model/sudoku"
	"nonet/proof"
)

// BenchmarkCheck checks certificates of 17-clue puzzles in turn.
func BenchmarkCheck(b *testing.B) {
	lines := backendtest.Lines(b, "sudoku17.txt.gz")
	lines = lines[:min(len(lines), 500)]
	var claims []*proof.Claim
	var steps []string
	size := 0
	for _, line := range lines {
		c := claim(b, backendtest.Puzzle(sudoku.Order(3), line))
		s, refuted := refute(b, c)
		if !refuted {
			b.Fatalf("no refutation for %s: it has another solution", line)
		}
		claims, steps = append(claims, c), append(steps, string(s))
		size += len(s)
	}
	b.Run("list=17clue", func(b *testing.B) {
		i := 0
		for b.Loop() {
			claim, drat := claims[i%len(claims)], proof.ReadDRAT(strings.NewReader(steps[i%len(steps)]))
			if _, err := new(proof.Checker).Check(b.Context(), claim, drat); err != nil {
				b.Fatal(err)
			}
			i++
		}
		b.ReportMetric(float64(size)/float64(len(steps)), "bytes/proof")
	})
}
