package sudoku

import (
	"context"
	"math/bits"
	"math/rand/v2"
	"slices"
)

// Root returns the root solution: row i, counted from 0, is 1 2 ... N, rotated to the left by Width·(i mod Height) + i
// div Height.
//
// Source: R. Lewis, Metaheuristics can solve sudoku puzzles, Journal of Heuristics 13(4), 2007, pp. 387-401, for square
// boxes.
func (s Shape) Root() Grid {
	n := s.N()
	g := make(Grid, s.Cells())
	for c := range g {
		row, column := c/n, c%n
		g[c] = (s.Width*(row%s.Height)+row/s.Height+column)%n + 1
	}
	return g
}

// Lewis draws an instance by Lewis's method: it shuffles the root solution and keeps each cell with probability p,
// independently. It returns the instance and the shuffled grid, which is one of its solutions, often not the only one.
// A shuffled root solution is more regular than most grids; RandomGrid draws other grids.
//
// Source: R. Lewis, On the combination of constraint programming and stochastic search: the Sudoku case, Hybrid
// Metaheuristics, LNCS 4771, 2007, pp. 96-107. The paper permutes the rows "within columns of boxes", which we read as
// within bands.
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

// KeepExactly returns a copy of g that keeps n of its values, each set of n cells with the same probability. If g has
// fewer than n values, it keeps all.
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

// Givens returns the number of clues if percent per cent of the cells have one: ⌈percent·N²/100⌉, as in the published
// instances of Lewis (2007).
func (s Shape) Givens(percent int) int { return (percent*s.Cells() + 99) / 100 }

// RandomGrid draws a complete grid. A search fills one cell after the other: a cell or place with only one possibility
// if there is one, and otherwise a random cell with the fewest possible values, with a random value. It restarts after
// many dead ends. Grids that are images of each other under a symmetry have the same probability; the probabilities of
// different classes differ slightly (measured in TestRandomGridBias).
//
// The time grows steeply: order 7 takes seconds, and larger orders may not finish before ctx ends (BenchmarkRandomGrid
// covers orders 2 to 6). The error is the error of ctx or of s.Validate.
func RandomGrid(ctx context.Context, s Shape, r *rand.Rand) (Grid, error) {
	if err := s.Validate(); err != nil {
		return nil, err
	}
	for ctx.Err() == nil {
		if f := newFilling(s, r); f.fill(ctx) {
			return f.grid, nil
		}
	}
	return nil, ctx.Err()
}

// A valueSet is a set of values: bit v-1 is value v.
type valueSet [2]uint64

func (a valueSet) without(b valueSet) valueSet   { return valueSet{a[0] &^ b[0], a[1] &^ b[1]} }
func (a valueSet) union(b valueSet) valueSet     { return valueSet{a[0] | b[0], a[1] | b[1]} }
func (a valueSet) intersect(b valueSet) valueSet { return valueSet{a[0] & b[0], a[1] & b[1]} }
func (a valueSet) size() int                     { return bits.OnesCount64(a[0]) + bits.OnesCount64(a[1]) }

// random returns a random member of a non-empty set.
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

// A filling is an attempt to fill a grid. Houses are numbered: rows, then columns, then boxes.
type filling struct {
	grid        Grid
	all         valueSet
	houses      [][3]int    // by cell
	houseValues []valueSet  // by house: its values
	placed      []houseScan // by house; scratch of choose
	blankCells  []Cell      // the blank cells, in random order
	deadEnds    int         // dead ends left before a restart
	steps       int         // cells chosen so far
	random      *rand.Rand
}

// fillInterval is the number of cells chosen between two looks at the context. A choice takes a microsecond, and a
// millisecond in a grid of 100 rows.
const fillInterval = 16

// A houseScan is the values with at least one and with at least two places in a house.
type houseScan struct{ atLeastOnce, atLeastTwice valueSet }

func newFilling(s Shape, r *rand.Rand) *filling {
	n := s.N()
	f := &filling{
		grid:        make(Grid, s.Cells()),
		all:         allValues(n),
		houses:      make([][3]int, s.Cells()),
		houseValues: make([]valueSet, 3*n),
		placed:      make([]houseScan, 3*n),
		blankCells:  make([]Cell, s.Cells()),
		deadEnds:    s.Cells(),
		random:      r,
	}
	for i, x := range r.Perm(s.Cells()) {
		c := Cell(x)
		f.blankCells[i] = c
		f.houses[c] = [3]int{s.Row(c), n + s.Column(c), 2*n + s.Box(c)}
	}
	return f
}

// fill fills the blank cells. It returns false if that is impossible, after too many dead ends, or if ctx ends; then f
// must be discarded.
func (f *filling) fill(ctx context.Context) bool {
	if len(f.blankCells) == 0 {
		return true
	}
	if f.steps++; f.steps%fillInterval == 0 && ctx.Err() != nil {
		f.deadEnds = 0
		return false
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
		if f.fill(ctx) {
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

// free returns the values that no house of c has.
func (f *filling) free(c Cell) valueSet {
	h := &f.houses[c]
	return f.all.without(f.houseValues[h[0]]).without(f.houseValues[h[1]]).without(f.houseValues[h[2]])
}

// choose returns the index in f.blankCells of the next cell, and the values to try there: none at a dead end; one if
// the cell has one possible value or is the only place of a value in a house; otherwise the values of the first cell
// with the fewest.
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
