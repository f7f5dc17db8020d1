package methods

import (
	"fmt"
	"slices"
	"testing"

	"nonet/backends/backendtest"
	"nonet/model"
	"nonet/model/sudoku"
)

// easy is a puzzle with 30 clues that singles solve.
const easy = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"

func TestStochastic(t *testing.T) {
	puzzle := backendtest.Puzzle(sudoku.Order(3), easy).Model()
	empty := sudoku.Order(2).Model()
	clash := backendtest.Puzzle(sudoku.Order(2), "11..............").Model()
	n := 0
	for _, m := range All() {
		if m.Kind != Stochastic {
			continue
		}
		n++
		t.Run(m.Name, func(t *testing.T) {
			solver := mustParse("none+" + m.Name).Solver()
			if a, r, err := model.First(t.Context(), solver, puzzle); err != nil || r.Solutions != 1 ||
				puzzle.Check(a) != nil {
				t.Errorf("an easy puzzle: %+v, error %v", r, err)
			}
			// A stochastic method finds at most one solution, and does not prove that it is the only one.
			n, r, err := model.Count(t.Context(), m.Solver(), empty, 0)
			if err != nil || n.Int64() != 1 || r.Complete {
				t.Errorf("empty 4x4 grid: %v solutions, %+v, error %v", n, r, err)
			}
			if _, r, err := model.First(t.Context(), m.Solver(), clash); err != nil ||
				r.Status() != model.Unsatisfiable {
				t.Errorf("two equal clues in a row: %+v, error %v", r, err)
			}
			run := func(c RunOptions) (string, model.Result) {
				m.RunOptions = c
				a, r, err := model.First(t.Context(), m.Solver(), empty)
				if err != nil || empty.Check(a) != nil {
					t.Fatalf("%+v: %+v, error %v", c, r, err)
				}
				return fmt.Sprint(a), r
			}
			var grids []string
			for seed := range uint64(8) {
				a, r := run(RunOptions{Seed: seed})
				b, again := run(RunOptions{Seed: seed, Jobs: 1})
				if a != b || r.Stats.Effort != again.Stats.Effort {
					t.Errorf("seed %d: two runs differ: %+v, %+v", seed, r, again)
				}
				grids = append(grids, a)
			}
			slices.Sort(grids)
			if len(slices.Compact(grids)) == 1 {
				t.Error("eight seeds give one grid")
			}
			run(RunOptions{Seed: 1, Jobs: 3})
		})
	}
	if n == 0 {
		t.Error("no stochastic methods")
	}
}

func TestParseStochastic(t *testing.T) {
	for _, test := range []struct{ name, canonical, preprocess string }{
		{"anneal", "anneal", "none"},
		{"none+anneal", "anneal", "none"},
		{"lewis+anneal", "lewis+anneal", "lewis"},
		{"probsat", "probsat", "none"},
		{"none+walksat:minimal/product", "walksat:minimal/product", "none"},
	} {
		m, err := Parse(test.name)
		if err != nil || m.Name != test.canonical || m.Preprocess != test.preprocess || m.Kind != Stochastic {
			t.Errorf("%s: %+v, error %v", test.name, m, err)
		}
	}
}
