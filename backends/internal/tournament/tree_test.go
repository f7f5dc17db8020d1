package tournament

import (
	"math/bits"
	"math/rand/v2"
	"testing"
)

// TestBest compares with a scan after random changes, and bounds the nodes read: a path for each change.
func TestBest(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	var tree Tree
	for _, n := range []int{0, 1, 2, 3, 64, 100, 1000, 7} {
		keys := make([]uint64, n)
		random := func() uint64 {
			if r.IntN(3) == 0 {
				return None
			}
			return r.Uint64N(10)
		}
		for i := range keys {
			keys[i] = random()
		}
		tree.Reset(n)
		for range 300 {
			want := int32(-1)
			for i, k := range keys {
				if k != None && (want < 0 || k < keys[want]) {
					want = int32(i)
				}
			}
			if got := tree.Best(func(leaf int32) uint64 { return keys[leaf] }); got != want {
				t.Fatalf("%d leaves: got %d, want %d of %v", n, got, want, keys)
			}
			changes := 0
			for n > 0 && r.IntN(4) > 0 {
				i := r.IntN(n)
				keys[i] = random()
				tree.Touch(int32(i))
				changes++
			}
			before := tree.Work
			tree.Best(func(leaf int32) uint64 { return keys[leaf] })
			if work := tree.Work - before; work > int64(changes*(bits.Len(uint(n))+1)) {
				t.Errorf("%d leaves, %d changes: %d nodes read", n, changes, work)
			}
		}
	}
}
