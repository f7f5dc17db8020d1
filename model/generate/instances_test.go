package generate_test

import (
	"testing"

	"nonet/model/generate"
	"nonet/model/sudoku"
)

// TestInstances checks that an instance has its solution and its number of clues, and depends on seed and index alone.
func TestInstances(t *testing.T) {
	for _, i := range []generate.Instances{
		{Shape: sudoku.Order(3), P: 1, Clues: -1},
		{Shape: sudoku.Order(3), P: 0, Clues: -1},
		{Shape: sudoku.Order(3), P: 0.9, Clues: 30},
		{Shape: sudoku.Shape{Height: 2, Width: 3}, Random: true, Clues: 12},
	} {
		p, err := i.Make(t.Context(), 7, 2)
		if err != nil {
			t.Fatal(err)
		}
		again, err := i.Make(t.Context(), 7, 2)
		if err != nil {
			t.Fatal(err)
		}
		want := i.Clues
		if want < 0 {
			want = int(i.P) * i.Shape.Cells()
		}
		if err := p.Check(p.Solution); err != nil {
			t.Errorf("%+v: wrong solution: %v", i, err)
		}
		if p.Givens() != want {
			t.Errorf("%+v: %d clues, want %d", i, p.Givens(), want)
		}
		for c := range p.Clues {
			if p.Clues[c] != again.Clues[c] {
				t.Fatalf("%+v: two calls with the same seed and index differ", i)
			}
		}
	}
}
