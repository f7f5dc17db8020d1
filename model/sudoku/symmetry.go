package sudoku

import (
	"fmt"
	"math/big"
	"math/rand/v2"

	"nonet/internal/slice"
)

// A Symmetry rearranges grids of one shape and renames their values so that solutions stay solutions: rows become rows
// (or, transposed, columns), columns become columns, and boxes become boxes. It permutes the bands, the rows of each
// band, the stacks, the columns of each stack, and the values, and may transpose first.
//
// The cells beside a grid stay where they are.
//
// Cell (i, j) of the image has the value Digits[v], where v is the value of the cell (Rows[i], Columns[j]) of the grid
// or, with Transpose, of the cell (Columns[j], Rows[i]). So Rows[i] is the line that becomes row i: a row, or a column
// if the grid is transposed.
//
// Transposing a grid of h×w boxes gives a grid of w×h boxes. The symmetries that keep the shape form a group; see
// [Shape.Symmetries].
type Symmetry struct {
	Shape     Shape // of the grids that it applies to
	Transpose bool
	Rows      []int // the line that becomes row i
	Columns   []int // the line that becomes column j
	Digits    []int // Digits[v] replaces v, for v in 0..N; Digits[0] = 0: a blank stays blank
}

// Identity returns the identity of a shape.
func Identity(s Shape) Symmetry {
	rows, columns := s.Size()
	return Symmetry{Shape: s,
		Rows: slice.Indices[int](rows), Columns: slice.Indices[int](columns), Digits: slice.Indices[int](s.N() + 1)}
}

// Transposition returns the symmetry that only exchanges rows and columns.
func Transposition(s Shape) Symmetry {
	t := Identity(s)
	t.Transpose, t.Rows, t.Columns = true, t.Columns, t.Rows
	return t
}

// ImageShape returns the shape of the images.
func (t Symmetry) ImageShape() Shape {
	s := t.Shape
	if t.Transpose {
		s.Height, s.Width = s.Width, s.Height
		s.Layout.Rows, s.Layout.Columns = s.Layout.Columns, s.Layout.Rows
	}
	return s
}

// Source returns the cell that becomes cell c of the image.
func (t Symmetry) Source(c Cell) Cell {
	n := len(t.Columns)
	if int(c) >= n*len(t.Rows) {
		return c
	}
	row, column := t.Rows[int(c)/n], t.Columns[int(c)%n]
	if t.Transpose {
		row, column = column, row
	}
	return t.Shape.Cell(row, column)
}

// Grid returns the image of g, a grid of t.Shape, as a new grid of t.ImageShape().
func (t Symmetry) Grid(g Grid) Grid {
	image := make(Grid, len(g))
	for c := range image {
		image[c] = t.Digits[g[t.Source(Cell(c))]]
	}
	return image
}

// Puzzle returns the image of p, a classic puzzle of shape t.Shape, with the same name. It panics if p has further
// rules, because the symmetry may not preserve them.
func (t Symmetry) Puzzle(p Puzzle) Puzzle {
	if err := p.RequireClassic("image under a symmetry"); err != nil {
		panic(err.Error())
	}
	return Puzzle{Shape: t.ImageShape(), Clues: t.Grid(p.Clues), Name: p.Name}
}

// Then returns the composition of t, applied first, and u. The shape of u must be t.ImageShape().
func (t Symmetry) Then(u Symmetry) Symmetry {
	if u.Shape != t.ImageShape() {
		panic(fmt.Sprintf("sudoku: a symmetry of %s cannot follow one that makes %s", u.Shape, t.ImageShape()))
	}
	rows, columns := t.Rows, t.Columns
	if u.Transpose {
		rows, columns = columns, rows
	}
	return Symmetry{
		Shape:     t.Shape,
		Transpose: t.Transpose != u.Transpose,
		Rows:      compose(rows, u.Rows),
		Columns:   compose(columns, u.Columns),
		Digits:    compose(u.Digits, t.Digits),
	}
}

// Inverse returns the inverse of t.
func (t Symmetry) Inverse() Symmetry {
	u := Symmetry{
		Shape: t.ImageShape(), Transpose: t.Transpose,
		Rows: inverse(t.Rows), Columns: inverse(t.Columns), Digits: inverse(t.Digits),
	}
	if t.Transpose {
		u.Rows, u.Columns = u.Columns, u.Rows
	}
	return u
}

// compose returns the permutation i -> p[q[i]].
func compose(p, q []int) []int {
	return slice.Map(q, func(x int) int { return p[x] })
}

func inverse(p []int) []int {
	all := make([]int, len(p))
	for i, x := range p {
		all[x] = i
	}
	return all
}

func factorial(n int) *big.Int { return new(big.Int).MulRange(1, int64(n)) }

// Shuffle draws one of the symmetries that keep the shape and all values, with equal probabilities. These are the five
// shuffles of Lewis (2007): transpose with probability 1/2 (only if boxes are square), and permute the stacks, the
// bands, the columns of each stack and the rows of each band.
func Shuffle(s Shape, r *rand.Rand) Symmetry {
	t := Identity(s)
	t.Transpose = s.Height == s.Width && r.IntN(2) == 1
	stacks, bands := r.Perm(s.Height), r.Perm(s.Width)
	permuteRuns(t.Columns, stacks, s.Width, r)
	permuteRuns(t.Rows, bands, s.Height, r)
	return t
}

// permuteRuns fills lines with runs of size lines in the given order, each run in random order.
func permuteRuns(lines, runs []int, size int, r *rand.Rand) {
	for i, run := range runs {
		for k, x := range r.Perm(size) {
			lines[i*size+k] = run*size + x
		}
	}
}

// RandomSymmetry draws one of the symmetries that keep the shape, with equal probabilities: a Shuffle and a permutation
// of the values.
func RandomSymmetry(s Shape, r *rand.Rand) Symmetry {
	t := Shuffle(s, r)
	for i, v := range r.Perm(s.N()) {
		t.Digits[i+1] = v + 1
	}
	return t
}
