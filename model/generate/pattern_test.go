package generate

import (
	"math/rand/v2"
	"slices"
	"testing"

	"nonet/model/sudoku"
)

// pictures shows the orbits of each pattern on small grids: cells with the same letter are in one orbit.
var pictures = map[Pattern]map[int]string{
	Any:           {2: "abcd", 3: "abc" + "def" + "ghi"},
	Rotate180:     {2: "abba", 3: "abc" + "ded" + "cba"},
	Rotate90:      {2: "aaaa", 3: "aba" + "bcb" + "aba"},
	Horizontal:    {2: "abab", 3: "abc" + "def" + "abc"},
	Vertical:      {2: "aabb", 3: "aba" + "cdc" + "efe"},
	Diagonal:      {2: "abbc", 3: "abc" + "bde" + "cef"},
	Antidiagonal:  {2: "abca", 3: "abc" + "deb" + "fda"},
	Orthogonal:    {2: "aaaa", 3: "aba" + "cdc" + "aba"},
	BothDiagonals: {2: "abba", 3: "abc" + "bdb" + "cba"},
	Full:          {2: "aaaa", 3: "aba" + "bcb" + "aba"},
}

func TestOrbits(t *testing.T) {
	for p, byRows := range pictures {
		for n, picture := range byRows {
			s := sudoku.Shape{Height: 1, Width: n}
			got := make([]byte, n*n)
			for i, o := range p.orbits(s) {
				for _, c := range o {
					got[c] = 'a' + byte(i)
				}
			}
			if string(got) != picture {
				t.Errorf("%v with %d rows: got orbits %s, want %s", p, n, got, picture)
			}
		}
	}
	if len(pictures) != len(patterns) {
		t.Errorf("%d pictures of %d patterns", len(pictures), len(patterns))
	}
}

// TestOrbitSizes checks that orbit sizes divide the order of the group, 1, 2, 4 or 8, on grids of any shape.
func TestOrbitSizes(t *testing.T) {
	order := map[Pattern]int{
		Any: 1, Rotate180: 2, Rotate90: 4, Horizontal: 2, Vertical: 2, Diagonal: 2, Antidiagonal: 2, Orthogonal: 4,
		BothDiagonals: 4, Full: 8,
	}
	for p := range Pattern(len(patterns)) {
		for _, s := range []sudoku.Shape{sudoku.Order(3), {Height: 2, Width: 3}, {Height: 2, Width: 5},
			sudoku.Order(5)} {
			cells, largest := 0, 0
			for _, o := range p.orbits(s) {
				cells += len(o)
				largest = max(largest, len(o))
				if order[p]%len(o) != 0 {
					t.Errorf("%v of %v: an orbit of %d cells", p, s, len(o))
				}
			}
			if cells != s.Cells() || largest != order[p] {
				t.Errorf("%v of %v: orbits have %d cells, the largest %d; want %d and %d",
					p, s, cells, largest, s.Cells(), order[p])
			}
		}
	}
}

// TestAdmits compares admits with all sums of orbit sizes.
func TestAdmits(t *testing.T) {
	for p := range Pattern(len(patterns)) {
		for _, s := range []sudoku.Shape{sudoku.Order(2), {Height: 2, Width: 3}, sudoku.Order(3)} {
			sums := map[int]bool{0: true}
			for _, o := range p.orbits(s) {
				next := map[int]bool{}
				for sum := range sums {
					next[sum], next[sum+len(o)] = true, true
				}
				sums = next
			}
			for n := -2; n <= s.Cells()+2; n++ {
				if got := p.admits(s, n); got != sums[n] {
					t.Errorf("%v of %v: admits(%d) = %v, want %v", p, s, n, got, sums[n])
				}
			}
		}
	}
}

func TestPatternNames(t *testing.T) {
	for i, name := range Patterns() {
		if p, ok := PatternByName(name); !ok || p != Pattern(i) || p.String() != name {
			t.Errorf("PatternByName(%s) = %v, %v", name, p, ok)
		}
	}
	if p, ok := PatternByName("central"); !ok || p != Rotate180 {
		t.Errorf("PatternByName(central) = %v, want rotate180", p)
	}
	if _, ok := PatternByName("Rotate180"); ok || Pattern(99).String() != "Pattern(99)" {
		t.Error("PatternByName or String accepts an unknown pattern")
	}
}

func TestShuffledOrbits(t *testing.T) {
	draw := func(seed uint64) [][]sudoku.Cell {
		return Rotate180.shuffledOrbits(sudoku.Order(3), rand.New(rand.NewPCG(1, seed)))
	}
	same := func(a, b [][]sudoku.Cell) bool { return slices.EqualFunc(a, b, slices.Equal[[]sudoku.Cell]) }
	if a := draw(1); !same(a, draw(1)) || same(a, draw(2)) || len(a) != 41 {
		t.Errorf("%d orbits, want 41, in an order that depends on the seed alone", len(a))
	}
}

// TestPatternOf draws unions of orbits of each pattern, and compares the symmetries of the pattern found, by the cells
// of its orbits, with all patterns that the clues have.
func TestPatternOf(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 8))
	found := map[Pattern]bool{}
	for drawn := range Pattern(len(patterns)) {
		for _, s := range []sudoku.Shape{sudoku.Order(3), {Height: 2, Width: 3}, {Height: 1, Width: 4}} {
			for range 20 {
				p := sudoku.Puzzle{Shape: s, Clues: make(sudoku.Grid, s.Cells())}
				for _, o := range drawn.orbits(s) {
					if r.IntN(2) == 0 {
						for _, c := range o {
							p.Clues[c] = 1 + r.IntN(s.N())
						}
					}
				}
				has := func(q Pattern) bool { // each orbit has clues in all cells or in none
					return !slices.ContainsFunc(q.orbits(s), func(o []sudoku.Cell) bool {
						return slices.ContainsFunc(o, func(c sudoku.Cell) bool {
							return (p.Clues[c] == 0) != (p.Clues[o[0]] == 0)
						})
					})
				}
				got := PatternOf(p)
				found[got] = true
				if !has(got) || !has(drawn) {
					t.Fatalf("%v: clues %v do not have the pattern", got, p.Clues)
				}
				for q := range Pattern(len(patterns)) {
					// got has the symmetries of q if its orbits contain the orbits of q
					split := func(o []sudoku.Cell) bool { return !within(o, got.orbits(s)) }
					if has(q) && slices.ContainsFunc(q.orbits(s), split) {
						t.Fatalf("clues drawn with the pattern %v have %v, too, but the result is %v", drawn, q, got)
					}
				}
			}
		}
	}
	if len(found) != len(patterns) {
		t.Errorf("only %d patterns were found", len(found))
	}
}

// within reports whether one of the sets contains all cells of a set.
func within(set []sudoku.Cell, sets [][]sudoku.Cell) bool {
	return slices.ContainsFunc(sets, func(big []sudoku.Cell) bool {
		return !slices.ContainsFunc(set, func(c sudoku.Cell) bool { return !slices.Contains(big, c) })
	})
}
