package cnf_test

import (
	"math/rand/v2"
	"testing"

	"nonet/backends/backendtest"
	"nonet/encode/cnf"
	"nonet/model/deduce"
	"nonet/model/sudoku"
)

// Unit propagation on Minimal and Efficient finds naked singles, on Extended also hidden singles, and on Triad also
// locked candidates. These solve none, 44.6 % and 76.0 % of all 17-clue puzzles (tdoku, benchmarks/README.md). The test
// takes every 200th puzzle.
func TestPropagationSolves17Clues(t *testing.T) {
	solved := map[cnf.Preset]int{}
	puzzles := 0
	for n, line := range backendtest.Lines(t, "sudoku17.txt.gz") {
		if n%200 != 0 {
			continue
		}
		puzzles++
		m, err := deduce.Givens.Preprocess(t.Context(), backendtest.Puzzle(sudoku.Order(3), line).Model())
		if err != nil {
			t.Fatal(err)
		}
		for _, p := range cnf.Presets() {
			enc, err := cnf.Encoder{Preset: p}.Encode(t.Context(), m)
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
	want := map[cnf.Preset][2]int{ // from and to, permille
		cnf.Minimal: {0, 0}, cnf.Efficient: {0, 0}, cnf.Dual: {0, 0},
		cnf.Extended: {400, 490}, cnf.Triad: {710, 810},
	}
	for p, w := range want {
		if got := solved[p] * 1000 / puzzles; got < w[0] || got > w[1] {
			t.Errorf("%s: propagation solves %d of %d, want %d to %d permille", p, solved[p], puzzles, w[0], w[1])
		}
	}
	t.Logf("of %d puzzles: %v", puzzles, solved)
}

// Compares what unit propagation finds under each preset in easy puzzles with many clues: the share of the cells
// without a clue whose value follows. Minimal, Support and Order find exactly the naked singles. Log finds fewer
// values, because a value is eliminated only when all but one of its bits are known.
func TestPropagationByPreset(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 1))
	s := sudoku.Order(3)
	puzzles := backendtest.Rounds(5, 20)
	share := map[cnf.Preset]map[int]float64{}
	for _, clues := range []int{28, 36, 44} {
		decided := map[cnf.Preset]int{}
		for range puzzles {
			grid, err := sudoku.RandomGrid(t.Context(), s, r)
			if err != nil {
				t.Fatal(err)
			}
			m := sudoku.Puzzle{Shape: s, Clues: sudoku.KeepExactly(grid, clues, r)}.Model()
			for _, p := range cnf.Presets() {
				enc, err := cnf.Encoder{Preset: p}.Encode(t.Context(), m)
				if err != nil {
					t.Fatal(err)
				}
				decided[p] += cnf.DecidedVars(enc) - clues
			}
		}
		for p, n := range decided {
			if share[p] == nil {
				share[p] = map[int]float64{}
			}
			share[p][clues] = float64(n) / float64(puzzles*(81-clues))
		}
		n := decided[cnf.Minimal]
		if decided[cnf.Efficient] != n || decided[cnf.Support] != n || decided[cnf.Order] != n {
			t.Errorf("%d clues: naked singles differ: %v", clues, decided)
		}
		if !(decided[cnf.Log] < decided[cnf.Minimal] && decided[cnf.Minimal] < decided[cnf.Extended] &&
			decided[cnf.Extended] <= decided[cnf.Triad]) {
			t.Errorf("%d clues: got %v, want Log < Minimal < Extended <= Triad", clues, decided)
		}
	}
	for _, p := range cnf.Presets() {
		t.Logf("%-10s share of open cells decided, with 28, 36, 44 clues: %.3f %.3f %.3f",
			p, share[p][28], share[p][36], share[p][44])
	}
}
