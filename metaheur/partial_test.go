package metaheur

import (
	"fmt"
	"math/bits"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"nonet/model/deduce"
	"nonet/model/sudoku"
)

// TestPropagationIsSingles checks that propagation removes the same values as deduce.Singles.
func TestPropagationIsSingles(t *testing.T) {
	all := samples(t)
	for seed := range uint64(40) {
		for _, s := range []sudoku.Shape{sudoku.Order(3), {Height: 2, Width: 3}, sudoku.Order(4)} {
			all = append(all, sample{fmt.Sprintf("%v from seed %d", s, seed), lewis(s, 0.2+0.01*float64(seed), seed)})
		}
	}
	for _, s := range all {
		k, ok := newNetwork(compile(t, s.model)).newPartial()
		if !ok {
			t.Errorf("%s: propagation meets a contradiction", s.name)
			continue
		}
		reduced, err := deduce.Singles.Preprocess(t.Context(), s.model)
		if err != nil {
			t.Fatal(err)
		}
		for c, v := range reduced.Vars {
			var want uint64
			for x := range v.Domain.All {
				want |= k.valueBit(x)
			}
			if k.candidates[c] != want {
				t.Errorf("%s: cell %d: remaining values %b, want %b", s.name, c, k.candidates[c], want)
			}
		}
		checkPartial(t, k)
	}
}

// TestPartialWalks makes random assignments and exclusions. All indices must stay consistent, all singles must be
// filled, and undo must restore each state.
func TestPartialWalks(t *testing.T) {
	contradictions := 0
	for _, s := range samples(t) {
		for seed := range uint64(10) {
			r := rand.New(rand.NewPCG(seed, 0))
			k, _ := newNetwork(compile(t, s.model)).newPartial()
			root, before := k.mark(), snapshot(k)
			var marks []int
			var states []*partial
			for ok := true; ok && k.blank > 0; {
				marks, states = append(marks, k.mark()), append(states, snapshot(k))
				c := int(k.blankFirst[r.IntN(k.blank)])
				x := bits.TrailingZeros64(k.candidates[c])
				if r.IntN(3) == 0 {
					ok = k.exclude(c, x)
				} else {
					ok = k.assign(c, x)
				}
				if ok {
					checkPartial(t, k)
				} else if contradictions++; !contradicted(k) {
					t.Fatalf("%s: seed %d: no contradiction at conflictAt = %d", s.name, seed, k.conflictAt)
				}
			}
			for i := range slices.Backward(marks) {
				k.undo(marks[i])
				if !same(k, states[i]) {
					t.Fatalf("%s: seed %d: undo does not restore a state", s.name, seed)
				}
			}
			k.undo(root)
			if !same(k, before) {
				t.Fatalf("%s: seed %d: undo does not restore the root", s.name, seed)
			}
		}
	}
	if contradictions == 0 {
		t.Error("no walk met a contradiction")
	}
}

// TestAssignLenient checks that the filled cells are consistent after assignments that continue past contradictions.
func TestAssignLenient(t *testing.T) {
	m := lewis(sudoku.Order(3), 0.3, 2)
	short := 0
	for seed := range uint64(50) {
		r := rand.New(rand.NewPCG(seed, 0))
		k, _ := newNetwork(compile(t, m)).newPartial()
		for _, c := range r.Perm(81) {
			if k.value[c] < 0 && k.candidates[c] != 0 {
				left := k.candidates[c]
				for range r.IntN(bits.OnesCount64(left)) {
					left &= left - 1
				}
				k.assignLenient(c, bits.TrailingZeros64(left))
			}
		}
		for _, c := range k.blankFirst[:k.blank] {
			if k.candidates[c] != 0 || k.value[c] >= 0 {
				t.Fatalf("seed %d: blank cell %d has value %d, remaining values %b",
					seed, c, k.value[c], k.candidates[c])
			}
		}
		for h, cells := range k.houses {
			var seen uint64
			for _, c := range cells {
				if x := k.value[c]; x >= 0 {
					if seen>>x&1 == 1 || k.domain[c]>>x&1 == 0 {
						t.Fatalf("seed %d: house %d: inconsistent value %d in cell %d", seed, h, x, c)
					}
					seen |= 1 << x
				}
			}
		}
		if k.blank > 0 {
			short++
		}
	}
	if short == 0 {
		t.Error("no cell ran out of values")
	}
}

