package sudoku_test

import (
	"fmt"
	"math/big"
	"math/rand/v2"
	"reflect"
	"testing"

	"nonet/model"
	"nonet/model/sudoku"
)

// groupShapes are shapes of every kind: square boxes, wide ones, high ones, and lines.
var groupShapes = []sudoku.Shape{
	shape(1, 1), shape(1, 4), shape(4, 1), shape(2, 2), shape(2, 3), shape(3, 2), shape(3, 3), shape(2, 5), shape(4, 4),
	shape(10, 10),
}

func random(seed uint64) *rand.Rand { return rand.New(rand.NewPCG(seed, 0)) }

// randomPuzzle keeps about half of the root solution.
func randomPuzzle(s sudoku.Shape, r *rand.Rand) sudoku.Puzzle {
	return sudoku.Puzzle{Shape: s, Clues: sudoku.KeepEach(s.Root(), 0.5, r)}
}

func isSolution(s sudoku.Shape, g sudoku.Grid) bool {
	return s.Model().Check(model.Assignment(g)) == nil
}

func samePuzzle(p, q sudoku.Puzzle) bool {
	if p.Shape != q.Shape || len(p.Clues) != len(q.Clues) {
		return false
	}
	for c, v := range p.Clues {
		if q.Clues[c] != v {
			return false
		}
	}
	return true
}

// TestSymmetryByHand compares one image of a 6x6 grid with its definition.
func TestSymmetryByHand(t *testing.T) {
	s := shape(2, 3)
	g := sudoku.Grid{
		1, 2, 3, 4, 5, 6,
		4, 5, 6, 1, 2, 3,
		2, 3, 1, 5, 6, 4,
		5, 6, 4, 2, 3, 1,
		3, 1, 2, 6, 4, 5,
		6, 4, 5, 3, 1, 0,
	}
	swap := sudoku.Identity(s)
	swap.Rows = []int{1, 0, 4, 5, 2, 3}    // exchange the first two rows, and the last two bands
	swap.Columns = []int{3, 4, 5, 0, 2, 1} // exchange the stacks, and the last two columns of the first stack
	swap.Digits = []int{0, 6, 5, 4, 3, 2, 1}
	want := sudoku.Grid{
		6, 5, 4, 3, 1, 2,
		3, 2, 1, 6, 4, 5,
		1, 3, 2, 4, 5, 6,
		4, 6, 0, 1, 2, 3,
		2, 1, 3, 5, 6, 4,
		5, 4, 6, 2, 3, 1,
	}
	if got := swap.Puzzle(sudoku.Puzzle{Shape: s, Clues: g}); !samePuzzle(got, sudoku.Puzzle{Shape: s, Clues: want}) {
		t.Errorf("image\n%v, want\n%v", got.Clues, want)
	}
	turned := sudoku.Transposition(s).Puzzle(sudoku.Puzzle{Shape: s, Clues: g, Name: "kept"})
	if turned.Shape != shape(3, 2) || turned.Name != "kept" {
		t.Errorf("transposed: %v", turned)
	}
	for c, v := range g {
		if got := turned.Clues[turned.Shape.Cell(s.Column(sudoku.Cell(c)), s.Row(sudoku.Cell(c)))]; got != v {
			t.Errorf("%s = %d became %d", s.Name(sudoku.Cell(c)), v, got)
		}
	}
}

// TestSymmetriesKeepSolutions checks that the image of a solution is a solution, and that givens stay givens.
func TestSymmetriesKeepSolutions(t *testing.T) {
	r := random(1)
	for _, s := range groupShapes {
		for range 20 {
			transposed := sudoku.Transposition(s).Then(sudoku.RandomSymmetry(shape(s.Width, s.Height), r))
			for _, u := range []sudoku.Symmetry{sudoku.RandomSymmetry(s, r), transposed} {
				if err := checkSymmetry(u); err != nil {
					t.Fatalf("%s: %v", s, err)
				}
				if !isSolution(u.ImageShape(), u.Grid(s.Root())) {
					t.Fatalf("%s: %+v does not keep a solution", s, u)
				}
				p := randomPuzzle(s, r)
				if image := u.Puzzle(p); image.Validate() != nil || image.Givens() != p.Givens() {
					t.Fatalf("%s: %+v of %v is %v", s, u, p, image)
				}
			}
		}
	}
}

