package sudoku_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"nonet/backends/backendtest"
	"nonet/backends/native"
	"nonet/model"
	"nonet/model/notation"
	"nonet/model/sudoku"
)

// form returns the canonical form of a puzzle and its text in the format nonet, without a name.
func form(t *testing.T, p sudoku.Puzzle) (sudoku.Form, string) {
	t.Helper()
	f, err := sudoku.Canonical(t.Context(), p)
	if err != nil {
		t.Fatalf("%s: %v", p.Name, err)
	}
	text := notation.Line(nil, f.Puzzle.Clues)
	for _, r := range f.Puzzle.Rules {
		text += "\n" + notation.RuleText(p.Shape, r)
	}
	return f, text
}

// TestCanonicalVariants checks for puzzles of all kinds, by default for every third, that the symmetry maps the
// solution of the puzzle to the only solution of the form, that the form is its own form, and that it does not depend
// on the order of rules.
func TestCanonicalVariants(t *testing.T) {
	random := rand.New(rand.NewPCG(4, 4))
	puzzles, solutions := variants(t, "kinds.nonet")
	named, known := variants(t, "named.nonet")
	puzzles, solutions = append(puzzles, named...), append(solutions, known...)
	turned, tried := 0, 0
	for i, p := range puzzles {
		if i%backendtest.Rounds(3, 1) != 0 {
			continue
		}
		tried++
		f, text := form(t, p)
		verdict, found, _, err := model.Unique(t.Context(), native.Solver{}, f.Puzzle.Model())
		if err != nil || verdict != model.One {
			t.Fatalf("%s: the form has verdict %v, error %v:\n%s", p.Name, verdict, err, text)
		}
		solution, err := notation.Parse(solutions[i], notation.Options{Shape: p.Shape})
		if err != nil {
			t.Fatal(err)
		}
		if got := f.Puzzle.Solution(found[0]); !slices.Equal(got, f.Symmetry.Grid(solution.Clues)) {
			t.Errorf("%s: the form has the solution %v, and the symmetry maps the puzzle's to %v", p.Name, got,
				f.Symmetry.Grid(solution.Clues))
		}
		if f.Symmetry.Transpose || f.Symmetry.Rows[0] != 0 || f.Symmetry.Columns[0] != 0 {
			turned++
		}
		if _, again := form(t, f.Puzzle); again != text {
			t.Errorf("%s: the form of the form differs:\n%s\n%s", p.Name, again, text)
		}
		p.Rules = slices.Clone(p.Rules)
		random.Shuffle(len(p.Rules), func(i, k int) { p.Rules[i], p.Rules[k] = p.Rules[k], p.Rules[i] })
		if _, again := form(t, p); again != text {
			t.Errorf("%s: with rules in another order:\n%s\n%s", p.Name, again, text)
		}
	}
	if turned < tried/3 {
		t.Errorf("%d of %d puzzles are turned, want more", turned, tried)
	}
}

