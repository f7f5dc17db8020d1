package metaheur

import (
	"math/bits"
	"math/rand/v2"
	"slices"
	"testing"

	"nonet/model/deduce"
	"nonet/model/sudoku"
)

// Propagation strikes what the reduction singles strikes.
func TestPropagationIsSingles(t *testing.T) {
	for seed := range uint64(40) {
		for _, s := range []sudoku.Shape{sudoku.Order(3), {Height: 2, Width: 3}, sudoku.Order(4)} {
			m := lewis(s, 0.2+0.01*float64(seed), seed)
			small, err := deduce.Singles{}.Preprocess(m)
			if err != nil {
				t.Fatal(err)
			}
			p, ok := newNetwork(compile(t, m)).start()
			if !ok {
				t.Fatalf("seed %d, %v: contradiction", seed, s)
			}
			blank := 0
			for c, d := range p.domain {
				var left []int
				for ; d != 0; d &= d - 1 {
					left = append(left, p.values[bits.TrailingZeros64(d)])
				}
				if !slices.Equal(left, small.Vars[c].Domain) {
					t.Fatalf("seed %d, %v: cell %d has %v left, want %v", seed, s, c, left, small.Vars[c].Domain)
				}
				if (p.value[c] >= 0) != (len(left) == 1) {
					t.Errorf("seed %d, %v: cell %d has value %d with %v left", seed, s, c, p.value[c], left)
				}
				if p.value[c] < 0 {
					blank++
				}
			}
			if blank != p.blank {
				t.Errorf("seed %d, %v: %d cells are blank, %d counted", seed, s, blank, p.blank)
			}
		}
	}
}

// A walk of assignments and exclusions down from the root keeps the counters true until it ends in a grid or a contradiction, whose
// culprit is a cell or a house.
func TestPartialCounters(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	filled, contradictions := 0, 0
	for _, m := range samples(t) {
		n := newNetwork(compile(t, m.model))
		root, ok := n.start()
		if !ok {
			t.Fatalf("%s: contradiction", m.name)
		}
		s := n.newPartial()
		for range 20 {
			s.copyFrom(root)
			for s.blank > 0 {
				c := r.IntN(len(s.value))
				if s.value[c] >= 0 {
					continue
				}
				x := s.any(c, r)
				if r.IntN(3) > 0 {
					ok = s.assign(c, x)
				} else {
					ok = s.exclude(c, x)
				}
				if !ok {
					contradictions++
					if s.culprit < 0 || s.culprit >= len(n.domain)+len(n.houses) {
						t.Fatalf("%s: culprit %d", m.name, s.culprit)
					}
					break
				}
				for h, cells := range n.houses {
					for x := range n.values {
						places := 0
						for _, c := range cells {
							places += int(s.domain[c] >> x & 1)
						}
						if got := int(s.places[s.place(int32(h), x)]); got != places {
							t.Fatalf("%s: house %d has %d places for value %d, %d counted", m.name, h, places, x, got)
						}
					}
				}
			}
			if ok && s.blank == 0 {
				filled++
				grid := make([]uint8, len(s.value))
				for c, x := range s.value {
					grid[c] = uint8(x)
				}
				if err := m.model.Check(s.assignment(grid)); err != nil {
					t.Errorf("%s: %v", m.name, err)
				}
			}
		}
	}
	if filled == 0 || contradictions == 0 {
		t.Errorf("%d grids and %d contradictions: a lopsided test", filled, contradictions)
	}
}

// Completion without a limit finds a solution of every sample, and none where there is none.
func TestCompletion(t *testing.T) {
	for _, m := range samples(t) {
		r := newRun(t, m.model, 1)
		n := newNetwork(r.problem)
		root, _ := n.start()
		found := newCompleter(r, n).complete(root, 1<<30)
		if found == nil || found.blank != 0 {
			t.Errorf("%s: not completed", m.name)
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
	n := newNetwork(r.problem)
	root, ok := n.start()
	if !ok {
		t.Fatal("propagation alone refutes it: a test of nothing")
	}
	if newCompleter(r, n).complete(root, 1<<30) != nil || r.nodes == 0 || r.failures == 0 {
		t.Errorf("completed in %d nodes with %d contradictions", r.nodes, r.failures)
	}
}

// A repair keeps what is not free where propagation allows it, and what it finds is a solution.
func TestRepair(t *testing.T) {
	m := lewis(sudoku.Order(3), 0.4, 1)
	r := newRun(t, m, 1)
	fix := newRepairer(r)
	solution := newCompleter(r, fix.root.network).complete(fix.root, 1<<30)
	value := make([]uint8, len(solution.value))
	for c, x := range solution.value {
		value[c] = uint8(x)
	}
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

// A matching gives each value to one cell, and as many cells as possible one of their domains.
func TestMatch(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	for range 500 {
		n := 1 + r.IntN(5)
		cells, values, domain := r.Perm(n), make([]uint8, n), make([]uint64, n)
		for i, x := range r.Perm(n) {
			values[i] = uint8(x)
			domain[i] = r.Uint64N(1 << n)
		}
		inside := func(given []int) (k int) {
			for i, v := range given {
				k += int(domain[cells[i]] >> values[v] & 1)
			}
			return k
		}
		given := match(cells, values, domain)
		sorted := slices.Sorted(slices.Values(given))
		for i := range sorted {
			if sorted[i] != i {
				t.Fatalf("%v is no permutation", given)
			}
		}
		best := 0
		var try func(prefix []int)
		try = func(prefix []int) {
			if len(prefix) == n {
				best = max(best, inside(prefix))
			}
			for k := range n {
				if !slices.Contains(prefix, k) {
					try(append(slices.Clone(prefix), k))
				}
			}
		}
		if try(nil); inside(given) != best {
			t.Fatalf("%d cells have a value of their domains, %d can", inside(given), best)
		}
	}
}
