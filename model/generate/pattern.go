package generate

import (
	"fmt"
	"math/bits"
	"math/rand/v2"
	"slices"

	"nonet/internal/slice"
	"nonet/model/sudoku"
)

// A Pattern is a symmetry of the set of cells with clues; the values are not symmetric. Every pattern applies to every
// shape, since grids are square even where their boxes are not.
type Pattern int

const (
	Any           Pattern = iota // no symmetry required
	Rotate180                    // a half turn
	Rotate90                     // a quarter turn
	Horizontal                   // mirrored at the middle row
	Vertical                     // mirrored at the middle column
	Diagonal                     // mirrored at the diagonal from the top left
	Antidiagonal                 // mirrored at the diagonal from the top right
	Orthogonal                   // mirrored at the middle row and at the middle column
	BothDiagonals                // mirrored at both diagonals
	Full                         // all of these
)

// patterns lists the names of each pattern, the preferred name first, and transformations that generate its symmetry
// group. A transformation maps a row and a column of an n×n grid to others.
var patterns = []struct {
	names []string
	moves []func(n, row, column int) (int, int)
}{
	Any:           {[]string{"none"}, nil},
	Rotate180:     {[]string{"rotate180", "central"}, moves(halfTurn)},
	Rotate90:      {[]string{"rotate90"}, moves(quarterTurn)},
	Horizontal:    {[]string{"horizontal"}, moves(upsideDown)},
	Vertical:      {[]string{"vertical"}, moves(leftToRight)},
	Diagonal:      {[]string{"diagonal"}, moves(transpose)},
	Antidiagonal:  {[]string{"antidiagonal"}, moves(antitranspose)},
	Orthogonal:    {[]string{"orthogonal"}, moves(upsideDown, leftToRight)},
	BothDiagonals: {[]string{"both-diagonals"}, moves(transpose, antitranspose)},
	Full:          {[]string{"full"}, moves(quarterTurn, transpose)},
}

type move = func(n, row, column int) (int, int)

func moves(m ...move) []move { return m }

func halfTurn(n, row, column int) (int, int)      { return n - 1 - row, n - 1 - column }
func quarterTurn(n, row, column int) (int, int)   { return column, n - 1 - row }
func upsideDown(n, row, column int) (int, int)    { return n - 1 - row, column }
func leftToRight(n, row, column int) (int, int)   { return row, n - 1 - column }
func transpose(_, row, column int) (int, int)     { return column, row }
func antitranspose(n, row, column int) (int, int) { return n - 1 - column, n - 1 - row }

func (p Pattern) String() string {
	if p < 0 || int(p) >= len(patterns) {
		return fmt.Sprintf("Pattern(%d)", int(p))
	}
	return patterns[p].names[0]
}

// Patterns returns the names of the patterns.
func Patterns() []string {
	return slice.Make(len(patterns), func(i int) string { return Pattern(i).String() })
}

// PatternByName returns the pattern with the given name, and whether there is one.
func PatternByName(name string) (Pattern, bool) {
	for i := range patterns {
		if slices.Contains(patterns[i].names, name) {
			return Pattern(i), true
		}
	}
	return 0, false
}

// PatternOf returns the symmetry of the set of cells with clues. The patterns are the groups of rotations and
// reflections of the square, so one of them has all symmetries of the set and no other. A grid that is not usual has
// none.
func PatternOf(p sudoku.Puzzle) Pattern {
	if !p.Shape.IsUsual() {
		return 0
	}
	keeps := func(m move) bool {
		for c, v := range p.Clues {
			image := p.Shape.Cell(m(p.Shape.N(), p.Shape.Row(sudoku.Cell(c)), p.Shape.Column(sudoku.Cell(c))))
			if (v == 0) != (p.Clues[image] == 0) {
				return false
			}
		}
		return true
	}
	for i := len(patterns) - 1; i > 0; i-- { // a group comes after the groups that it contains
		if !slices.ContainsFunc(patterns[i].moves, func(m move) bool { return !keeps(m) }) {
			return Pattern(i)
		}
	}
	return Any
}

// orbits returns the sets of cells that have clues together or not at all. Each orbit is increasing and has 1, 2, 4 or
// 8 cells.
func (p Pattern) orbits(s sudoku.Shape) [][]sudoku.Cell {
	n := s.N()
	var all [][]sudoku.Cell
	done := make([]bool, s.Cells())
	for c := range done {
		if done[c] {
			continue
		}
		done[c] = true
		orbit := []sudoku.Cell{sudoku.Cell(c)}
		for i := 0; i < len(orbit); i++ {
			for _, m := range patterns[p].moves {
				if d := s.Cell(m(n, s.Row(orbit[i]), s.Column(orbit[i]))); !done[d] {
					done[d] = true
					orbit = append(orbit, d)
				}
			}
		}
		slices.Sort(orbit)
		all = append(all, orbit)
	}
	return all
}

// sizes counts orbits: sizes[k] is the number of orbits with 1<<k cells.
type sizes [4]int

func (s *sizes) add(orbit []sudoku.Cell, n int) { s[bits.TrailingZeros(uint(len(orbit)))] += n }

// canSum reports whether some of the orbits have n cells in all. Each size divides the next, so taking as many of the
// largest as fit is optimal.
func (s sizes) canSum(n int) bool {
	for k := len(s) - 1; k >= 0; k-- {
		n -= min(s[k], n>>k) << k
	}
	return n == 0
}

// admits reports whether a puzzle with the pattern can have exactly n clues.
func (p Pattern) admits(s sudoku.Shape, n int) bool {
	var all sizes
	for _, o := range p.orbits(s) {
		all.add(o, 1)
	}
	return n >= 0 && all.canSum(n)
}

// shuffledOrbits returns the orbits in random order.
func (p Pattern) shuffledOrbits(s sudoku.Shape, r *rand.Rand) [][]sudoku.Cell {
	all := p.orbits(s)
	r.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
	return all
}
