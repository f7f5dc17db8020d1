package sudoku_test

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"nonet/model/sudoku"
)

// wordsOf joins the words of the moves of a symmetry.
func wordsOf(s sudoku.Symmetry) string {
	var words []string
	for _, m := range s.Moves() {
		words = append(words, m.Words)
	}
	return strings.Join(words, "; ")
}

func TestMovesComposeToTheSymmetry(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for _, s := range []sudoku.Shape{{Height: 1, Width: 1}, {Height: 2, Width: 3}, {Height: 1, Width: 5},
		sudoku.Order(2), sudoku.Order(3), sudoku.Order(4)} {
		for range 50 {
			want := sudoku.RandomSymmetry(s, r)
			got := sudoku.Identity(s)
			for _, m := range want.Moves() {
				if err := checkSymmetry(m.Symmetry); err != nil || m.Words == "" {
					t.Fatalf("%s: move %+v: %v", s, m, err)
				}
				got = got.Then(m.Symmetry)
			}
			if !reflect.DeepEqual(got, want) {
				t.Fatalf("%s: %v composes to\n%+v, want\n%+v", s, wordsOf(want), got, want)
			}
		}
	}
}

// TestMoveWords checks what the words say against the image of a grid whose clues show where cells go.
func TestMoveWords(t *testing.T) {
	s := sudoku.Order(3)
	// lines of the image: rows and columns in 1-based order of their sources
	of := func(transpose bool, rows, columns string) sudoku.Symmetry {
		m := sudoku.Identity(s)
		m.Transpose = transpose
		for i := range 9 {
			m.Rows[i], m.Columns[i] = int(rows[i]-'1'), int(columns[i]-'1')
		}
		return m
	}
	const same, back = "123456789", "987654321"
	relabeled := of(true, same, back)
	relabeled.Digits = []int{0, 2, 1, 3, 4, 5, 6, 9, 7, 8}
	for _, test := range []struct {
		symmetry sudoku.Symmetry
		words    string
		first    string // where the clue of r1c1 goes, and its value 1
	}{
		{of(false, same, same), "", "r1c1=1"},
		{of(true, same, same), "transpose", "r1c1=1"},
		{of(false, back, same), "mirror top to bottom", "r9c1=1"},
		{of(false, same, back), "mirror left to right", "r1c9=1"},
		{of(false, back, back), "rotate 180 degrees", "r9c9=1"},
		{of(true, same, back), "rotate 90 degrees clockwise", "r1c9=1"},
		{of(true, back, same), "rotate 90 degrees counterclockwise", "r9c1=1"},
		{of(true, back, back), "transpose at the other diagonal", "r9c9=1"},
		{of(false, "456123789", same), "swap bands 1 and 2", "r4c1=1"},
		{of(false, "213456789", "123789456"), "swap rows 1 and 2; swap stacks 2 and 3", "r2c1=1"},
		{of(false, "789123456", "312456789"), "move bands 1 to 2, 2 to 3, 3 to 1; move columns 1 to 2, 2 to 3, 3 to 1",
			"r4c2=1"},
		{relabeled, "rotate 90 degrees clockwise; relabel 12789 to 21978", "r1c9=2"},
	} {
		if got := wordsOf(test.symmetry); got != test.words {
			t.Errorf("got  %s\nwant %s", got, test.words)
		}
		g := make(sudoku.Grid, 81)
		g[0] = 1
		image := test.symmetry.Grid(g)
		at := slices.IndexFunc(image, func(v int) bool { return v != 0 })
		if got := fmt.Sprintf("%s=%d", s.Name(sudoku.Cell(at)), image[at]); got != test.first {
			t.Errorf("%s: r1c1=1 becomes %s, want %s", test.words, got, test.first)
		}
	}
	if got, want := wordsOf(sudoku.Symmetry{Shape: sudoku.Shape{Height: 1, Width: 10},
		Rows: []int{0, 1, 2, 3, 4, 5, 6, 7, 8, 9}, Columns: []int{0, 1, 2, 3, 4, 5, 6, 7, 8, 9},
		Digits: []int{0, 10, 2, 3, 4, 5, 6, 7, 8, 9, 1}}), "relabel 1 10 to 10 1"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

// TestClassIndex adds puzzles and looks for random images of them, and for puzzles of other classes.
func TestClassIndex(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for _, s := range []sudoku.Shape{{Height: 2, Width: 3}, sudoku.Order(2), sudoku.Order(3)} {
		var x sudoku.ClassIndex
		form := func(p sudoku.Puzzle) *sudoku.Form {
			f, err := sudoku.Canonical(t.Context(), p)
			if err != nil {
				t.Fatal(err)
			}
			return &f
		}
		var puzzles []sudoku.Puzzle
		for i := range 40 {
			g, err := sudoku.RandomGrid(t.Context(), s, r)
			if err != nil {
				t.Fatal(err)
			}
			for c := range g {
				if r.IntN(3) > 0 {
					g[c] = 0
				}
			}
			p := sudoku.Puzzle{Shape: s, Clues: g}
			if _, _, ok := x.Find(form(p)); s == sudoku.Order(3) && ok {
				t.Fatal("two random puzzles of order 3 are in one class")
			}
			puzzles = append(puzzles, p)
			x.Add(form(p), i)
		}
		for _, p := range puzzles {
			image := sudoku.RandomSymmetry(s, r).Puzzle(p)
			i, by, ok := x.Find(form(image))
			if !ok {
				t.Fatalf("%s: no class for the image of a member", s)
			}
			if err := checkSymmetry(by); err != nil {
				t.Fatal(err)
			}
			if got := by.Puzzle(puzzles[i]); !slices.Equal(got.Clues, image.Clues) {
				t.Fatalf("%s: the symmetry maps the member to\n%v, want\n%v", s, got.Clues, image.Clues)
			}
		}
	}
}

// TestClassIndexKeepsTheLeastNumber checks that the order of Add does not matter.
func TestClassIndexKeepsTheLeastNumber(t *testing.T) {
	p := sudoku.Puzzle{Shape: sudoku.Order(2), Clues: make(sudoku.Grid, 16)}
	p.Clues[0], p.Clues[5] = 1, 3
	f, err := sudoku.Canonical(t.Context(), p)
	if err != nil {
		t.Fatal(err)
	}
	var x sudoku.ClassIndex
	for _, n := range []int{7, 3, 5} {
		x.Add(&f, n)
	}
	if n, by, ok := x.Find(&f); n != 3 || wordsOf(by) != "" || !ok || x.Len() != 1 {
		t.Errorf("got %d by %q, %v; %d classes", n, wordsOf(by), ok, x.Len())
	}
}

// TestClassIndexPrefersTurns: the symmetry of an image by a turn and a relabeling has no other moves, although values
// without a clue could be renamed at will, and bands without a clue exchanged.
func TestClassIndexPrefersTurns(t *testing.T) {
	p := sudoku.Puzzle{Shape: sudoku.Order(3), Clues: make(sudoku.Grid, 81)}
	p.Clues[0], p.Clues[1], p.Clues[13] = 1, 2, 9
	var x sudoku.ClassIndex
	find := func(p sudoku.Puzzle) string {
		f, err := sudoku.Canonical(t.Context(), p)
		if err != nil {
			t.Fatal(err)
		}
		x.Add(&f, 0)
		_, by, _ := x.Find(&f)
		return wordsOf(by)
	}
	find(p)
	turn := sudoku.Identity(p.Shape)
	turn.Transpose = true
	slices.Reverse(turn.Columns)
	turn.Digits[1], turn.Digits[2] = 2, 1
	if got, want := find(turn.Puzzle(p)), "rotate 90 degrees clockwise; relabel 12 to 21"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

// TestClassIndexOfVariants: rules belong to the class, and only symmetries that keep them are used.
func TestClassIndexOfVariants(t *testing.T) {
	puzzle := func(clue int, kinds ...string) *sudoku.Form {
		p := sudoku.Puzzle{Shape: sudoku.Order(2), Clues: make(sudoku.Grid, 16)}
		p.Clues[clue] = 1
		for _, k := range kinds {
			p.Rules = append(p.Rules, sudoku.Rule{Kind: k})
		}
		f, err := sudoku.Canonical(t.Context(), p)
		if err != nil {
			t.Fatal(err)
		}
		return &f
	}
	var x sudoku.ClassIndex
	x.Add(puzzle(0, "diagonal-down"), 1)
	if n, by, ok := x.Find(puzzle(3, "diagonal-up")); !ok || n != 1 || wordsOf(by) != "mirror left to right" {
		t.Errorf("got %d by %q, %v", n, wordsOf(by), ok)
	}
	for _, other := range []*sudoku.Form{puzzle(0), puzzle(3, "diagonal-down"),
		puzzle(0, "diagonal-down", "diagonal-up")} {
		if _, _, ok := x.Find(other); ok {
			t.Errorf("%+v is in the class of another puzzle", other.Puzzle)
		}
	}
}
