package split

import (
	"container/heap"
	"context"
	"fmt"
	"math"
	"slices"

	"nonet/model"
)

// Split divides m into cubes. It branches until at least n cubes are not refuted by propagation, or propagation fixes
// all variables in every cube; the last branching may produce a few more than n. Variables of more than 1,024 values
// are not branched on. The result also contains the cubes that propagation refutes but no single constraint does: with
// them Covers can verify the result, and they cost a solver next to nothing. There is always at least one cube.
//
// The cubes are in the order of their tree: cubes with common first values are adjacent. The result depends on m and n
// alone. An objective is ignored. The cost is some propagations of m for each cube: for 64 cubes, 5 ms for a 9×9 Sudoku
// and 0.1 to 0.2 s for one of 25×25.
//
// If ctx ends, Split returns ctx.Err().
func Split(ctx context.Context, m *model.Model, n int) ([]Cube, error) {
	if n < 1 {
		return nil, fmt.Errorf("number of cubes is %d, must be at least 1", n)
	}
	if err := m.Validate(); err != nil {
		return nil, err
	}
	b := newBrancher(m)
	root := &leaf{work: b.estimateWork(nil)}
	tree := []*leaf{root} // in the order of creation
	var open leaves
	if !root.refuted() {
		open = leaves{root}
	}
	var err error
	for alive := 1; alive < n && len(open) > 0; {
		l := heap.Pop(&open).(*leaf)
		if l.children, err = b.branch(ctx, l); err != nil {
			return nil, err
		}
		if l.children == nil {
			continue // propagation has fixed all variables: it stays a leaf
		}
		alive--
		for _, child := range l.children {
			child.index = len(tree)
			tree = append(tree, child)
			if !child.refuted() {
				alive++
				heap.Push(&open, child)
			}
		}
	}
	return root.cubes(nil), nil
}

// A leaf is a cube of the tree. Once it is divided, it is an inner node.
type leaf struct {
	cube     Cube
	work     float64 // estimate: see brancher.estimateWork
	index    int     // its number in the order of creation
	children []*leaf
}

// refuted reports whether propagation finds that the leaf has no solution.
func (l *leaf) refuted() bool { return math.IsInf(l.work, -1) }

// cubes appends the cubes of the leaves below l.
func (l *leaf) cubes(all []Cube) []Cube {
	if l.children == nil {
		return append(all, slices.Clip(l.cube))
	}
	for _, child := range l.children {
		all = child.cubes(all)
	}
	return all
}

// leaves is a heap: the leaf with the largest estimate of work comes first, and the oldest of several.
type leaves []*leaf

func (h leaves) Len() int      { return len(h) }
func (h leaves) Swap(i, j int) { h[i], h[j] = h[j], h[i] }
func (h leaves) Less(i, j int) bool {
	if h[i].work != h[j].work {
		return h[i].work > h[j].work
	}
	return h[i].index < h[j].index
}
func (h *leaves) Push(l any) { *h = append(*h, l.(*leaf)) }
func (h *leaves) Pop() any {
	last := len(*h) - 1
	l := (*h)[last]
	*h = (*h)[:last]
	return l
}
