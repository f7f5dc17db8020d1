package metaheur

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// TestMatch checks that each value goes to one cell, and that as many cells as possible get a value of their domain.
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
		given := matchValues(cells, values, domain)
		sorted := slices.Sorted(slices.Values(given))
		for i := range sorted {
			if sorted[i] != i {
				t.Fatalf("matchValues = %v, want a permutation", given)
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
			t.Fatalf("%d cells get a value of their domain, want %d", inside(given), best)
		}
	}
}