// contradicted reports whether there is a contradiction at k.conflictAt: a cell with at most one remaining value, or a
// house in which some value has no place.
func contradicted(k *partial) bool {
	if k.conflictAt < len(k.candidates) {
		return bits.OnesCount64(k.candidates[k.conflictAt]) <= 1
	}
	h := k.conflictAt - len(k.candidates)
	return k.permutation[h] && slices.Contains(k.places[h*k.width:(h+1)*k.width], 0)
}

// checkPartial compares the indices of a partial with the remaining values, and checks that all singles are filled.
func checkPartial(t *testing.T, k *partial) {
	t.Helper()
	filled := 0
	for c, left := range k.candidates {
		switch x := k.value[c]; {
		case left == 0, x >= 0 && left != 1<<x, x < 0 && bits.OnesCount64(left) == 1, left&^k.domain[c] != 0:
			t.Fatalf("cell %d: value %d, remaining values %b", c, x, left)
		case x >= 0:
			filled++
		}
		if i := int(k.blankIndex[c]); int(k.blankFirst[i]) != c || (i < k.blank) != (k.value[c] < 0) {
			t.Fatalf("cell %d: value %d, index %d, with %d blank cells", c, k.value[c], i, k.blank)
		}
	}
	if filled+k.blank != len(k.candidates) {
		t.Fatalf("%d cells filled, %d blank, want %d in all", filled, k.blank, len(k.candidates))
	}
	for h, cells := range k.houses {
		for x := range k.width {
			var places uint64
			done := false
			for i, c := range cells {
				places |= k.candidates[c] >> x & 1 << i
				done = done || int(k.value[c]) == x
			}
			n := bits.OnesCount64(places)
			if got := k.places[h*k.width+x]; got != places {
				t.Fatalf("house %d, value %d: got places %b, want %b", h, x, got, places)
			}
			if done && n != 1 {
				t.Fatalf("house %d, value %d: it is placed, but has %d places", h, x, n)
			}
			if k.permutation[h] && !done && n < 2 {
				t.Fatalf("house %d, value %d: not placed, but has %d places", h, x, n)
			}
		}
	}
}

func snapshot(k *partial) *partial {
	s, _ := k.newPartial()
	s.copyFrom(k)
	return s
}

// same reports whether two partials are equal up to the order of their cells.
func same(a, b *partial) bool {
	return reflect.DeepEqual(a.candidates, b.candidates) && reflect.DeepEqual(a.places, b.places) &&
		reflect.DeepEqual(a.value, b.value) && a.blank == b.blank
}

// BenchmarkDescents measures how many cells per second are filled by choice in random descents that end at a
// contradiction.
func BenchmarkDescents(b *testing.B) {
	m := lewis(sudoku.Order(5), 0.45, 1)
	k, _ := newNetwork(compile(b, m)).newPartial()
	d, root, nodes := &rng{1}, k.mark(), 0
	for b.Loop() {
		k.undo(root)
		for k.blank > 0 {
			c := int(slices.MinFunc(k.blankFirst[:k.blank],
				func(a, b int32) int { return bits.OnesCount64(k.candidates[a]) - bits.OnesCount64(k.candidates[b]) }))
			left := k.candidates[c]
			for n := bounded(uint32(d.Uint64()), uint32(bits.OnesCount64(left))); n > 0; n-- {
				left &= left - 1
			}
			nodes++
			if !k.assign(c, bits.TrailingZeros64(left)) {
				break
			}
		}
	}
	b.ReportMetric(float64(nodes)/b.Elapsed().Seconds(), "nodes/s")
}
