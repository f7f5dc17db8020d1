package sudoku_test

import (
	"context"
	"math/big"
	"math/rand/v2"
	"os"
	"reflect"
	"slices"
	"testing"
	"time"

	"nonet/backends/backendtest"
	"nonet/model/sudoku"
)

// mostSymmetric is the canonical form of the grid with the most automorphisms, 648.
const mostSymmetric = "123456789456789123789123456231564897564897231897231564312645978645978312978312645"

const goldenNugget = ".......39.....1..5..3.5.8....8.9...6.7...2...1..4.......9.8..5..2....6..4..7....."

func nine(line string) sudoku.Puzzle { return backendtest.Puzzle(sudoku.Order(3), line) }

// exchanged returns p with two columns exchanged.
func exchanged(p sudoku.Puzzle, a, b int) sudoku.Puzzle {
	q := sudoku.Puzzle{Shape: p.Shape, Clues: slices.Clone(p.Clues)}
	for row := range p.Shape.N() {
		x, y := p.Shape.Cell(row, a), p.Shape.Cell(row, b)
		q.Clues[x], q.Clues[y] = q.Clues[y], q.Clues[x]
	}
	return q
}

// isomorphic returns a symmetry that maps p to q, and reports whether there is one.
func isomorphic(ctx context.Context, p, q sudoku.Puzzle) (sudoku.Symmetry, bool, error) {
	a, err := sudoku.Canonical(ctx, p)
	if err != nil {
		return sudoku.Symmetry{}, false, err
	}
	b, err := sudoku.Canonical(ctx, q)
	if err != nil || a.Key() != b.Key() {
		return sudoku.Symmetry{}, false, err
	}
	return a.Symmetry.Then(b.Symmetry.Inverse()), true, nil
}

func TestIsomorphic(t *testing.T) {
	nugget := nine(goldenNugget)
	six := sudoku.Puzzle{Shape: shape(2, 3), Clues: shape(2, 3).Root()}
	oneClueLess := exchanged(nugget, 0, 0)
	oneClueLess.Clues[7] = 0
	otherValue := exchanged(nugget, 0, 0)
	otherValue.Clues[7] = 6
	for _, test := range []struct {
		name string
		p, q sudoku.Puzzle
		want bool
	}{
		{"itself", nugget, nugget, true},
		{"two columns of a stack exchanged", nugget, exchanged(nugget, 3, 5), true},
		{"two columns of different stacks exchanged", nugget, exchanged(nugget, 3, 6), false},
		{"transposed", nugget, sudoku.Transposition(nugget.Shape).Puzzle(nugget), true},
		{"a clue less", nugget, oneClueLess, false},
		{"another value", nugget, otherValue, false},
		{"transposed, of another shape then", six, sudoku.Transposition(six.Shape).Puzzle(six), false},
		{"a grid and a puzzle", nine(mostSymmetric), nugget, false},
	} {
		u, ok, err := isomorphic(t.Context(), test.p, test.q)
		if err != nil || ok != test.want {
			t.Errorf("%s: %v, %v, want %v", test.name, ok, err, test.want)
		}
		if ok && !samePuzzle(u.Puzzle(test.p), test.q) {
			t.Errorf("%s: %+v does not take one to the other", test.name, u)
		}
	}
	if a, b := canonical(t, nugget), canonical(t, exchanged(nugget, 3, 5)); !samePuzzle(a.Puzzle, b.Puzzle) {
		t.Errorf("forms\n%v\n%v", a.Puzzle.Clues, b.Puzzle.Clues)
	}
}

// TestAutomorphisms has numbers that TestAutomorphismsByDefinition confirms.
func TestAutomorphisms(t *testing.T) {
	for _, test := range automorphic {
		form := canonical(t, nine(test.line))
		if form.Automorphisms.Cmp(big.NewInt(test.automorphisms)) != 0 {
			t.Errorf("%s: %v automorphisms, want %d", test.name, form.Automorphisms, test.automorphisms)
		}
	}
	p := nine(mostSymmetric)
	if form := canonical(t, p); !samePuzzle(form.Puzzle, p) {
		t.Errorf("the form of the most symmetric grid is %v", form.Puzzle.Clues)
	}
}

// TestAutomorphismsOfRoots has the numbers of the naive search for order 2 (TestCanonicalByDefinition) and of the loop
// over all rearrangements for order 3. Both are 2n³, and so is order 4.
func TestAutomorphismsOfRoots(t *testing.T) {
	for n, want := range map[int]int64{2: 16, 3: 54, 4: 128} {
		s := sudoku.Order(n)
		if got := canonical(t, sudoku.Puzzle{Shape: s, Clues: s.Root()}).Automorphisms; got.Cmp(big.NewInt(want)) != 0 {
			t.Errorf("order %d: %v automorphisms, want %d", n, got, want)
		}
	}
}

