package sudoku

import (
	"context"
	"math/bits"
	"math/rand/v2"
	"slices"
)

// Root returns the root solution: row i, counted from 0, is 1 2 ... N, rotated to the left by Width·(i mod Height) + i div Height.
//
// Source: R. Lewis, Metaheuristics can solve sudoku puzzles, Journal of Heuristics 13(4), 2007, pp. 387-401, for square boxes.
func (s Shape) Root() Grid {
	n := s.N()
	g := make(Grid, s.Cells())
	for c := range g {
		row, column := c/n, c%n
		g[c] = (s.Width*(row%s.Height)+row/s.Height+column)%n + 1
	}
	return g
}

// Lewis draws an instance as Lewis does: the root solution is shuffled, and each cell is then kept with probability p, independently of
// the others. The instance has the solution that is returned with it, and often more. A shuffled root solution is a special grid, more
// regular than most: RandomGrid draws others.
//
// Source: R. Lewis, On the combination of constraint programming and stochastic search: the Sudoku case, Hybrid Metaheuristics, LNCS
// 4771, 2007, pp. 96-107. The paper permutes the rows "within columns of boxes", which is read as within bands.
func Lewis(s Shape, p float64, r *rand.Rand) (Puzzle, Grid) {
	solution := Shuffle(s, r).Grid(s.Root())
	return Puzzle{Shape: s, Clues: KeepEach(solution, p, r)}, solution
}

// KeepEach returns a copy of g in which each cell keeps its value with probability p, and is blank otherwise.
func KeepEach(g Grid, p float64, r *rand.Rand) Grid {
	kept := make(Grid, len(g))
	for c, v := range g {
		if r.Float64() < p {
			kept[c] = v
		}
	}
	return kept
}

// KeepExactly returns a copy of g in which n of the cells with a value keep it, each set of n cells with the same probability. If there
// are fewer than n, all do.
func KeepExactly(g Grid, n int, r *rand.Rand) Grid {
	kept := make(Grid, len(g))
	left := n // to choose
	for _, c := range r.Perm(len(g)) {
		if left > 0 && g[c] != 0 {
			kept[c] = g[c]
			left--
		}
	}
	return kept
}

// Givens returns the number of clues when percent per cent of the cells have one: ⌈percent·N²/100⌉, as in the instances of Lewis (2007)
// that are published with their numbers.
func (s Shape) Givens(percent int) int { return (percent*s.Cells() + 99) / 100 }

// RandomGrid draws a complete grid: a search fills one cell after the other, one that a value must go to if there is one, and otherwise one
// of those with the fewest values left, chosen at random like the value; it begins anew when it has met many dead ends. Grids that are
// images of each other have the same probability; whole classes of such grids do not quite (measured in TestRandomGridBias).
//
// The time grows steeply: at order 7 it takes seconds, and beyond that the search may not end before ctx does (BenchmarkRandomGrid covers
// orders 2 to 6). The error is that of ctx, or of a shape that is not valid.
func RandomGrid(ctx context.Context, s Shape, r *rand.Rand) (Grid, error) {
	if err := s.Validate(); err != nil {
		return nil, err
	}
	for ctx.Err() == nil {
		if f := newFilling(s, r); f.fill() {
			return f.grid, nil
		}
	}
	return nil, ctx.Err()
}

// A valueSet is a set of values: v is a member if bit v-1 is set.
type valueSet [2]uint64

func (a valueSet) without(b valueSet) valueSet   { return valueSet{a[0] &^ b[0], a[1] &^ b[1]} }
func (a valueSet) union(b valueSet) valueSet     { return valueSet{a[0] | b[0], a[1] | b[1]} }
func (a valueSet) intersect(b valueSet) valueSet { return valueSet{a[0] & b[0], a[1] & b[1]} }
func (a valueSet) size() int                     { return bits.OnesCount64(a[0]) + bits.OnesCount64(a[1]) }

// pick returns a random member of a set that is not empty.
func (a valueSet) random(r *rand.Rand) int {
	k := r.IntN(a.size())
	for i, word := range a {
		if n := bits.OnesCount64(word); k >= n {
			k -= n
			continue
		}
		for ; k > 0; k-- {
			word &= word - 1
		}
		return 64*i + bits.TrailingZeros64(word) + 1
	}
	panic("sudoku: no such member")
}

