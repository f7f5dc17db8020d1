package metaheur_test

import (
	"testing"

	"nonet/backends"
	"nonet/backends/backendtest"
	"nonet/metaheur"
	"nonet/model"
	"nonet/model/deduce"
	"nonet/model/sudoku"
)

// TestHybrid runs Lewis's hybrid, his constraint programming followed by his annealing. It must solve the puzzle of his
// Figure 1, which propagation solves without a move, and AI Escargot, of which propagation fixes one cell.
func TestHybrid(t *testing.T) {
	lewis, ok := deduce.ByName("lewis")
	if !ok {
		t.Fatal("no preprocessor lewis")
	}
	solver := backends.WithPreprocessor(lewis, metaheur.Annealing{Options: metaheur.Options{Seed: 2, Moves: 2e7}})
	figure := backendtest.NamedPuzzle{
		Name: "Figure 1", Puzzle: "........818...23...6..57..1.7.96.....9.7.4.1.....81.4.6..24..8...45...935........",
		Solution: "742613958185492367963857421471965832398724516256381749637249185814576293529138674",
	}
	for _, p := range []backendtest.NamedPuzzle{figure, backendtest.Hardest[0]} {
		m := backendtest.Puzzle(sudoku.Order(3), p.Puzzle).Model()
		a, r, err := model.First(t.Context(), solver, m)
		if err != nil || a == nil {
			t.Errorf("%s: got %+v, error %v; want a solution", p.Name, r, err)
			continue
		}
		for c, v := range backendtest.Puzzle(sudoku.Order(3), p.Solution).Clues {
			if a[c] != v {
				t.Errorf("%s: cell %d is %d, want %d", p.Name, c, a[c], v)
			}
		}
		if moves := r.Stats.Effort.Iterations; (moves == 0) != (p.Name == "Figure 1") {
			t.Errorf("%s: %d moves", p.Name, moves)
		} else {
			t.Logf("%s: %d moves", p.Name, moves)
		}
	}
}
