package generate

import (
	"errors"
	"math/rand/v2"
	"slices"
	"testing"

	"nonet/backends/backendtest"
	"nonet/model/human"
	"nonet/model/sudoku"
)

// TestTriangles checks for many shapes that the triangles have N²/4 cells and that singles solve them.
func TestTriangles(t *testing.T) {
	for _, s := range []sudoku.Shape{sudoku.Order(2), {Height: 2, Width: 3}, {Height: 3, Width: 2}, sudoku.Order(3),
		{Height: 2, Width: 5}, {Height: 3, Width: 5}, sudoku.Order(4), {Height: 4, Width: 5}, sudoku.Order(5),
		{Height: 1, Width: 7}, sudoku.Order(6)} {
		board, err := human.NewBoard(s.Model())
		if err != nil {
			t.Fatal(err)
		}
		clues, _ := drawTriangles(s, 0, rand.New(rand.NewPCG(1, 1)))
		p := sudoku.Puzzle{Shape: s, Clues: clues}
		if got, want := p.Givens(), triangleClues(s); got != want {
			t.Errorf("%v: %d clues, want %d", s, got, want)
		}
		position := board.NewPosition(p.Given(nil))
		singles().Run(position, nil)
		if !position.Solved() {
			t.Errorf("%v: singles do not solve the triangles %v", s, clues)
		}
	}
}

// TestMakeLarge makes puzzles with fewer clues than digging in random order reaches.
func TestMakeLarge(t *testing.T) {
	tests := []struct {
		order, clues int
		minimal      bool
	}{
		{4, 80, false}, {5, 250, false}, {5, 156, false}, {4, 64, true},
	}
	for _, test := range tests[:backendtest.Rounds(1, 4)] {
		spec := Spec{Shape: sudoku.Order(test.order), Clues: Range{test.clues, test.clues}, Minimal: test.minimal,
			Attempts: 20}
		m := newTestMaker(t, spec)
		p, err := m.Make(t.Context(), 1, 0)
		if err != nil {
			t.Errorf("order %d, %d clues: %v", test.order, test.clues, err)
			continue
		}
		checkPuzzle(t, spec, p)
		if test.order == 5 || backendtest.Rounds(1, 2) == 1 {
			continue // once is enough: this takes a second
		}
		again, err := newTestMaker(t, spec).Make(t.Context(), 1, 0)
		if err != nil || !slices.Equal(again.Clues, p.Clues) {
			t.Errorf("order %d, %d clues: another puzzle from the same seed, error %v", test.order, test.clues, err)
		}
	}
}

// TestTooManyClues checks that the puzzle with the fewest clues is kept if none has few enough.
func TestTooManyClues(t *testing.T) {
	for _, test := range []struct{ order, clues, fewest int }{{4, 40, 64}, {3, 17, 22}} {
		spec := Spec{Shape: sudoku.Order(test.order), Clues: Range{test.clues, test.clues}, Attempts: 12}
		if test.order == 3 {
			spec.Attempts, spec.Pattern = 3, Rotate180 // no descent
		}
		_, err := newTestMaker(t, spec).Make(t.Context(), 1, 0)
		var attempts *AttemptsError
		var many *TooManyCluesError
		if !errors.As(err, &many) || !errors.As(err, &attempts) || attempts.Attempts != spec.Attempts {
			t.Errorf("order %d: error %v, want a TooManyCluesError with an AttemptsError", test.order, err)
			continue
		}
		if n := many.Fewest.Givens(); test.order == 4 && n != test.fewest || n < test.fewest {
			t.Errorf("order %d: %d clues, want %d", test.order, n, test.fewest)
		}
		spec.Clues = Range{}
		checkPuzzle(t, spec, many.Fewest)
	}
}
