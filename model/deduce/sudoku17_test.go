package deduce_test

import (
	"os"
	"testing"

	"nonet/backends/backendtest"
	"nonet/model"
	"nonet/model/deduce"
	"nonet/model/sudoku"
)

func solved(m *model.Model) bool {
	for i := range m.Vars {
		if m.Vars[i].Domain.Size() != 1 {
			return false
		}
	}
	return true
}

// TestSeventeenClues counts the puzzles with 17 clues that each reduction solves. The benchmark notes of tdoku, a
// solver by T. Dillon, report 44.6 % for naked and hidden singles and 76.0 % with locked candidates in rows and
// columns, on a list with seven more puzzles. By default the first 1,000 puzzles are tried, with NONET_LONG all of
// them.
func TestSeventeenClues(t *testing.T) {
	puzzles := backendtest.Givens(backendtest.Lines(t, "sudoku17.txt.gz"))
	for _, test := range []struct {
		reduction *deduce.Reduction
		n, want   int // number of puzzles, number solved
	}{
		{deduce.Givens, 1000, 0},
		{deduce.Singles, 1000, 483},
		{deduce.Locked, 1000, 776},
		{deduce.Singles, 49151, 21905},
		{deduce.Locked, 49151, 37373},
	} {
		if test.n > 1000 && os.Getenv("NONET_LONG") == "" {
			continue
		}
		reduce := test.reduction.Prepare(sudoku.Order(3).Model())
		got := 0
		for _, p := range puzzles[:test.n] {
			if solved(reduce(t.Context(), p)) {
				got++
			}
		}
		if got != test.want {
			t.Errorf("%s solves %d of the first %d, want %d", test.reduction.Name(), got, test.n, test.want)
		}
	}
}

func BenchmarkReduce(b *testing.B) {
	puzzles := backendtest.Givens(backendtest.Lines(b, "sudoku17.txt.gz"))
	for _, r := range deduce.All() {
		b.Run("list=17clue/rules="+r.Name(), func(b *testing.B) {
			reduce := r.Prepare(sudoku.Order(3).Model())
			b.ReportAllocs()
			i := 0
			for b.Loop() {
				if m := reduce(b.Context(), puzzles[i]); len(m.Vars) != 81 {
					b.Fatalf("reduced model has %d variables, want 81", len(m.Vars))
				}
				i = (i + 1) % len(puzzles)
			}
		})
	}
	b.Run("list=17clue/rules=singles/prepared=no", func(b *testing.B) {
		m := sudoku.Order(3).Model()
		for _, g := range puzzles[0] {
			m = m.With(g)
		}
		for b.Loop() {
			deduce.Singles.Preprocess(b.Context(), m)
		}
	})
}