// TestSymmetryGroup checks that Then and Inverse have the laws of a group, also between a shape and its transpose.
func TestSymmetryGroup(t *testing.T) {
	r := random(2)
	draw := func(s sudoku.Shape) sudoku.Symmetry {
		u := sudoku.RandomSymmetry(s, r)
		if r.IntN(2) == 0 {
			u = u.Then(sudoku.Transposition(s))
		}
		return u
	}
	for _, s := range groupShapes {
		for range 50 {
			u := draw(s)
			v := draw(u.ImageShape())
			p := randomPuzzle(s, r)
			if got, want := u.Then(v).Puzzle(p), v.Puzzle(u.Puzzle(p)); !samePuzzle(got, want) {
				t.Fatalf("%s: %+v then %+v gives\n%v, want\n%v", s, u, v, got, want)
			}
			if !reflect.DeepEqual(u.Then(u.Inverse()), sudoku.Identity(s)) ||
				!reflect.DeepEqual(u.Inverse().Then(u), sudoku.Identity(u.ImageShape())) {
				t.Fatalf("%s: %+v: the inverse is %+v", s, u, u.Inverse())
			}
			if err := checkSymmetry(u.Then(v)); err != nil {
				t.Fatal(err)
			}
		}
		if !samePuzzle(sudoku.Identity(s).Puzzle(randomPuzzle(s, random(3))), randomPuzzle(s, random(3))) {
			t.Errorf("%s: the identity changes a puzzle", s)
		}
	}
}

// checkSymmetry returns an error if u is not a symmetry of its shape: its lines are permutations that keep bands and
// stacks together, and its digits a permutation that keeps 0.
func checkSymmetry(u sudoku.Symmetry) error {
	image := u.ImageShape()
	rows, columns := image.Size()
	if u.Shape.Validate() != nil || !permutes(u.Rows, rows, image.Height) ||
		!permutes(u.Columns, columns, image.Width) || !permutes(u.Digits, u.Shape.N()+1, 1) || u.Digits[0] != 0 {
		return fmt.Errorf("%+v is no symmetry", u)
	}
	return nil
}

// permutes reports whether p is a permutation of 0..n-1 that maps each run of size consecutive numbers, counted from 0,
// to such a run.
func permutes(p []int, n, size int) bool {
	if len(p) != n {
		return false
	}
	seen := make([]bool, n)
	for i, x := range p {
		if x < 0 || x >= n || seen[x] || x/size != p[i/size*size]/size {
			return false
		}
		seen[x] = true
	}
	return true
}

// symmetries returns the number of symmetries that keep the shape: for h×w boxes
//
//	w! · h!^w  ·  h! · w!^h  ·  (hw)!  · (2 if h = w)
//
// for the bands and their rows, the stacks and their columns, the values, and transposition.
func symmetries(s sudoku.Shape) *big.Int {
	n := big.NewInt(1)
	times := func(k, power int) {
		for range power {
			n.Mul(n, new(big.Int).MulRange(1, int64(k)))
		}
	}
	times(s.N(), 1)
	times(s.Width, s.Height+1)
	times(s.Height, s.Width+1)
	if s.Height == s.Width {
		n.Lsh(n, 1)
	}
	return n
}

func TestSymmetries(t *testing.T) {
	for s, want := range map[sudoku.Shape]string{
		shape(1, 1): "2", // doing nothing, and transposing one cell
		shape(2, 2): "3072",
		shape(2, 3): "2488320",
		shape(3, 2): "2488320",
		shape(3, 3): "1218998108160",
		shape(2, 5): "401316249600000", // 110,592,000 · 10!, see OEIS A291188
		shape(1, 3): "216",             // 3! · 3! · 3!
	} {
		if got := symmetries(s).String(); got != want {
			t.Errorf("%s has %s symmetries, want %s", s, got, want)
		}
	}
}

// TestSymmetriesOfFour draws until every symmetry of 4x4 grids has occurred: their number must be symmetries.
func TestSymmetriesOfFour(t *testing.T) {
	s, r := shape(2, 2), random(4)
	seen := map[[13]int8]int{}
	const draws = 60_000
	for range draws {
		u := sudoku.RandomSymmetry(s, r)
		var key [13]int8
		for i := range 4 {
			key[i], key[4+i], key[8+i] = int8(u.Rows[i]), int8(u.Columns[i]), int8(u.Digits[i+1])
		}
		if u.Transpose {
			key[12] = 1
		}
		seen[key]++
	}
	if want := symmetries(s).Int64(); int64(len(seen)) != want {
		t.Errorf("%d symmetries, want %d", len(seen), want)
	}
	// Pearson's statistic has mean 3071 and standard deviation 78 if all are equally likely; the seed is fixed.
	if x := chiSquare(seen, draws); x > 3071+5*78 {
		t.Errorf("chi-squared %.0f with 3071 degrees of freedom", x)
	}
}

// chiSquare returns Pearson's statistic for counts with equal expected values and this total.
func chiSquare[K comparable](counts map[K]int, total int) float64 {
	mean := float64(total) / float64(len(counts))
	sum := 0.0
	for _, n := range counts {
		sum += (float64(n) - mean) * (float64(n) - mean) / mean
	}
	return sum
}
