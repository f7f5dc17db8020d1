package metaheur

import (
	"math"
	"slices"
	"testing"

	"nonet/model"
	"nonet/model/sudoku"
)

// violation computes the cost by its definition: for each line the number of cells that repeat a value.
func violation(s *permutations) int {
	total := 0
	for _, cells := range s.lines {
		var vars []model.Var
		for _, c := range cells {
			vars = append(vars, model.Var(c))
		}
		total += model.AllDifferent{Vars: vars}.Violation(s.assignment(s.value))
	}
	if s.strict {
		for c, x := range s.value {
			if s.domain[c]>>x&1 == 0 {
				total++
			}
		}
	}
	return total
}

// intact reports whether the blocks are permutations and the fixed cells have their values.
func intact(s *permutations) bool {
	for c, x := range s.fixed {
		if x >= 0 && int(s.value[c]) != x {
			return false
		}
	}
	for _, b := range s.blocks {
		var got []uint8
		for _, c := range b.free {
			got = append(got, s.value[c])
		}
		slices.Sort(got)
		if !slices.Equal(got, b.missing) {
			return false
		}
	}
	return true
}

// TestDeltaIsFullRecount checks delta against the cost by its definition along random swaps, and that blocks and givens
// stay intact.
func TestDeltaIsFullRecount(t *testing.T) {
	for _, m := range samples(t) {
		for _, strict := range []bool{false, true} {
			for _, choice := range []Choice{CellThenMate, AnyPair, BlockFirst} {
				r := newRun(t, m.model, 1)
				w := newWalker(r, newNeighborhood(r.problem, choice))
				w.strict = strict
				w.recount()
				if w.neighborhood == nil {
					continue
				}
				for range 300 {
					a, b := w.draw(w.rng)
					if a == b || w.blockOf[a] != w.blockOf[b] || w.fixed[a] >= 0 || w.fixed[b] >= 0 {
						t.Fatalf("%s: draw returns cells %d and %d, want two free cells of a block", m.name, a, b)
					}
					d := w.delta(a, b)
					if d < -w.offset || d > w.offset {
						t.Fatalf("%s: delta %d, want within ±%d", m.name, d, w.offset)
					}
					w.swap(a, b, d)
					if got, want := w.cost, violation(w.permutations); got != want {
						t.Fatalf("%s (strict: %v): cost %d, want %d", m.name, strict, got, want)
					}
				}
				if !intact(w.permutations) {
					t.Fatalf("%s: a given has changed, or a block is not a permutation", m.name)
				}
				incremental := slices.Clone(w.count[len(w.values):])
				if w.recount(); !slices.Equal(incremental, w.count[len(w.values):]) {
					t.Fatalf("%s: counters differ from a full recount", m.name)
				}
			}
		}
	}
}

// TestFamilies checks that every line of two or more cells is in a family.
func TestFamilies(t *testing.T) {
	further := map[string]int{"diagonals": 2}
	for _, m := range samples(t) {
		p := compile(t, m.model)
		lines := make([]map[lineOffset]bool, len(p.domain)) // by cell
		for c := range lines {
			lines[c] = map[lineOffset]bool{p.coverLines[c][0]: true, p.coverLines[c][1]: true}
			for _, family := range p.otherLines {
				lines[c][family[c]] = true
			}
		}
		for i, cells := range p.lines {
			for _, c := range cells {
				if len(cells) > 1 && !lines[c][p.offsetOf(i)] {
					t.Errorf("%s: line %d of cell %d is in no family", m.name, i, c)
				}
			}
		}
		if n, ok := further[m.name]; (ok || m.name == "9x9") && len(p.otherLines) != n {
			t.Errorf("%s: %d families beside rows and columns, want %d", m.name, len(p.otherLines), n)
		}
	}
}

// TestChoice checks that each Choice draws all swaps of a problem with blocks of two, three and four free cells, with
// the right probabilities.
func TestChoice(t *testing.T) {
	m := sudoku.Order(2).Model()
	m.Constraints = append(m.Constraints, model.Given{Var: 0, Value: 1}, model.Given{Var: 1, Value: 2},
		model.Given{Var: 2, Value: 3},
		model.Given{Var: 8, Value: 2}, model.Given{Var: 9, Value: 1}, model.Given{Var: 12, Value: 3},
		model.Given{Var: 13, Value: 4})
	p := compile(t, m) // blocks of 2, 3, 0 and 4 free cells, with 1, 3, 0 and 6 swaps
	for _, c := range []struct {
		choice Choice
		want   [4]float64 // probability of each swap of a block
	}{
		{CellThenMate, [4]float64{2. / 9, 3. / 9 / 3, 0, 4. / 9 / 6}},
		{AnyPair, [4]float64{1. / 10, 1. / 10, 0, 1. / 10}},
		{BlockFirst, [4]float64{1. / 3, 1. / 9, 0, 1. / 18}},
	} {
		n, d := newNeighborhood(p, c.choice), &rng{1}
		const draws = 90000
		seen := map[[2]int]int{}
		for range draws {
			a, b := n.draw(d)
			seen[[2]int{min(a, b), max(a, b)}]++
		}
		if len(seen) != 1+3+6 {
			t.Errorf("%v: %d different swaps, want 10", c.choice, len(seen))
		}
		for swap, k := range seen { // 0.01 is more than six standard deviations
			if got, want := float64(k)/draws, c.want[p.blockOf[swap[0]]]; math.Abs(got-want) > 0.01 {
				t.Errorf("%v, cells %v: frequency %.4f, want %.4f", c.choice, swap, got, want)
			}
		}
	}
}

func TestRNG(t *testing.T) {
	var d rng
	const n, draws = 7, 70000
	var seen [n]int
	for range draws {
		seen[bounded(uint32(d.Uint64()), n)]++
	}
	for x, k := range seen {
		if k < draws/n-500 || k > draws/n+500 { // five standard deviations
			t.Errorf("%d was drawn %d times of %d", x, k, draws)
		}
	}
	if got := bounded(1<<32-1, n); got != n-1 {
		t.Errorf("bounded(2³²-1, %d) = %d, want %d", n, got, n-1)
	}
	if got := threshold32(1); got != 1<<32 {
		t.Errorf("threshold32(1) = %d, want 2³²", got)
	}
}