func singleton(v int) valueSet {
	var a valueSet
	a[(v-1)/64] = 1 << ((v - 1) % 64)
	return a
}

func allValues(n int) valueSet {
	var a valueSet
	for v := 1; v <= n; v++ {
		a = a.union(singleton(v))
	}
	return a
}

// A filling is one attempt at a complete grid. Houses are numbered: rows, then columns, then boxes.
type filling struct {
	grid        Grid
	all         valueSet
	houses      [][3]int    // of each cell
	houseValues []valueSet  // values of each house
	placed      []houseScan // in each house, while choosing
	blankCells  []Cell      // the cells without a value, in random order
	deadEnds    int         // dead ends that may still be met
	random      *rand.Rand
}

// A placing tells which values have a place in a house, and which have more than one.
type houseScan struct{ atLeastOnce, atLeastTwice valueSet }

func newFilling(s Shape, r *rand.Rand) *filling {
	n := s.N()
	f := &filling{
		grid: make(Grid, s.Cells()), all: allValues(n), houses: make([][3]int, s.Cells()), houseValues: make([]valueSet, 3*n),
		placed: make([]houseScan, 3*n), blankCells: make([]Cell, s.Cells()), deadEnds: s.Cells(), random: r,
	}
	for i, x := range r.Perm(s.Cells()) {
		c := Cell(x)
		f.blankCells[i] = c
		f.houses[c] = [3]int{s.Row(c), n + s.Column(c), 2*n + s.Box(c)}
	}
	return f
}

// fill fills the blank cells. It reports false if there is no way, or if it has met too many dead ends; then f is of no use any more.
func (f *filling) fill() bool {
	if len(f.blankCells) == 0 {
		return true
	}
	at, left := f.choose()
	c := f.blankCells[at]
	last := len(f.blankCells) - 1
	f.blankCells[at] = f.blankCells[last]
	f.blankCells = f.blankCells[:last]
	for left != (valueSet{}) {
		f.grid[c] = left.random(f.random)
		v := singleton(f.grid[c])
		left = left.without(v)
		for _, h := range f.houses[c] {
			f.houseValues[h] = f.houseValues[h].union(v)
		}
		if f.fill() {
			return true
		}
		if f.deadEnds == 0 {
			return false
		}
		for _, h := range f.houses[c] {
			f.houseValues[h] = f.houseValues[h].without(v)
		}
	}
	f.grid[c] = 0
	f.blankCells = f.blankCells[:last+1]
	f.blankCells[last] = f.blankCells[at]
	f.blankCells[at] = c
	f.deadEnds--
	return false
}

// free returns the values that the houses of c do not have yet.
func (f *filling) free(c Cell) valueSet {
	h := &f.houses[c]
	return f.all.without(f.houseValues[h[0]]).without(f.houseValues[h[1]]).without(f.houseValues[h[2]])
}

// choose returns the place in f.blank of the cell to fill next, and the values to try there: none if the filling is at a dead end; one if
// a cell has no other or a house has no other place for it; and otherwise those of the first cell that has the fewest left.
func (f *filling) choose() (at int, left valueSet) {
	clear(f.placed)
	fewest := MaxN + 1
	for i, c := range f.blankCells {
		free := f.free(c)
		if size := free.size(); size < fewest {
			at, left, fewest = i, free, size
			if size <= 1 {
				return at, left
			}
		}
		for _, h := range f.houses[c] {
			p := &f.placed[h]
			p.atLeastTwice = p.atLeastTwice.union(p.atLeastOnce.intersect(free))
			p.atLeastOnce = p.atLeastOnce.union(free)
		}
	}
	forced, house := valueSet{}, 0
	for h, p := range f.placed {
		if f.all.without(f.houseValues[h]) != p.atLeastOnce {
			return 0, valueSet{}
		}
		if single := p.atLeastOnce.without(p.atLeastTwice); single != (valueSet{}) {
			forced, house = single, h
		}
	}
	if forced == (valueSet{}) {
		return at, left
	}
	at = slices.IndexFunc(f.blankCells, func(c Cell) bool {
		left = f.free(c).intersect(forced)
		return left != (valueSet{}) && slices.Contains(f.houses[c][:], house)
	})
	return at, left
}
