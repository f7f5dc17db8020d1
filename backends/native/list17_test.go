package native_test

import (
	"context"
	"testing"

	"nonet/backends/backendtest"
	"nonet/backends/native"
	"nonet/model"
	"nonet/model/sudoku"
)

// TestList17 proves that all 49,151 puzzles with 17 clues have one solution, and samples of them with the other
// engines.
func TestList17(t *testing.T) {
	puzzles := backendtest.Givens(backendtest.Lines(t, "sudoku17.txt.gz"))
	if len(puzzles) != 49151 {
		t.Fatalf("got %d puzzles, want 49151", len(puzzles))
	}
	for _, run := range []struct {
		engine string
		each   int
	}{{"", 1}, {"bands", 4}, {"general", 20}} {
		p, err := native.Solver{Engine: run.engine}.Prepare(t.Context(), sudoku.Order(3).Model())
		if err != nil {
			t.Fatal(err)
		}
		for i := 0; i < len(puzzles); i += run.each {
			n := 0
			r, err := p.SolveGiven(context.Background(), puzzles[i], func(a model.Assignment) bool {
				if n++; !valid(puzzles[i], a) {
					t.Errorf("puzzle %d: %v is not a solution", i+1, a)
				}
				return n < 2
			})
			if v := model.VerdictOf(r); v != model.One || err != nil {
				t.Errorf("engine %q, puzzle %d: %v, error %v", run.engine, i+1, v, err)
			}
		}
	}
}
