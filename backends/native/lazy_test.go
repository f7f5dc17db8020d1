package native

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"nonet/backends/backendtest"
	"nonet/model"
)

// TestLazyAgainstEnumeration compares all solutions of random models.
func TestLazyAgainstEnumeration(t *testing.T) {
	for seed := range uint64(backendtest.Rounds(2000, 20_000)) {
		r := rand.New(rand.NewPCG(seed, 31))
		m := randomModel(r, 1+r.IntN(5))
		if seed%2 == 0 {
			m = branchingModel(r)
		}
		want := map[string]bool{}
		for _, a := range backendtest.Enumerate(m) {
			want[fmt.Sprint(a)] = true
		}
		s, err := newLazy(m)
		if err != nil || s == nil {
			t.Fatalf("seed %d: %v, error %v", seed, s, err)
		}
		a := make(model.Assignment, len(m.Vars))
		s.start(nil)
		for n := len(want); ; n-- {
			e, _ := s.next(100_000)
			if e == exhausted && n == 0 {
				break
			}
			if e != found {
				t.Fatalf("seed %d: event %v, %d solutions of %d left", seed, e, n, len(want))
			}
			if err := s.solution(a); err != nil {
				t.Fatalf("seed %d: %v", seed, err)
			}
			if key := fmt.Sprint(a); !want[key] {
				t.Fatalf("seed %d: %v is no solution, or was found before", seed, a)
			} else {
				delete(want, key)
			}
		}
	}
}
