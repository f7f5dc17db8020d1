// Package tournament finds the best of many candidates of which few change between two questions. A scan over all
// candidates at each decision makes a search over a large sparse problem quadratic.
package tournament

import "math"

// None is the key of a leaf that is no candidate.
const None = math.MaxUint64

// A Tree is a binary tree of candidates, its leaves, in which each node holds the best leaf below it: the one with the
// least key, and of equal keys the first. Keys are read from the caller when they are needed, and only keys that may
// have changed. The zero value has no leaves.
type Tree struct {
	// Work counts the nodes that Best has read.
	Work int64

	size  int     // number of leaves, a power of two
	best  []int32 // by node: a leaf; node 1 is the root, the children of node i are 2i and 2i+1, and leaf k is size+k
	keys  []uint64
	stale []bool // by node: something below it may have changed
}

// Reset makes t a tree of n leaves, of which all may have changed.
func (t *Tree) Reset(n int) {
	t.size = 1
	for t.size < n {
		t.size *= 2
	}
	if cap(t.best) < 2*t.size {
		t.best, t.keys, t.stale = make([]int32, 2*t.size), make([]uint64, t.size), make([]bool, 2*t.size)
	}
	t.best, t.keys, t.stale = t.best[:2*t.size], t.keys[:t.size], t.stale[:2*t.size]
	for leaf := range t.size {
		t.best[t.size+leaf], t.keys[leaf] = int32(leaf), None
	}
	for i := range t.stale {
		t.stale[i] = i < t.size+n
	}
}

// Touch records that the key of a leaf may have changed.
func (t *Tree) Touch(leaf int32) {
	if i := t.size + int(leaf); !t.stale[i] {
		t.mark(i)
	}
}

// mark marks a node and those above it.
func (t *Tree) mark(i int) {
	for ; i > 0 && !t.stale[i]; i /= 2 {
		t.stale[i] = true
	}
}

// Best returns the leaf with the least key, or -1 if the key of each leaf is None.
func (t *Tree) Best(key func(leaf int32) uint64) int32 {
	t.refresh(1, key)
	if best := t.best[1]; t.keys[best] != None {
		return best
	}
	return -1
}

func (t *Tree) refresh(i int, key func(leaf int32) uint64) {
	if !t.stale[i] {
		return
	}
	t.stale[i] = false
	t.Work++
	if i >= t.size {
		t.keys[i-t.size] = key(int32(i - t.size))
		return
	}
	t.refresh(2*i, key)
	t.refresh(2*i+1, key)
	left, right := t.best[2*i], t.best[2*i+1]
	if t.keys[right] < t.keys[left] {
		left = right
	}
	t.best[i] = left
}
