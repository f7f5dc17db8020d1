package sudoku_test

import (
	"math"
	"slices"
	"testing"

	"nonet/model/sudoku"
)

func TestRoot(t *testing.T) {
	for n := 1; n <= sudoku.MaxN; n++ {
		for h := 1; h <= n; h++ {
			if s := shape(h, n/h); n%h == 0 && (n <= 16 || n == 100) && !isSolution(s, s.Root()) {
				t.Errorf("the root solution of %s is not a solution", s)
			}
		}
	}
	// The formula of the paper for order 3, written out.
	want := sudoku.Grid{
		1, 2, 3, 4, 5, 6, 7, 8, 9,
		4, 5, 6, 7, 8, 9, 1, 2, 3,
		7, 8, 9, 1, 2, 3, 4, 5, 6,
		2, 3, 4, 5, 6, 7, 8, 9, 1,
		5, 6, 7, 8, 9, 1, 2, 3, 4,
		8, 9, 1, 2, 3, 4, 5, 6, 7,
		3, 4, 5, 6, 7, 8, 9, 1, 2,
		6, 7, 8, 9, 1, 2, 3, 4, 5,
		9, 1, 2, 3, 4, 5, 6, 7, 8,
	}
	if got := shape(3, 3).Root(); !slices.Equal(got, want) {
		t.Errorf("root solution\n%v", got)
	}
}

// TestLewis checks that an instance is a part of its solution, that about a fraction p of the cells are given, and that
// a seed repeats it.
func TestLewis(t *testing.T) {
	for _, s := range []sudoku.Shape{shape(2, 2), shape(2, 3), shape(3, 3), shape(4, 4), shape(5, 5)} {
		for _, p := range []float64{0, 0.3, 0.75, 1} {
			const draws = 100
			r, again := random(7), random(7)
			givens := 0
			for range draws {
				puzzle, solution := sudoku.Lewis(s, p, r)
				if err := puzzle.Validate(); err != nil || !isSolution(s, solution) {
					t.Fatalf("%s, p = %v: %v, solution %v", s, p, err, solution)
				}
				for c, v := range puzzle.Clues {
					if v != 0 && v != solution[c] {
						t.Fatalf("%s, p = %v: %s differs from the solution", s, p, s.Name(sudoku.Cell(c)))
					}
				}
				givens += puzzle.Givens()
				if other, _ := sudoku.Lewis(s, p, again); !samePuzzle(puzzle, other) {
					t.Fatalf("%s, p = %v: the seed gives another instance", s, p)
				}
			}
			trials := float64(draws * s.Cells())
			if deviation := math.Abs(float64(givens) - p*trials); deviation > 5*math.Sqrt(trials*p*(1-p)) {
				t.Errorf("%s, p = %v: %d givens in %v cells", s, p, givens, trials)
			}
		}
	}
}

// TestShuffleReach counts the grids that shuffles make of the 4x4 root solution: the shuffles that map it to a grid are
// a coset, so all grids are equally likely.
func TestShuffleReach(t *testing.T) {
	s, r := shape(2, 2), random(8)
	orbit := map[[16]int]int{}
	for range 20_000 {
		orbit[[16]int(sudoku.Shuffle(s, r).Grid(s.Root()))]++
	}
	// 128 shuffles; the shuffles that fix a grid divide them into cosets of the same size.
	if len(orbit) == 0 || 128%len(orbit) != 0 {
		t.Fatalf("%d different grids of 128 shuffles", len(orbit))
	}
	if x, freedom := chiSquare(orbit, 20_000), float64(len(orbit)-1); x > freedom+5*math.Sqrt(2*freedom) {
		t.Errorf("chi-squared %.0f with %.0f degrees of freedom", x, freedom)
	}
}

func TestKeepExactly(t *testing.T) {
	s, r := shape(3, 3), random(9)
	root := s.Root()
	seen := make([]int, s.Cells())
	for range 200 {
		for _, n := range []int{0, 17, 80, 81} {
			kept := sudoku.KeepExactly(root, n, r)
			count := 0
			for c, v := range kept {
				if v != 0 {
					count++
					seen[c]++
				}
				if v != 0 && v != root[c] {
					t.Fatalf("cell %d is %d", c, v)
				}
			}
			if count != n {
				t.Fatalf("%d cells kept, want %d", count, n)
			}
		}
	}
	if slices.Min(seen) < 400 { // 200 times 80 or 81 of 81
		t.Errorf("cells were kept %v times", seen)
	}
	half := sudoku.KeepExactly(root, 40, r)
	if again := sudoku.KeepExactly(half, 50, r); !slices.Equal(again, half) {
		t.Errorf("50 of 40 values: %v", again)
	}
}

// TestGivens compares with the sizes of published instances of orders 3, 4 and 5 at 40, 45 and 50 per cent.
func TestGivens(t *testing.T) {
	for n, want := range map[int][]int{3: {33, 37, 41}, 4: {103, 116, 128}, 5: {250, 282, 313}} {
		for i, percent := range []int{40, 45, 50} {
			if got := sudoku.Order(n).Givens(percent); got != want[i] {
				t.Errorf("order %d, %d per cent: %d givens, want %d", n, percent, got, want[i])
			}
		}
	}
	if s := shape(3, 3); s.Givens(0) != 0 || s.Givens(100) != 81 {
		t.Errorf("no cells %d, all cells %d", s.Givens(0), s.Givens(100))
	}
}
