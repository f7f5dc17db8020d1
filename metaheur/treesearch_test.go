package metaheur

import (
	"math/rand/v2"
	"slices"
	"testing"

	"nonet/model/sudoku"
)

// Completion without a limit finds a solution of every sample, and none where there is none.
func TestCompletion(t *testing.T) {
	for _, m := range samples(t) {
		d := newTreeSearch(newRun(t, m.model, 1))
		if o := d.search(1 << 30); o != solved {
			t.Errorf("%s: not completed: outcome %d", m.name, o)
		} else if err := m.model.Check(d.assignment(d.solution())); err != nil {
			t.Errorf("%s: %v", m.name, err)
		}
	}
	// Three cells of a column have only 1 and 2 left, which singles do not see.
	m := sudoku.Order(3).Model()
	for i, first := range []int{0, 3, 6} {
		for k := range 7 {
			m.Vars[9*first+2+k].Domain = []int{3 + (k+i)%7}
		}
	}
	r := newRun(t, m, 1)
	d := newTreeSearch(r)
	if r.refuted {
		t.Fatal("propagation alone refutes it: a test of nothing")
	}
	if o := d.search(1 << 30); o != exhausted || r.nodes == 0 || r.failures == 0 {
		t.Errorf("outcome %d in %d nodes with %d contradictions", o, r.nodes, r.failures)
	}
}

// A repair keeps what is not free where propagation allows it, and what it finds is a solution.
func TestRepair(t *testing.T) {
	m := lewis(sudoku.Order(3), 0.4, 1)
	r := newRun(t, m, 1)
	fix := newRepairer(r)
	if fix.search(1<<30) != solved {
		t.Fatal("not completed")
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
		t.Fatal("not repaired")
	}
	if err := m.Check(r.assignment(got)); err != nil {
		t.Error(err)
	}
	for c := range got {
		if !fix.free[c] && got[c] != value[c] {
			t.Errorf("cell %d was not free and has changed", c)
		}
	}
}

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
			t.Errorf("cell %d: sum %d, want %d", c, sum, want)
		}
	}
}
