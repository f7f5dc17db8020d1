package native_test

import (
	"bytes"
	"flag"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"nonet/backends/backendtest"
	"nonet/backends/native"
	"nonet/model"
	"nonet/model/notation"
	"nonet/model/sudoku"
)

// A sample describes a file of puzzles of one shape.
type sample struct {
	file    string
	shape   sudoku.Shape
	unique  int     // number of puzzles with one solution
	several int     // number of puzzles with more
	share   float64 // minimal share of cells that keep their clues
}

var samples = []sample{
	{"4x4.txt", sudoku.Order(2), 8, 8, 0},
	{"6x6.txt", sudoku.Shape{Height: 2, Width: 3}, 8, 8, 0},
	{"6x6-3x2.txt", sudoku.Shape{Height: 3, Width: 2}, 4, 4, 0},
	{"8x8.txt", sudoku.Shape{Height: 2, Width: 4}, 6, 6, 0},
	{"10x10.txt", sudoku.Shape{Height: 2, Width: 5}, 4, 4, 0},
	{"12x12.txt", sudoku.Shape{Height: 3, Width: 4}, 4, 4, 0.35},
	{"order4.txt", sudoku.Order(4), 4, 4, 0.48},
	{"order5.txt", sudoku.Order(5), 3, 3, 0.6},
	{"order6.txt", sudoku.Order(6), 1, 1, 0.65},
	{"order7.txt", sudoku.Order(7), 1, 0, 0.7},
	{"order8.txt", sudoku.Order(8), 1, 0, 0.75},
}

var updateSamples = flag.Bool("update", false, "rewrite the sample puzzles in testdata/puzzles")

// TestSamples checks that the sample files of testdata/puzzles, except those maintained by hand, are what it generates;
// -update rewrites them.
//
// A sample starts from the canonical grid of its shape, shuffled by symmetries: renaming values, and exchanging bands,
// stacks, and rows and columns within them. Clues are removed in random order while the solution is unique, down to a
// share of the cells; some puzzles then lose more clues and keep several solutions. The native solver computes every
// count.
func TestSamples(t *testing.T) {
	for i, s := range samples {
		if s.shape.N() >= 16 && !*updateSamples {
			backendtest.SkipUnlessLong(t)
		}
		random := rand.New(rand.NewPCG(2024, uint64(i)))
		var out bytes.Buffer
		fmt.Fprintf(&out, "# %s: puzzle:count:solution, the solution where it is the only one\n", s.shape)
		for k := range s.unique + s.several {
			p, solution := s.reduce(t, random)
			if k < s.unique {
				fmt.Fprintf(&out, "%s:1:%s\n", notation.Line(nil, p.Clues), notation.Line(nil, solution))
				continue
			}
			solutions := loosen(t, random, &p)
			fmt.Fprintf(&out, "%s:%d\n", notation.Line(nil, p.Clues), solutions)
		}
		backendtest.Golden(t, "../../testdata/puzzles/"+s.file, out.Bytes(), *updateSamples)
	}
}

// reduce returns a puzzle with one solution, and the solution.
func (s sample) reduce(t *testing.T, random *rand.Rand) (p sudoku.Puzzle, solution sudoku.Grid) {
	solution = shuffled(random, s.shape)
	p = sudoku.Puzzle{Shape: s.shape, Clues: slices.Clone(solution)}
	keep := int(s.share * float64(s.shape.Cells()))
	for _, c := range random.Perm(s.shape.Cells()) {
		if p.Givens() <= keep {
			break
		}
		p.Clues[c] = 0
		if countUpTo(t, p, 2) != 1 {
			p.Clues[c] = solution[c]
		}
	}
	return p, solution
}

// loosen removes clues until the puzzle has at least two but not many solutions, and returns their number.
func loosen(t *testing.T, random *rand.Rand, p *sudoku.Puzzle) int64 {
	const most = 2000
	for {
		c := random.IntN(len(p.Clues))
		v := p.Clues[c]
		p.Clues[c] = 0
		switch n := countUpTo(t, *p, most+1); {
		case n > most:
			p.Clues[c] = v
		case n > 1:
			return n
		}
	}
}

// countUpTo counts the solutions of p, up to a limit.
func countUpTo(t *testing.T, p sudoku.Puzzle, limit int64) int64 {
	n, _, err := model.Count(t.Context(), native.Solver{}, p.Model(), limit)
	if err != nil {
		t.Fatal(err)
	}
	return n.Int64()
}

// shuffled returns a random grid of the shape.
func shuffled(random *rand.Rand, s sudoku.Shape) sudoku.Grid {
	rows := lineOrder(random, s.Width, s.Height)
	columns := lineOrder(random, s.Height, s.Width)
	values := random.Perm(s.N())
	g := make(sudoku.Grid, s.Cells())
	for c := range g {
		row, column := rows[s.Row(sudoku.Cell(c))], columns[s.Column(sudoku.Cell(c))]
		g[c] = values[(row%s.Height*s.Width+row/s.Height+column)%s.N()] + 1
	}
	return g
}

// lineOrder returns a random order of rows that exchanges bands, and rows within them.
func lineOrder(random *rand.Rand, bands, height int) (order []int) {
	for _, band := range random.Perm(bands) {
		for _, row := range random.Perm(height) {
			order = append(order, band*height+row)
		}
	}
	return order
}