// TestVariantClasses compares puzzles in 4x4 grids and numbers of automorphisms with those found by hand.
func TestVariantClasses(t *testing.T) {
	for _, x := range []struct {
		name, a, b    string // rules, and before them clues: as cell=value
		same          bool
		automorphisms string // of a
	}{
		{"a cage, rotated", "cage 5 r1c1 r1c2", "cage 5 r4c4 r3c4", true, "2"}, // no turn, v or 5-v
		{"cells of a cage in any order", "cage 4 r1c1 r1c2", "cage 4 r1c2 r1c1", true, "1"},
		{"another sum", "cage 4 r1c1 r1c2", "cage 3 r1c1 r1c2", false, "1"},
		{"values reversed", "cage 4 r1c1 r1c2", "cage 6 r1c1 r1c2", false, "1"},
		{"a thermometer, reflected", "thermometer r1c1 r2c1 r3c1", "thermometer r4c4 r3c4 r2c4", true, "1"},
		{"bulb at the other end", "thermometer r1c1 r2c1 r3c1", "thermometer r3c1 r2c1 r1c1", false, "1"},
		{"diagonals", "diagonals", "diagonals", true, "192"}, // 8 turns, 4! relabelings
		{"one diagonal", "diagonal-down", "diagonal-up", true, "96"},
		{"a dot and a clue, values reversed", "r1c1=1 difference 1 r2c2 r2c3", "r1c1=4 difference 1 r2c3 r2c2", true,
			"1"},
		{"a dot, turned over both diagonals", "difference 1 r1c1 r2c2", "difference 1 r4c4 r3c3", true, "4"},
		{"names of values do not matter", "r1c1=1 diagonals", "r4c4=3 diagonals", true, "12"}, // 2 turns, 3! names
		{"they matter for a ratio", "r1c1=1 ratio 2 r3c3 r3c4", "r1c1=3 ratio 2 r3c3 r3c4", false, "1"},
		{"a palindrome from either end", "palindrome r1c1 r2c2 r2c3", "palindrome r2c3 r2c2 r1c1", true, "24"},
		{"an arrow, reflected, its circle not the first cell", "arrow r2c3 r3c4 r4c3", "arrow r3c2 r4c3 r3c4", true,
			"1"},
		{"cells of a long arrow", "arrow r2c2 r1c3 r3c1 r2c1", "arrow r2c2 r2c1 r3c1 r1c3", true, "1"},
		{"an arrow that the transposition keeps", "arrow r2c2 r1c3 r3c1", "arrow r2c2 r3c1 r1c3", true, "2"},
		{"indexers exchange", "row-indexer r1c2", "column-indexer r2c1", true, "1"},
		{"a sum and an inequality", "linear r1c1 + r1c2 <= 4 linear r2c2 < r3c3",
			"linear r3c3 < r2c2 linear r4c4 + r3c4 <= 4",
			true, "1"},
	} {
		a, b := small(t, x.a), small(t, x.b)
		f, first := form(t, a)
		_, second := form(t, b)
		if (first == second) != x.same {
			t.Errorf("%s: forms\n%s\n%s", x.name, first, second)
		}
		if _, same, err := isomorphic(t.Context(), a, b); err != nil || same != x.same {
			t.Errorf("%s: isomorphic: %v, error %v", x.name, same, err)
		}
		if f.Automorphisms.String() != x.automorphisms {
			t.Errorf("%s: %v automorphisms, want %s", x.name, f.Automorphisms, x.automorphisms)
		}
	}
}

// small returns a 4x4 puzzle of clues and rules on one line.
func small(t *testing.T, text string) sudoku.Puzzle {
	t.Helper()
	p := sudoku.Puzzle{Shape: sudoku.Order(2), Clues: make(sudoku.Grid, 16)}
	var lines []string
	for _, word := range strings.Fields(text) {
		switch {
		case len(word) == 6 && word[4] == '=':
			p.Clues[p.Shape.Cell(int(word[1]-'1'), int(word[3]-'1'))] = int(word[5] - '0')
		case sudoku.RuleKindByName(word) != nil:
			lines = append(lines, word)
		default:
			lines[len(lines)-1] += " " + word
		}
	}
	for _, line := range lines {
		r, err := notation.ParseRule(line, p.Shape)
		if err != nil {
			t.Fatal(err)
		}
		p.Rules = append(p.Rules, r)
	}
	return p
}

// TestCanonicalVariantEnds ends the context at some fifty looks, or at every one with NONET_LONG. There is one look for
// each rule at least, since comparing meanings takes time in proportion to all rules.
func TestCanonicalVariantEnds(t *testing.T) {
	puzzles, _ := variants(t, "named.nonet")
	for _, p := range puzzles[:3] {
		whole := backendtest.NewCountdown(t, 1<<40)
		if _, err := sudoku.Canonical(whole, p); err != nil || whole.Checks < len(p.Rules) {
			t.Fatalf("%s: %d looks for %d rules, error %v", p.Name, whole.Checks, len(p.Rules), err)
		}
		for n := 1; n < whole.Checks; n += backendtest.Rounds(1+whole.Checks/50, 1) {
			ctx := backendtest.NewCountdown(t, n)
			if _, err := sudoku.Canonical(ctx, p); err != context.Canceled || ctx.Checks > n+3 {
				t.Errorf("%s: a context that ends at look %d: error %v after %d looks", p.Name, n, err, ctx.Checks)
			}
		}
	}
}

