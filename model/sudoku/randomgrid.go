package sudoku

import (
	"context"
	"math/bits"
	"math/rand/v2"
)

// RandomGrid draws a complete grid: a search fills one cell after the other, chosen at random among those with the fewest values left,
// with a value chosen at random among these; it begins anew when it has gone back often. Grids that are images of each other have the
// same probability; whole classes of such grids do not quite (measured in TestRandomGridBias).
//
// The time grows steeply: at order 6 and beyond the search may not end before ctx does (BenchmarkRandomGrid covers orders 2 to 5). The
// error is that of ctx, or of a shape that is not valid.
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

func (a valueSet) minus(b valueSet) valueSet { return valueSet{a[0] &^ b[0], a[1] &^ b[1]} }
func (a valueSet) or(b valueSet) valueSet    { return valueSet{a[0] | b[0], a[1] | b[1]} }
func (a valueSet) size() int                 { return bits.OnesCount64(a[0]) + bits.OnesCount64(a[1]) }

// pick returns a random member of a set that is not empty.
func (a valueSet) pick(r *rand.Rand) int {
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

func only(v int) valueSet {
	var a valueSet
	a[(v-1)/64] = 1 << ((v - 1) % 64)
	return a
}

func allValues(n int) valueSet {
	var a valueSet
	for v := 1; v <= n; v++ {
		a = a.or(only(v))
	}
	return a
}

// A filling is one attempt at a complete grid.
type filling struct {
	shape                Shape
	grid                 Grid
	rows, columns, boxes []valueSet // values that the houses have
	all                  valueSet
	blank                []Cell // the cells without a value, in random order
	dead                 int    // dead ends that may still be met
	random               *rand.Rand
}

func newFilling(s Shape, r *rand.Rand) *filling {
	n := s.N()
	f := &filling{
		shape: s, grid: make(Grid, s.Cells()), all: allValues(n), blank: make([]Cell, s.Cells()), dead: s.Cells(), random: r,
		rows: make([]valueSet, n), columns: make([]valueSet, n), boxes: make([]valueSet, n),
	}
	for i, c := range r.Perm(len(f.blank)) {
		f.blank[i] = Cell(c)
	}
	return f
}

// fill fills the blank cells. It reports false if there is no way, or if it has met too many dead ends; then f is of no use any more.
func (f *filling) fill() bool {
	if len(f.blank) == 0 {
		return true
	}
	at, left := f.choose()
	c := f.blank[at]
	last := len(f.blank) - 1
	f.blank[at] = f.blank[last]
	f.blank = f.blank[:last]
	row, column, box := f.shape.Row(c), f.shape.Column(c), f.shape.Box(c)
	for left.size() > 0 {
		f.grid[c] = left.pick(f.random)
		v := only(f.grid[c])
		left = left.minus(v)
		f.rows[row], f.columns[column], f.boxes[box] = f.rows[row].or(v), f.columns[column].or(v), f.boxes[box].or(v)
		if f.fill() {
			return true
		}
		if f.dead == 0 {
			return false
		}
		f.rows[row], f.columns[column], f.boxes[box] = f.rows[row].minus(v), f.columns[column].minus(v), f.boxes[box].minus(v)
	}
	f.grid[c] = 0
	f.blank = f.blank[:last+1]
	f.blank[last] = f.blank[at]
	f.blank[at] = c
	f.dead--
	return false
}

// choose returns the place in f.blank of the first cell with the fewest values left, and these values.
func (f *filling) choose() (at int, left valueSet) {
	fewest := f.shape.N() + 1
	for i, c := range f.blank {
		row, column := f.shape.Row(c), f.shape.Column(c)
		free := f.all.minus(f.rows[row]).minus(f.columns[column]).minus(f.boxes[f.shape.Box(c)])
		if n := free.size(); n < fewest {
			at, left, fewest = i, free, n
			if n <= 1 {
				break
			}
		}
	}
	return at, left
}
