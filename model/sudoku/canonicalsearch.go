package sudoku

import (
	"context"
	"math/big"
)

// A leastSearch is a search for the least image of a puzzle; see Canonical.
//
// The search tree has an arrangement at each inner node, and a choice that must be made because the next cell of the
// image depends on it. The path to a node is the sequence of choices. Every path can be continued to a leaf, where the
// whole image has been read. So when a cell is less than in the best image, the best image is known to begin with the
// cells read so far, and its further cells are unknown.
type leastSearch struct {
	ctx     context.Context
	shape   Shape
	n       int
	lines   [2][]uint8 // by orientation: the puzzle row by row, and transposed if that keeps the shape
	blank   [2][]bool  // lines without a clue
	clashes [2][]bool  // lines in which a value occurs twice

	best         []uint8 // the least image so far
	bestLen      int     // number of known cells of best
	limit        int     // if not 0, stop reading after this number of cells
	reachedLimit bool    // reading stopped at limit: some image begins like best up to there

	nodes   []arrangement // by depth, along the path
	path    []uint8       // the choice made at each node
	weights []int         // number of equivalent choices, of which only this one is tried

	leaf     arrangement // the first leaf with the best image
	haveLeaf bool        // whether there is such a leaf
	leafPath []uint8     // the path to it
	orbits   []int       // at each node of that path, the number of choices that lead to the best image

	backTo int // the depth of the node to return to, or -1
	steps  int
	err    error
}

func newLeastSearch(ctx context.Context, p Puzzle) *leastSearch {
	n := p.Shape.N()
	depth := 2*n + p.Shape.Height + 3 // one orientation, n rows; each other choice splits a class or a group
	size := arrangementSize(n, p.Shape.Height)
	memory := make([]uint8, (depth+1)*size+p.Shape.Cells()+2*depth)
	cut := func(length int) []uint8 {
		part := memory[:length:length]
		memory = memory[length:]
		return part
	}
	s := &leastSearch{
		ctx: ctx, shape: p.Shape, n: n, backTo: -1, best: cut(p.Shape.Cells()),
		nodes: make([]arrangement, depth), path: cut(depth), leafPath: cut(depth), weights: make([]int, depth),
		orbits: make([]int, depth),
	}
	s.leaf.init(cut(size), p.Shape)
	for i := range s.nodes {
		s.nodes[i].init(cut(size), p.Shape)
	}
	s.addOrientation(0, p.Clues, n, 1)
	if p.Shape.Height == p.Shape.Width {
		s.addOrientation(1, p.Clues, 1, n)
	}
	return s
}

// addOrientation stores the lines of the puzzle where cell k of line i is clues[i*line+k*step].
func (s *leastSearch) addOrientation(o int, clues Grid, line, step int) {
	s.lines[o] = make([]uint8, s.n*s.n)
	s.blank[o], s.clashes[o] = make([]bool, s.n), make([]bool, s.n)
	for i := range s.n {
		var seen valueSet
		for k := range s.n {
			v := clues[i*line+k*step]
			s.lines[o][i*s.n+k] = uint8(v)
			if v != 0 {
				s.clashes[o][i] = s.clashes[o][i] || seen.without(singleton(v)) != seen
				seen = seen.union(singleton(v))
			}
		}
		s.blank[o][i] = seen == valueSet{}
	}
}

// search finds the least image.
func (s *leastSearch) search() error {
	for o, lines := range s.lines {
		if lines != nil && s.err == nil {
			s.nodes[1].copyFrom(&s.nodes[0])
			s.nodes[1].transposed = o
			s.descend(0, uint8(o), 1, s.chooseRow)
		}
	}
	return s.err
}

// descend continues with next at node d+1, which the caller has set up. It returns false if the search must leave node
// d.
func (s *leastSearch) descend(d int, choice uint8, weight int, next func(d int)) bool {
	s.path[d], s.weights[d] = choice, weight
	if s.steps++; s.steps%1024 == 0 && s.err == nil {
		s.err = s.ctx.Err()
	}
	if s.err == nil {
		next(d + 1)
	}
	if s.backTo == d {
		s.backTo = -1
	}
	return s.backTo < 0 && s.err == nil
}

// exceedsBest reports whether the image is greater than the best if v is its next cell.
func (s *leastSearch) exceedsBest(a *arrangement, v uint8) bool {
	i := a.row*s.n + a.position
	return i < s.bestLen && v > s.best[i]
}

// writeCell appends v to the image. It returns false if reading must stop: the image is greater than the best, or the
// limit is reached.
func (s *leastSearch) writeCell(a *arrangement, v uint8) bool {
	if s.exceedsBest(a, v) {
		return false
	}
	i := a.row*s.n + a.position
	a.position++
	if i >= s.bestLen || v < s.best[i] {
		s.best[i], s.bestLen, s.haveLeaf = v, i+1, false
	}
	if i+1 == s.limit {
		s.reachedLimit = true
		return false
	}
	return true
}

// visitLeaf records that node d is a leaf with the best image. If another leaf has the same image, the two differ by an
// automorphism. Then at the node where their paths diverge, the current choice gives only images that the earlier
// choice gave.
func (s *leastSearch) visitLeaf(d int) {
	if !s.haveLeaf {
		s.haveLeaf = true
		s.leaf.copyFrom(&s.nodes[d])
		s.leafPath = append(s.leafPath[:0], s.path[:d]...)
		copy(s.orbits, s.weights[:d])
		return
	}
	for i, choice := range s.leafPath {
		if s.path[i] != choice {
			s.orbits[i] += s.weights[i]
			s.backTo = i
			return
		}
	}
}

// symmetry returns a symmetry that maps the puzzle to the best image.
func (s *leastSearch) symmetry() Symmetry {
	t := Identity(s.shape)
	a := &s.leaf
	t.Transpose = a.transposed == 1
	for i := range s.n {
		t.Rows[i], t.Columns[i] = int(a.rows[i]), int(a.lineAt[i])
	}
	unused := a.valuesSeen
	for v := 1; v <= s.n; v++ {
		if a.seenRow[v] == unseen {
			unused++
			t.Digits[v] = unused
		} else {
			t.Digits[v] = int(s.best[int(a.seenRow[v])*s.n+int(a.positionOf[a.seenLine[v]])])
		}
	}
	return t
}

// automorphisms returns the number of symmetries that map the puzzle to itself. At each node on the path to the leaf,
// the choices that lead to the best image are an orbit under the automorphisms that fix all earlier choices. The
// undecided orders at the leaf are free.
func (s *leastSearch) automorphisms() *big.Int {
	a, width := &s.leaf, s.shape.Width
	product := factorial(s.n - a.valuesSeen)
	for _, n := range s.orbits[:len(s.leafPath)] {
		product.Mul(product, big.NewInt(int64(n)))
	}
	for slot := 0; slot < s.shape.Height; slot++ {
		if int(a.groupStart[slot]) == slot {
			product.Mul(product, factorial(int(a.groupEnd[slot])-slot))
		}
		for p := slot * width; p < (slot+1)*width; p = int(a.classEnd[p]) {
			product.Mul(product, factorial(int(a.classEnd[p])-p))
		}
	}
	return product
}
