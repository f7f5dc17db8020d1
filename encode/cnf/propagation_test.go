package cnf_test

import (
	"testing"

	"nonet/backends/backendtest"
	"nonet/encode/cnf"
	"nonet/model/deduce"
	"nonet/model/sudoku"
)

// Unit propagation on Minimal and Efficient is naked singles, on Extended naked and hidden singles, and on Triad locked candidates
// besides. Of all 17-clue puzzles these solve none, 44.6 % and 76.0 % (tdoku, benchmarks/README.md); every 200th of them here.
func TestPropagationSolves17Clues(t *testing.T) {
	solved := map[cnf.Preset]int{}
	puzzles := 0
	for n, line := range backendtest.Lines(t, "sudoku17.txt.gz") {
		if n%200 != 0 {
			continue
		}
		puzzles++
		m, err := deduce.Givens{}.Preprocess(backendtest.Puzzle(sudoku.Order(3), line).Model())
		if err != nil {
			t.Fatal(err)
		}
		for _, p := range cnf.Presets() {
			enc, err := cnf.Encoder{Preset: p}.Encode(m)
			if err != nil {
				t.Fatal(err)
			}
			known, ok := cnf.Propagate(enc.Formula)
			if !ok {
				t.Fatalf("%s: conflict in puzzle %d", p, n+1)
			}
			if known == enc.Formula.Vars {
				solved[p]++
			}
		}
	}
	want := map[cnf.Preset][2]int{cnf.Minimal: {0, 0}, cnf.Efficient: {0, 0}, cnf.Extended: {400, 490}, cnf.Dual: {0, 0}, cnf.Triad: {710, 810}} // permille, from and to
	for p, w := range want {
		if got := solved[p] * 1000 / puzzles; got < w[0] || got > w[1] {
			t.Errorf("%s: propagation solves %d of %d, want %d to %d permille", p, solved[p], puzzles, w[0], w[1])
		}
	}
	t.Logf("of %d puzzles: %v", puzzles, solved)
}