// automorphic lists puzzles with their numbers of automorphisms and of values that do not occur.
var automorphic = []struct {
	name, line    string
	automorphisms int64
	unused        int
}{
	{"most symmetric grid", mostSymmetric, 648, 0},
	{"root solution", "123456789456789123789123456234567891567891234891234567345678912678912345912345678", 54, 0},
	{"Golden Nugget", goldenNugget, 1, 0},
	{"nine clues on a diagonal", "000000001000000020000000300000004000000050000000600000007000000080000000900000000",
		2592, 0},
	{"three boxes full of a value each",
		"111000000111000000111000000000222000000222000000222000000000333000000333000000333", 403107840, 6},
}

// TestAutomorphismsByDefinition counts the automorphisms with a plain loop over all 2·6^8 rearrangements.
func TestAutomorphismsByDefinition(t *testing.T) {
	backendtest.SkipUnlessLong(t)
	count := make([]int64, len(automorphic))
	var puzzles []sudoku.Puzzle
	for _, test := range automorphic {
		puzzles = append(puzzles, nine(test.line))
	}
	allSymmetries(sudoku.Order(3), func(u sudoku.Symmetry) {
		for i, p := range puzzles {
			if fixes(u, p) {
				count[i]++
			}
		}
	})
	for i, test := range automorphic {
		want := big.NewInt(test.automorphisms)
		unused := new(big.Int).MulRange(1, int64(test.unused))
		if got := unused.Mul(unused, big.NewInt(count[i])); got.Cmp(want) != 0 {
			t.Errorf("%s: %v automorphisms, want %v", test.name, got, want)
		}
	}
}

// fixes reports whether some permutation of the values maps the image of p under u, which keeps the values, to p.
func fixes(u sudoku.Symmetry, p sudoku.Puzzle) bool {
	var name, taken [10]int
	for c, v := range p.Clues {
		w := p.Clues[u.Source(sudoku.Cell(c))]
		if (v == 0) != (w == 0) || name[w] != 0 && name[w] != v || name[w] == 0 && taken[v] != 0 {
			return false
		}
		name[w] = v
		if v != 0 {
			taken[v] = 1
		}
	}
	return true
}

// TestAutomorphismsOfGrids has regular grids: their numbers of automorphisms must be among those of complete 9x9 grids.
//
// Source of the numbers: E. Russell and F. Jarvis, Mathematics of Sudoku II, 2006.
func TestAutomorphismsOfGrids(t *testing.T) {
	possible := []int64{1, 2, 3, 4, 6, 8, 9, 12, 18, 27, 36, 54, 72, 108, 162, 648}
	seen := map[int64]int{}
	s, r := sudoku.Order(3), random(31)
	for range 500 {
		// Each stack has three values in each of its rows. From row to row of a band they move to the next or previous
		// stack; from band to band each three are rotated.
		g := make(sudoku.Grid, s.Cells())
		rotation := [3][]int{r.Perm(3), r.Perm(3), r.Perm(3)}
		for band := range 3 {
			step := 1 + r.IntN(2)
			for row := range 3 {
				for column := range 9 {
					three := (column/3 + row*step) % 3
					g[s.Cell(3*band+row, column)] = 3*three + (column+rotation[three][band])%3 + 1
				}
			}
		}
		if !isSolution(s, g) {
			t.Fatalf("%v is not a solution", g)
		}
		n := canonical(t, sudoku.Puzzle{Shape: s, Clues: g}).Automorphisms.Int64()
		seen[n]++
		if !slices.Contains(possible, n) {
			t.Errorf("%v has %d automorphisms", g, n)
		}
	}
	t.Log(seen)
	if seen[648] == 0 || len(seen) < 2 {
		t.Errorf("numbers of automorphisms: %v", seen)
	}
}

// TestCanonicalClassesOfSix finds the classes of 6x6 grids among all grids with the first row 1 2 3 4 5 6 and a second
// row that begins with 4 5 6, which every class has, and adds up their sizes.
//
// Source of the numbers: OEIS A291188 (49 classes), and the number of 6x6 grids, 28,200,960.
func TestCanonicalClassesOfSix(t *testing.T) {
	s := shape(2, 3)
	classes := map[[36]int]*big.Int{}
	first := sudoku.Grid{1, 2, 3, 4, 5, 6, 4, 5, 6}
	gridsFrom(s, first, func(g sudoku.Grid) {
		form := canonical(t, sudoku.Puzzle{Shape: s, Clues: g})
		classes[[36]int(form.Puzzle.Clues)] = form.Automorphisms
	})
	total := new(big.Int)
	for form, automorphisms := range classes {
		total.Add(total, new(big.Int).Div(symmetries(s), automorphisms))
		checkNaively(t, sudoku.Puzzle{Shape: s, Clues: form[:]})
	}
	if len(classes) != 49 || total.Int64() != 28_200_960 {
		t.Errorf("%d classes with %v grids, want 49 with 28200960", len(classes), total)
	}
}