// TestClassesOfOtherGrids compares puzzles in grids of other shapes and values with those found by hand.
func TestClassesOfOtherGrids(t *testing.T) {
	for _, x := range []struct {
		shape         string
		a, b          string // the grid in pairs of a cell and a value, and a rule
		same          bool
		automorphisms string // of a
	}{
		{"1x3 2x3 1-3", "0=1 5=2", "2=3 3=1", true, "2"},    // mirrored; two clues, rotated and exchanged
		{"1x3 2x3 1-3", "0=1 4=2", "2=3 3=1", false, "1"},   // a knight's move is no diagonal
		{"2x2 4x6 0-5", "0=1 23=2", "5=6 18=4", true, "48"}, // half a turn; the four other values
		{"2x2 4x6 0-5", "0=1 cage 5 r1c1 r1c2", "23=1 cage 5 r4c6 r4c5", true, "1"},
		{"2x2 4x6 0-5", "0=1 cage 5 r1c1 r1c2", "23=6 cage 5 r4c6 r4c5", true, "1"}, // 0 and 5, 1 and 4 ...
		{"2x2 4x6 0-5", "0=1 cage 4 r1c1 r1c2", "23=6 cage 4 r4c6 r4c5", false, "1"},
		{"2x2 4x6 0-5", "cage 5 r1c1 r1c2", "cage 5 r1c1 r2c1", false, "2"}, // no transposition
		{"1x4 2x4 1-4 free +1", "8=2 cage 3 r1c1 x1", "8=2 cage 3 r2c4 x1", true, "1"},
		{"1x4 2x4 1-4 free +1", "8=2 cage 3 r1c1 x1", "0=2 cage 3 r1c1 x1", false, "1"},
	} {
		read := func(text string) sudoku.Puzzle {
			s, err := sudoku.ParseShape(x.shape)
			if err != nil {
				t.Fatal(err)
			}
			p := sudoku.Puzzle{Shape: s, Clues: make(sudoku.Grid, s.Cells()), Alphabet: s.Usual()}
			words := strings.Fields(text)
			for len(words) > 0 && strings.Contains(words[0], "=") {
				var cell, value int
				fmt.Sscanf(words[0], "%d=%d", &cell, &value)
				p.Clues[cell], words = value, words[1:]
			}
			if len(words) > 0 {
				r, err := notation.ParseRule(strings.Join(words, " "), s)
				if err != nil {
					t.Fatal(err)
				}
				p.Rules = []sudoku.Rule{r}
			}
			return p
		}
		a, b := read(x.a), read(x.b)
		f, first := form(t, a)
		_, second := form(t, b)
		if (first == second) != x.same || f.Automorphisms.String() != x.automorphisms {
			t.Errorf("%s: %s and %s: %v automorphisms, want %s, forms\n%s\n%s", x.shape, x.a, x.b, f.Automorphisms,
				x.automorphisms, first, second)
		}
		if got := f.Symmetry.Grid(a.Clues); !slices.Equal(got, f.Puzzle.Clues) || checkSymmetry(f.Symmetry) != nil {
			t.Errorf("%s: %s: the symmetry maps the clues to %v, %v", x.shape, x.a, got, checkSymmetry(f.Symmetry))
		}
		u, same, err := isomorphic(t.Context(), a, b)
		if err != nil || same != x.same || same && !slices.Equal(u.Grid(a.Clues), b.Clues) {
			t.Errorf("%s: isomorphic: %v, %+v, error %v", x.shape, same, u, err)
		}
		moved := a.Clues
		for _, m := range f.Symmetry.Moves() {
			moved = m.Grid(moved)
		}
		if !slices.Equal(moved, f.Puzzle.Clues) {
			t.Errorf("%s: %s: the moves lead to %v", x.shape, x.a, moved)
		}
	}
}
