package sudoku_test

import (
	"context"
	"errors"
	"fmt"
	"math/big"
	"slices"
	"testing"

	"nonet/backends/backendtest"
	"nonet/model/sudoku"
)

func canonical(t testing.TB, p sudoku.Puzzle) sudoku.Form {
	t.Helper()
	form, err := sudoku.Canonical(t.Context(), p)
	if err != nil {
		t.Fatal(err)
	}
	return form
}

// allSymmetries calls yield with every symmetry that keeps s and the values, transposed or not.
func allSymmetries(s sudoku.Shape, yield func(sudoku.Symmetry)) {
	rows, columns := linePermutations(s.N(), s.Height), linePermutations(s.N(), s.Width)
	u := sudoku.Identity(s)
	for _, u.Rows = range rows {
		for _, u.Columns = range columns {
			u.Transpose = false
			yield(u)
			if s.Height == s.Width {
				u.Transpose = true
				yield(u)
			}
		}
	}
}

// linePermutations returns the permutations of 0..n-1 that keep runs of size numbers together.
func linePermutations(n, size int) [][]int {
	var all [][]int
	var p []int
	var extend func()
	extend = func() {
		if len(p) == n {
			all = append(all, slices.Clone(p))
			return
		}
		for x := range n {
			at := len(p) / size * size
			if slices.Contains(p, x) || at < len(p) && p[at]/size != x/size {
				continue
			}
			p = append(p, x)
			extend()
			p = p[:len(p)-1]
		}
	}
	extend()
	return all
}

// renamed renames the values of g in order of first appearance, which gives the least image by a permutation of values.
// It also returns the number of different values.
func renamed(n int, g sudoku.Grid) (least sudoku.Grid, met int) {
	name := make([]int, n+1)
	least = make(sudoku.Grid, len(g))
	for c, v := range g {
		if v != 0 && name[v] == 0 {
			met++
			name[v] = met
		}
		least[c] = name[v]
	}
	return least, met
}

// naive returns the canonical form and the number of automorphisms by trying all symmetries.
func naive(p sudoku.Puzzle) (least sudoku.Grid, automorphisms *big.Int) {
	count := int64(0)
	met := 0
	allSymmetries(p.Shape, func(u sudoku.Symmetry) {
		var image sudoku.Grid
		image, met = renamed(p.Shape.N(), u.Grid(p.Clues))
		switch c := slices.Compare(image, least); {
		case least == nil || c < 0:
			least, count = image, 1
		case c == 0:
			count++
		}
	})
	unused := new(big.Int).MulRange(1, int64(p.Shape.N()-met))
	return least, unused.Mul(unused, big.NewInt(count))
}

// TestCanonicalByDefinition compares with the naive search over all symmetries, on puzzles of every density, including
// inconsistent ones.
func TestCanonicalByDefinition(t *testing.T) {
	r := random(20)
	for _, s := range []sudoku.Shape{shape(1, 1), shape(1, 2), shape(2, 1), shape(1, 3), shape(3, 1), shape(2, 2),
		shape(2, 3), shape(3, 2)} {
		rounds := 600
		if s.N() == 6 {
			rounds = 40
		}
		for round := range rounds {
			p := sudoku.Puzzle{Shape: s, Clues: sudoku.KeepEach(s.Root(), float64(round%11)/10, r)}
			switch round % 3 {
			case 0: // from another grid
				g, err := sudoku.RandomGrid(t.Context(), s, r)
				if err != nil {
					t.Fatal(err)
				}
				p.Clues = sudoku.KeepEach(g, float64(round%11)/10, r)
			case 1: // any values
				for c := range p.Clues {
					if p.Clues[c] != 0 {
						p.Clues[c] = 1 + r.IntN(s.N())
					}
				}
			}
			checkNaively(t, p)
		}
	}
}

func checkNaively(t *testing.T, p sudoku.Puzzle) {
	t.Helper()
	form := canonical(t, p)
	least, automorphisms := naive(p)
	if !slices.Equal(form.Puzzle.Clues, least) {
		t.Fatalf("%s %v: form\n%v, want\n%v", p.Shape, p.Clues, form.Puzzle.Clues, least)
	}
	if form.Automorphisms.Cmp(automorphisms) != 0 {
		t.Fatalf("%s %v: %v automorphisms, want %v", p.Shape, p.Clues, form.Automorphisms, automorphisms)
	}
	checkForm(t, p, form)
}

// checkForm checks that the symmetry of a form is one and leads to it.
func checkForm(t *testing.T, p sudoku.Puzzle, form sudoku.Form) {
	t.Helper()
	if err := checkSymmetry(form.Symmetry); err != nil {
		t.Fatal(err)
	}
	if !samePuzzle(form.Symmetry.Puzzle(p), form.Puzzle) {
		t.Fatalf("%s %v: %+v does not lead to %v", p.Shape, p.Clues, form.Symmetry, form.Puzzle.Clues)
	}
}

// TestCanonicalInvariance checks that images of a puzzle have the same form and number of automorphisms.
func TestCanonicalInvariance(t *testing.T) {
	r := random(21)
	for _, test := range []struct {
		shape  sudoku.Shape
		rounds int
	}{{shape(2, 2), 500}, {shape(2, 3), 500}, {shape(3, 3), 2000}, {shape(1, 7), 50}, {shape(2, 5), 100},
		{shape(3, 4), 100}, {shape(4, 4), 60}, {shape(5, 5), 6}} {
		for round := range backendtest.Rounds((test.rounds+3)/4, test.rounds) {
			g, err := sudoku.RandomGrid(t.Context(), test.shape, r)
			if err != nil {
				t.Fatal(err)
			}
			p := sudoku.Puzzle{Shape: test.shape, Clues: sudoku.KeepEach(g, min(1, 0.2+0.2*float64(round%6)), r)}
			u := sudoku.RandomSymmetry(test.shape, r)
			a, b := canonical(t, p), canonical(t, u.Puzzle(p))
			if !samePuzzle(a.Puzzle, b.Puzzle) || a.Automorphisms.Cmp(b.Automorphisms) != 0 {
				t.Fatalf("%s %v and its image under %+v: forms\n%v (%v)\n%v (%v)", test.shape, p.Clues, u,
					a.Puzzle.Clues, a.Automorphisms, b.Puzzle.Clues, b.Automorphisms)
			}
			checkForm(t, p, a)
		}
	}
}

