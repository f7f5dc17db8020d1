package metaheur

import (
	"slices"
	"testing"

	"nonet/model"
	"nonet/model/sudoku"
)

// TestInitialState checks that InitialState returns the state of the first event of a climb, with numbers as defined.
func TestInitialState(t *testing.T) {
	m := lewis(sudoku.Order(3), 0.3, 1)
	for seed := range uint64(20) {
		for _, initial := range []Initial{GreedySwapped, Greedy, RandomFill} {
			first := -1
			h := HillClimbing{Initial: initial,
				Options: Options{Seed: seed, Moves: 1, Trace: func(e Event) { first = e.Cost }}}
			s, err := h.InitialState(m)
			if err != nil {
				t.Fatal(err)
			}
			if _, err := h.Solve(t.Context(), m, func(model.Assignment) bool { return true }); err != nil {
				t.Fatal(err)
			}
			if s.Different != 162-first {
				t.Errorf("seed %d, %v: %d different values, but the first event has cost %d",
					seed, initial, s.Different, first)
			}
			c := newTestClimb(t, m, h)
			for cell, x := range s.Assignment {
				c.value[cell] = uint8(slices.Index(c.values, x))
			}
			c.recount()
			if !intact(c.permutations) || s.Different != f1(c) || s.Clashes != f2(c) {
				t.Errorf("seed %d, %v: f₁ = %d and f₂ = %d, want %d and %d",
					seed, initial, s.Different, s.Clashes, f1(c), f2(c))
			}
		}
	}
}

func TestInitialStateOfContradiction(t *testing.T) {
	m := sudoku.Order(2).Model()
	m.Constraints = append(m.Constraints, model.Given{Var: 0, Value: 1}, model.Given{Var: 1, Value: 1})
	if _, err := (HillClimbing{}).InitialState(m); err == nil {
		t.Error("InitialState accepts givens that contradict each other")
	}
}
