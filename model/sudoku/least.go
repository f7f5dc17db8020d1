package sudoku

import (
	"context"
	"math/big"
)

// A least is a search for the least image of a puzzle; see Canonical.
//
// It is a tree: an inner node is an arrangement with a choice that must be made, because the next cell of the image depends on it. The
// path to a node is the sequence of choices. Every path goes on to a leaf, where the whole image has been read. So as soon as a cell is less
// than that of the best image, the best image is known to begin like this one, and what comes after is open again.
type least struct {
	ctx     context.Context
	shape   Shape
	n       int
	lines   [2][]uint8 // the puzzle, row by row; and transposed, if that keeps the shape
	blank   [2][]bool  // lines without a clue
	clashes [2][]bool  // lines in which a value stands twice

	best  []uint8 // the least image so far,
	known int     // so many cells of it
	limit int     // reading stops behind so many cells, if it is not 0
	ahead bool    // it did: something as good as the best begins with them

	nodes  []arrangement // along the path
	path   []uint8       // the choice made at each
	weight []int         // how many choices look like it, itself included, of which only this one is tried

	leaf    arrangement // the first with the best image,
	reached bool        // if there is one,
	goal    []uint8     // and the path to it
	alike   []int       // at each node of it, the choices that lead to the best image

	back  int // the node to return to at once, or -1
	steps int
	err   error
}

func newLeast(ctx context.Context, p Puzzle) *least {
	n := p.Shape.N()
	depth := 2*n + p.Shape.Height + 3 // one orientation, n rows; each other choice cuts a class or a group
	size := arrangementSize(n, p.Shape.Height)
	memory := make([]uint8, (depth+1)*size+p.Shape.Cells()+2*depth)
	cut := func(length int) []uint8 {
		part := memory[:length:length]
		memory = memory[length:]
		return part
	}
	s := &least{
		ctx: ctx, shape: p.Shape, n: n, back: -1, best: cut(p.Shape.Cells()),
		nodes: make([]arrangement, depth), path: cut(depth), goal: cut(depth), weight: make([]int, depth), alike: make([]int, depth),
	}
	s.leaf.open(cut(size), p.Shape)
	for i := range s.nodes {
		s.nodes[i].open(cut(size), p.Shape)
	}
	s.orient(0, p.Clues, n, 1)
	if p.Shape.Height == p.Shape.Width {
		s.orient(1, p.Clues, 1, n)
	}
	return s
}

// orient notes the lines of the puzzle whose cell k of line i is clues[i*line+k*step].
func (s *least) orient(o int, clues Grid, line, step int) {
	s.lines[o] = make([]uint8, s.n*s.n)
	s.blank[o], s.clashes[o] = make([]bool, s.n), make([]bool, s.n)
	for i := range s.n {
		var seen valueSet
		for k := range s.n {
			v := clues[i*line+k*step]
			s.lines[o][i*s.n+k] = uint8(v)
			if v != 0 {
				s.clashes[o][i] = s.clashes[o][i] || seen.minus(only(v)) != seen
				seen = seen.or(only(v))
			}
		}
		s.blank[o][i] = seen == valueSet{}
	}
}

// search finds the least image.
func (s *least) search() error {
	for o, lines := range s.lines {
		if lines != nil && s.err == nil {
			s.nodes[1].copyFrom(&s.nodes[0])
			s.nodes[1].transposed = o
			s.descend(0, uint8(o), 1, s.chooseRow)
		}
	}
	return s.err
}

// descend goes on from node d+1, which has been set up, with next. It reports false if node d should be left at once.
func (s *least) descend(d int, choice uint8, weight int, next func(d int)) bool {
	s.path[d], s.weight[d] = choice, weight
	if s.steps++; s.steps%1024 == 0 && s.err == nil {
		s.err = s.ctx.Err()
	}
	if s.err == nil {
		next(d + 1)
	}
	if s.back == d {
		s.back = -1
	}
	return s.back < 0 && s.err == nil
}

// tooGreat reports whether the image is greater than the best if v is its next cell.
func (s *least) tooGreat(a *arrangement, v uint8) bool {
	i := a.row*s.n + a.position
	return i < s.known && v > s.best[i]
}

// write notes that v is the next cell of the image. It reports false if nothing more is to be read: the image is greater than the best, or
// this was the cell at the limit.
func (s *least) write(a *arrangement, v uint8) bool {
	if s.tooGreat(a, v) {
		return false
	}
	i := a.row*s.n + a.position
	a.position++
	if i >= s.known || v < s.best[i] {
		s.best[i], s.known, s.reached = v, i+1, false
	}
	if i+1 == s.limit {
		s.ahead = true
		return false
	}
	return true
}

// arrive notes that node d is a leaf with the best image. If it is not the first, the two differ by an automorphism, and where their paths
// part, the choice made now leads to nothing that the earlier one did not.
func (s *least) arrive(d int) {
	if !s.reached {
		s.reached = true
		s.leaf.copyFrom(&s.nodes[d])
		s.goal = append(s.goal[:0], s.path[:d]...)
		copy(s.alike, s.weight[:d])
		return
	}
	for i, choice := range s.goal {
		if s.path[i] != choice {
			s.alike[i] += s.weight[i]
			s.back = i
			return
		}
	}
}

// symmetry returns a symmetry that takes the puzzle to the best image.
func (s *least) symmetry() Symmetry {
	t := Identity(s.shape)
	a := &s.leaf
	t.Transpose = a.transposed == 1
	for i := range s.n {
		t.Rows[i], t.Columns[i] = int(a.rows[i]), int(a.at[i])
	}
	unused := a.met
	for v := 1; v <= s.n; v++ {
		if a.metRow[v] == undecided {
			unused++
			t.Digits[v] = unused
		} else {
			t.Digits[v] = int(s.best[int(a.metRow[v])*s.n+int(a.place[a.metLine[v]])])
		}
	}
	return t
}

// automorphisms returns how many symmetries take the puzzle to itself: at each node on the path to the leaf, the choices that lead to the
// best image are one orbit of the automorphisms that leave all choices before it alone; and what the leaf has left open can be done in any
// order.
func (s *least) automorphisms() *big.Int {
	a, width := &s.leaf, s.shape.Width
	product := factorial(s.n - a.met)
	for _, n := range s.alike[:len(s.goal)] {
		product.Mul(product, big.NewInt(int64(n)))
	}
	for slot := 0; slot < s.shape.Height; slot++ {
		if int(a.first[slot]) == slot {
			product.Mul(product, factorial(int(a.behind[slot])-slot))
		}
		for p := slot * width; p < (slot+1)*width; p = int(a.end[p]) {
			product.Mul(product, factorial(int(a.end[p])-p))
		}
	}
	return product
}