// TestCanonical17 checks that the 17-clue puzzles of the list, or a sample, are pairwise inequivalent, and that images
// are recognised.
func TestCanonical17(t *testing.T) {
	lines := backendtest.Lines(t, "sudoku17.txt.gz")
	if os.Getenv("NONET_LONG") == "" {
		lines = backendtest.Spread(lines, 10_000)
	}
	forms := make(map[[81]int]string, len(lines))
	symmetric := 0
	for _, line := range lines {
		form := canonical(t, nine(line))
		key := [81]int(form.Puzzle.Clues)
		if other, ok := forms[key]; ok {
			t.Fatalf("%s and %s have the same form", line, other)
		}
		forms[key] = line
		if form.Automorphisms.Cmp(big.NewInt(1)) > 0 {
			symmetric++
		}
	}
	t.Logf("%d puzzles, %d with automorphisms", len(forms), symmetric)
	r := random(32)
	for _, line := range backendtest.Spread(lines, 1000) {
		p := nine(line)
		image := sudoku.RandomSymmetry(p.Shape, r).Puzzle(p)
		if got := forms[[81]int(canonical(t, image).Puzzle.Clues)]; got != line {
			t.Fatalf("an image of %s has the form of %q", line, got)
		}
	}
}

// TestAutomorphismsOfInvariantPuzzles makes puzzles that a symmetry of prime order maps to themselves. The number of
// their automorphisms is a multiple of that prime.
func TestAutomorphismsOfInvariantPuzzles(t *testing.T) {
	r := random(33)
	orders := map[int64]int{}
	for _, s := range []sudoku.Shape{shape(2, 2), shape(2, 3), shape(3, 3), shape(3, 4), shape(4, 4)} {
		for round := range 100 {
			u, prime := primeOrder(s, r)
			p := sudoku.Puzzle{Shape: s, Clues: make(sudoku.Grid, s.Cells())}
			for range 1 + round*s.Cells()/200 {
				spread(p.Clues, u, sudoku.Cell(r.IntN(s.Cells())), 1+r.IntN(s.N()))
			}
			if !samePuzzle(u.Puzzle(p), p) {
				t.Fatalf("%+v does not fix %v", u, p.Clues)
			}
			ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
			form, err := sudoku.Canonical(ctx, p)
			cancel()
			if err != nil {
				t.Fatalf("%s %v: %v", s, p.Clues, err)
			}
			if new(big.Int).Mod(form.Automorphisms, big.NewInt(prime)).Sign() != 0 {
				t.Fatalf("%s %v: %v automorphisms, and %+v has order %d", s, p.Clues, form.Automorphisms, u, prime)
			}
			checkForm(t, p, form)
			image := sudoku.RandomSymmetry(s, r).Puzzle(p)
			other := canonical(t, image)
			if !samePuzzle(other.Puzzle, form.Puzzle) || other.Automorphisms.Cmp(form.Automorphisms) != 0 {
				t.Fatalf("%s %v: %v and %v automorphisms, forms\n%v\n%v", s, p.Clues, form.Automorphisms,
					other.Automorphisms, form.Puzzle.Clues, other.Puzzle.Clues)
			}
			orders[prime]++
		}
	}
	t.Log(orders)
}

// spread assigns v to cell c, and assigns to each cell of its orbit under u the value that u gives. It changes nothing
// if a cell of the orbit has a value.
func spread(g sudoku.Grid, u sudoku.Symmetry, c sudoku.Cell, v int) {
	target := inverse(u)
	orbit := map[sudoku.Cell]int{}
	for {
		if w, ok := orbit[c]; ok && w == v {
			break // the orbit is closed
		} else if ok || g[c] != 0 {
			return
		}
		orbit[c] = v
		c, v = target(c), u.Digits[v]
	}
	for c, v := range orbit {
		g[c] = v
	}
}

// inverse returns the function that maps a cell to its image under u.
func inverse(u sudoku.Symmetry) func(sudoku.Cell) sudoku.Cell { return u.Inverse().Source }

// primeOrder draws a symmetry of prime order: a power of a random one.
func primeOrder(s sudoku.Shape, r *rand.Rand) (u sudoku.Symmetry, prime int64) {
	for {
		u = sudoku.RandomSymmetry(s, r)
		order := int64(1)
		for v := u; !reflect.DeepEqual(v, sudoku.Identity(s)); v = v.Then(u) {
			order++
		}
		for prime = 2; prime < order; prime++ {
			if order%prime == 0 && r.IntN(2) == 0 && big.NewInt(prime).ProbablyPrime(0) {
				break
			}
		}
		if order%prime != 0 || !big.NewInt(prime).ProbablyPrime(0) {
			continue
		}
		v := sudoku.Identity(s)
		for range order / prime {
			v = v.Then(u)
		}
		return v, prime
	}
}