// TestCanonicalClassesOfFour sorts the 288 grids of 4x4 into their two classes.
func TestCanonicalClassesOfFour(t *testing.T) {
	s := shape(2, 2)
	sizes := map[string]int64{}
	forms := map[string]sudoku.Form{}
	total := 0
	gridsFrom(s, nil, func(g sudoku.Grid) {
		form := canonical(t, sudoku.Puzzle{Shape: s, Clues: g})
		key := fmt.Sprint(form.Puzzle.Clues)
		sizes[key]++
		forms[key] = form
		total++
	})
	var got []int64
	for key, size := range sizes {
		got = append(got, size)
		// Orbit and stabiliser.
		if product := new(big.Int).Mul(big.NewInt(size), forms[key].Automorphisms); product.Cmp(symmetries(s)) != 0 {
			t.Errorf("%s: %d grids with %v automorphisms", key, size, forms[key].Automorphisms)
		}
	}
	slices.Sort(got)
	if total != 288 || !slices.Equal(got, []int64{96, 192}) {
		t.Errorf("%d grids in classes of %v", total, got)
	}
}

// gridsFrom calls yield with every complete grid that begins with the values of start, in lexicographic order.
func gridsFrom(s sudoku.Shape, start sudoku.Grid, yield func(sudoku.Grid)) {
	g := make(sudoku.Grid, s.Cells())
	n := s.N()
	rows, columns, boxes := make([]uint, n), make([]uint, n), make([]uint, n)
	var fill func(c int)
	fill = func(c int) {
		if c == len(g) {
			yield(g)
			return
		}
		row, column, box := s.Row(sudoku.Cell(c)), s.Column(sudoku.Cell(c)), s.Box(sudoku.Cell(c))
		for v := 1; v <= n; v++ {
			bit := uint(1) << v
			if (rows[row]|columns[column]|boxes[box])&bit != 0 || c < len(start) && v != start[c] {
				continue
			}
			g[c] = v
			rows[row] |= bit
			columns[column] |= bit
			boxes[box] |= bit
			fill(c + 1)
			rows[row] &^= bit
			columns[column] &^= bit
			boxes[box] &^= bit
		}
	}
	fill(0)
}

// TestCanonicalExtremes has puzzles whose forms follow from theory.
func TestCanonicalExtremes(t *testing.T) {
	for _, s := range append(groupShapes, shape(5, 5), shape(7, 14)) {
		p := sudoku.Puzzle{Shape: s, Clues: make(sudoku.Grid, s.Cells())}
		if form := canonical(t, p); form.Puzzle.Givens() != 0 || form.Automorphisms.Cmp(symmetries(s)) != 0 {
			t.Errorf("%s: the empty grid has %v automorphisms, want %v", s, form.Automorphisms, symmetries(s))
		}
		// A single clue becomes a 1 in the last cell. It can be in N² cells and have N values.
		p.Clues[s.Cells()/2] = s.N()
		form := canonical(t, p)
		if form.Puzzle.Givens() != 1 || form.Puzzle.Clues[s.Cells()-1] != 1 {
			t.Errorf("%s: one clue: form %v", s, form.Puzzle.Clues)
		}
		all := new(big.Int).Mul(form.Automorphisms, big.NewInt(int64(s.Cells()*s.N())))
		if all.Cmp(symmetries(s)) != 0 {
			t.Errorf("%s: one clue: %v automorphisms of %v symmetries", s, form.Automorphisms, symmetries(s))
		}
	}
}

func TestCanonicalErrors(t *testing.T) {
	if _, err := sudoku.Canonical(t.Context(), sudoku.Puzzle{Shape: shape(3, 3)}); err == nil {
		t.Error("a puzzle without cells: got no error")
	}
	empty := backendtest.Puzzle(sudoku.Order(2), "................")
	bad := sudoku.Puzzle{Shape: empty.Shape, Clues: slices.Clone(empty.Clues)}
	bad.Clues[3] = 5
	if _, _, err := isomorphic(t.Context(), empty, bad); err == nil {
		t.Error("a value out of range: got no error")
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	s := sudoku.Order(8)
	if _, err := sudoku.Canonical(ctx, sudoku.Puzzle{Shape: s, Clues: s.Root()}); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
}

func BenchmarkCanonical(b *testing.B) {
	r := random(1)
	for _, s := range []sudoku.Shape{shape(2, 2), shape(2, 3), shape(3, 3), shape(4, 4), shape(5, 5)} {
		for _, given := range []float64{0.21, 0.5, 1} {
			b.Run(fmt.Sprintf("size=%d/given=%v", s.N(), given), func(b *testing.B) {
				puzzles := make([]sudoku.Puzzle, 32)
				for i := range puzzles {
					g, err := sudoku.RandomGrid(b.Context(), s, r)
					if err != nil {
						b.Fatal(err)
					}
					puzzles[i] = sudoku.Puzzle{Shape: s, Clues: sudoku.KeepEach(g, given, r)}
				}
				for i := 0; b.Loop(); i++ {
					canonical(b, puzzles[i%len(puzzles)])
				}
			})
		}
	}
}
