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

// Propagation strikes what the reduction singles strikes.
func TestPropagationIsSingles(t *testing.T) {
	all := samples(t)
	for seed := range uint64(40) {
		for _, s := range []sudoku.Shape{sudoku.Order(3), {Height: 2, Width: 3}, sudoku.Order(4)} {
			all = append(all, sample{fmt.Sprintf("%v from seed %d", s, seed), lewis(s, 0.2+0.01*float64(seed), seed)})
		}
	}
	for _, s := range all {
		k, ok := newNetwork(compile(t, s.model)).start()
		if !ok {
			t.Errorf("%s: contradiction", s.name)
			continue
		}
		reduced, err := deduce.Singles{}.Preprocess(t.Context(), s.model)
		if err != nil {
			t.Fatal(err)
		}
		for c, v := range reduced.Vars {
			var want uint64
			for _, x := range v.Domain {
				want |= k.bit(x)
			}
			if k.left[c] != want {
				t.Errorf("%s: cell %d: left %b, by deduce.Singles %b", s.name, c, k.left[c], want)
			}
		}
		checkPartial(t, k)
	}
}

// Random walks of assignments and exclusions keep all indices in order, end in nothing but singles filled in, and can be undone.
func TestPartialWalks(t *testing.T) {
	contradictions := 0
	for _, s := range samples(t) {
		for seed := range uint64(10) {
			r := rand.New(rand.NewPCG(seed, 0))
			k, _ := newNetwork(compile(t, s.model)).start()
			root, before := k.mark(), snapshot(k)
			var marks []int
			var states []*partial
			for ok := true; ok && k.blank > 0; {
				marks, states = append(marks, k.mark()), append(states, snapshot(k))
				c := int(k.open[r.IntN(k.blank)])
				x := bits.TrailingZeros64(k.left[c])
				if r.IntN(3) == 0 {
					ok = k.exclude(c, x)
				} else {
					ok = k.assign(c, x)
				}
				if ok {
					checkPartial(t, k)
				} else if contradictions++; !contradicted(k) {
					t.Fatalf("%s: seed %d: no contradiction in %d", s.name, seed, k.culprit)
				}
			}
			for i := range slices.Backward(marks) {
				k.undo(marks[i])
				if !same(k, states[i]) {
					t.Fatalf("%s: seed %d: undo does not restore", s.name, seed)
				}
			}
			k.undo(root)
			if !same(k, before) {
				t.Fatalf("%s: seed %d: undo does not come back to the root", s.name, seed)
			}
		}
	}
	if contradictions == 0 {
		t.Error("no walk met a contradiction")
	}
}

// Whatever is assigned anyhow, what is filled is consistent.
func TestAssignAnyhow(t *testing.T) {
	m := lewis(sudoku.Order(3), 0.3, 2)
	short := 0
	for seed := range uint64(50) {
		r := rand.New(rand.NewPCG(seed, 0))
		k, _ := newNetwork(compile(t, m)).start()
		for _, c := range r.Perm(81) {
			if k.value[c] < 0 && k.left[c] != 0 {
				left := k.left[c]
				for range r.IntN(bits.OnesCount64(left)) {
					left &= left - 1
				}
				k.assignAnyhow(c, bits.TrailingZeros64(left))
			}
		}
		for _, c := range k.open[:k.blank] {
			if k.left[c] != 0 || k.value[c] >= 0 {
				t.Fatalf("seed %d: cell %d is called blank: value %d, left %b", seed, c, k.value[c], k.left[c])
			}
		}
		for h, cells := range k.houses {
			var seen uint64
			for _, c := range cells {
				if x := k.value[c]; x >= 0 {
					if seen>>x&1 == 1 || k.domain[c]>>x&1 == 0 {
						t.Fatalf("seed %d: house %d: value %d of cell %d", seed, h, x, c)
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

// contradicted reports whether k.culprit tells of a contradiction: a cell without a value or with too few, or a house in which some value
// has no place.
func contradicted(k *partial) bool {
	if k.culprit < len(k.left) {
		return bits.OnesCount64(k.left[k.culprit]) <= 1
	}
	h := k.culprit - len(k.left)
	return k.full[h] && slices.Contains(k.where[h*k.width:(h+1)*k.width], 0)
}

// checkPartial compares the indices of a partial with what the values left say, and looks for singles that are not filled in.
func checkPartial(t *testing.T, k *partial) {
	t.Helper()
	filled := 0
	for c, left := range k.left {
		switch x := k.value[c]; {
		case left == 0, x >= 0 && left != 1<<x, x < 0 && bits.OnesCount64(left) == 1, left&^k.domain[c] != 0:
			t.Fatalf("cell %d: value %d, left %b", c, x, left)
		case x >= 0:
			filled++
		}
		if at := int(k.at[c]); int(k.open[at]) != c || (at < k.blank) != (k.value[c] < 0) {
			t.Fatalf("cell %d: value %d, at %d of %d blank cells", c, k.value[c], at, k.blank)
		}
	}
	if filled+k.blank != len(k.left) {
		t.Fatalf("%d cells filled, %d blank", filled, k.blank)
	}
	for h, cells := range k.houses {
		for x := range k.width {
			var places uint64
			done := false
			for i, c := range cells {
				places |= k.left[c] >> x & 1 << i
				done = done || int(k.value[c]) == x
			}
			n := bits.OnesCount64(places)
			if places != k.where[h*k.width+x] || done && n != 1 || k.full[h] && !done && n < 2 {
				t.Fatalf("house %d: value %d: places %b, index %b", h, x, places, k.where[h*k.width+x])
			}
		}
	}
}

func snapshot(k *partial) *partial {
	s, _ := k.start()
	s.copyFrom(k)
	return s
}

// same reports whether two partials say the same, whatever the order of their blank cells.
func same(a, b *partial) bool {
	return reflect.DeepEqual(a.left, b.left) && reflect.DeepEqual(a.where, b.where) && reflect.DeepEqual(a.value, b.value) && a.blank == b.blank
}

// BenchmarkDescents measures how many cells a second are filled by choice, in random descents that end at a contradiction.
func BenchmarkDescents(b *testing.B) {
	m := lewis(sudoku.Order(5), 0.45, 1)
	k, _ := newNetwork(compile(b, m)).start()
	d, root, nodes := &dice{1}, k.mark(), 0
	for b.Loop() {
		k.undo(root)
		for k.blank > 0 {
			c := int(slices.MinFunc(k.open[:k.blank], func(a, b int32) int { return bits.OnesCount64(k.left[a]) - bits.OnesCount64(k.left[b]) }))
			left := k.left[c]
			for n := below(uint32(d.roll()), uint32(bits.OnesCount64(left))); n > 0; n-- {
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
