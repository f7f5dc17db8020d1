package human_test

import (
	"testing"

	"nonet/backends/backendtest"
	"nonet/model/human"
	"nonet/model/sudoku"
)

// TestRatingTellsClass compares the class that the steps of a ladder determine with Classify, for all ladders.
func TestRatingTellsClass(t *testing.T) {
	lines := backendtest.Spread(backendtest.Lines(t, "sudoku17.txt.gz"), 300)
	p := newBoard(t, sudoku.Order(3).Model()).NewPosition(nil)
	for _, ladder := range human.Ladders() {
		told := 0
		for _, line := range lines {
			puzzle := backendtest.Puzzle(sudoku.Order(3), line)
			solution := only(t, puzzle)
			p.Reset(puzzle.Given(nil))
			r, err := ladder.Rate(p, solution, nil)
			if err != nil {
				t.Fatal(err)
			}
			p.Reset(puzzle.Given(nil))
			if r.Class != 0 {
				told++
				if want := human.Classify(p); r.Class != want {
					t.Errorf("%s, ladder %s: class %v, want %v", line, ladder.Name(), r.Class, want)
				}
			}
		}
		if ladder == human.Standard() && told < len(lines)/2 {
			t.Errorf("the steps determine the class of few puzzles: %d of %d", told, len(lines))
		}
		t.Logf("%s: the steps determine the class of %d of %d puzzles", ladder.Name(), told, len(lines))
	}
}
