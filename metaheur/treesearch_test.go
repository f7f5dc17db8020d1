package metaheur

import (
	"math/rand/v2"
	"slices"
	"testing"

	"nonet/model"
	"nonet/model/sudoku"
)

// TestTreeSearch checks that a search without a limit solves every sample, and exhausts a model without a solution.
func TestTreeSearch(t *testing.T) {
	for _, m := range samples(t) {
		d := newTreeSearch(newRun(t, m.model, 1))
		if o := d.search(1 << 30); o != solved {
			t.Errorf("%s: got outcome %d, want solved", m.name, o)
		} else if err := m.model.Check(d.assignment(d.solution())); err != nil {
			t.Errorf("%s: wrong solution: %v", m.name, err)
		}
	}
	// Three cells of a column have only 1 and 2 left, which propagation of singles does not detect.
	m := sudoku.Order(3).Model()
	for i, first := range []int{0, 3, 6} {
		for k := range 7 {
			m.Vars[9*first+2+k].Domain = model.Values([]int{3 + (k+i)%7}...)
		}
	}
	r := newRun(t, m, 1)
	d := newTreeSearch(r)
	if r.refuted {
		t.Fatal("propagation alone refutes the model, so the search is not tested")
	}
	if o := d.search(1 << 30); o != exhausted || r.nodes == 0 || r.failures == 0 {
		t.Errorf("got outcome %d after %d nodes and %d contradictions, want exhausted after some",
			o, r.nodes, r.failures)
	}
}

// TestRepair checks that a repair returns a solution and keeps the cells that are not free.
func TestRepair(t *testing.T) {
	m := lewis(sudoku.Order(3), 0.4, 1)
	r := newRun(t, m, 1)
	fix := newRepairer(r)
	if fix.search(1<<30) != solved {
		t.Fatal("search does not solve the puzzle")
	}
	value := fix.solution()
	fix = newRepairer(r)
	for c := range fix.free {
		fix.free[c] = c%4 == 0
	}
	wrong := slices.Clone(value)
	for c := range wrong {
		if fix.free[c] {
			wrong[c] = 0
		}
	}
	got := fix.repair(wrong, 1000)
	if got == nil {
		t.Fatal("repair returns nil")
	}
	if err := m.Check(r.assignment(got)); err != nil {
		t.Error(err)
	}
	for c := range got {
		if !fix.free[c] && got[c] != value[c] {
			t.Errorf("cell %d is not free but has changed", c)
		}
	}
}

// TestWeights checks that the weight of a cell is the sum of its own weight and the weights of its houses.
func TestWeights(t *testing.T) {
	b := newNetwork(compile(t, diagonals()))
	w := newWeights(b)
	r := rand.New(rand.NewPCG(1, 0))
	for range 1000 {
		w.addFailure(r.IntN(len(w.weight)))
	}
	for c, sum := range w.cellWeight {
		want := w.weight[c]
		for h, cells := range b.houses {
			if slices.Contains(cells, c) {
				want += w.weight[len(w.cellWeight)+h]
			}
		}
		if sum != want {
			t.Errorf("cell %d: weight %d, want %d", c, sum, want)
		}
	}
}
