package notation_test

import (
	"bytes"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"nonet/backends/native"
	"nonet/model"
	"nonet/model/notation"
	"nonet/model/sudoku"

	"github.com/google/go-cmp/cmp"
)

// layouts are grids that are not usual.
var layouts = []sudoku.Shape{
	{Height: 2, Width: 4, Layout: sudoku.Layout{Rows: 6, Columns: 8, Values: 8}},
	{Height: 3, Width: 3, Layout: sudoku.Layout{Rows: 9, Columns: 9, Values: 9, Offset: -1}},
	{Height: 3, Width: 3, Layout: sudoku.Layout{Rows: 9, Columns: 9, Values: 11, Offset: -1}},
	{Height: 1, Width: 5, Layout: sudoku.Layout{Rows: 3, Columns: 5, Values: 12, Extra: 3}},
	{Height: 1, Width: 4, Layout: sudoku.Layout{Rows: 4, Columns: 4, Values: 2, Free: true}},
	{Height: 2, Width: 2, Layout: sudoku.Layout{Rows: 4, Columns: 4, Values: 4, Offset: 20}},
}

// TestLayouts writes grids that are not usual and reads them back, with clues, and rules about numbers and extra cells.
// Other formats refuse them.
func TestLayouts(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 1))
	for _, s := range layouts {
		least, largest := s.Numbers()
		p := sudoku.Puzzle{Shape: s, Clues: make(sudoku.Grid, s.Cells()), Alphabet: s.Usual(), Rules: []sudoku.Rule{
			{Kind: "cage", Number: 9, Cells: []sudoku.Cell{0, 1, sudoku.Cell(s.Cells() - 1)}},
			{Kind: "candidates", Cells: []sudoku.Cell{2}, Values: []int{least, largest}}}}
		if !s.HasBoxes() && !s.Free {
			p.Rules = append(p.Rules, sudoku.Rule{Kind: "regions", Groups: [][]sudoku.Cell{{0, 1, 2}, {5, 6, 7}}})
		}
		for c := range p.Clues {
			p.Clues[c] = max(0, random.IntN(2*s.N())-s.N()+1)
		}
		p.Clues[2] = 0
		for _, f := range notation.Formats() {
			if !f.Writes {
				continue
			}
			var b bytes.Buffer
			w, err := notation.NewWriter(&b, f.Name)
			if err != nil {
				t.Fatal(err)
			}
			w.Lossy = true
			err = w.Write(p)
			holds := f.Name == "nonet" || f.Name == "json" || f.Name == "iss" && s.Offset < 1
			if (err == nil) != holds {
				t.Errorf("%s, %s: %v\n%s", s, f.Name, err, b.String())
			}
			if err != nil {
				continue
			}
			q, err := notation.NewReader(strings.NewReader(b.String()), notation.Options{}).Read()
			if f.Name == "iss" { // rules are in another order, and values of cells are clues and candidates
				if q.Shape != p.Shape || !cmp.Equal(q.Clues, p.Clues) {
					t.Errorf("%s: %v", b.String(), q)
				}
				continue
			}
			if err != nil || !cmp.Equal(p, q) {
				t.Errorf("%s, %s: %v\n%s\n%s", s, f.Name, err, b.String(), cmp.Diff(p, q))
			}
		}
		text := s.Text()
		if got, err := sudoku.ParseShape(text); err != nil || got != s {
			t.Errorf("%s: %v, %v", text, got, err)
		}
	}
	for _, bad := range []string{"", "2", "2x4 6x8", "2x4 6x8 8-1", "2x4 6x9 1-9", "2x4 6x8 1-8 +0",
		"2x4 6x8 1-8 loose",
		"2x4 6x8 1-7", "2x4 6x8 1-8 +9000", "3x3 9x9 1-9 -1", "x3", "3x"} {
		if s, err := sudoku.ParseShape(bad); err == nil && bad != "2" {
			t.Errorf("%q: %v", bad, s)
		}
	}
}

// The numbers of a shape may be a list: they are the interval, and a rule about all cells.
func TestListOfNumbers(t *testing.T) {
	read := func(shape string) (sudoku.Puzzle, error) {
		const grid = "\ngrid\n1 . 8 .\n. . . .\n. . . .\n. . . .\n"
		return notation.Parse("nonet 1\nshape "+shape+grid, notation.Options{})
	}
	p, err := read("2x2 4x4 1,2,5,8")
	if err != nil {
		t.Fatal(err)
	}
	rule := p.Rules[0]
	if p.Shape.Text() != "2x2 4x4 1-8" || rule.Kind != "candidates" || len(rule.Cells) != 16 ||
		!slices.Equal(rule.Values, []int{1, 2, 5, 8}) {
		t.Errorf("shape %s, rules %v", p.Shape.Text(), p.Rules)
	}
	solutions := 0
	for a, err := range model.All(t.Context(), native.Solver{}, p.Model()) {
		if err != nil {
			t.Fatal(err)
		}
		solutions++
		if a[0] != 1 || a[2] != 8 {
			t.Fatal(a)
		}
	}
	if solutions != 24 { // of 288 grids of order 2, those with two clues in one row
		t.Errorf("%d solutions, want 24", solutions)
	}
	for _, bad := range []string{"2x2 4x4 1,2,8,5", "2x2 4x4 1,2,x,8", "2x2 4x4 1,2,,8", "2x2 4x4 1,1,5,8",
		"2x2 4x4 1,2,3,"} {
		if _, err := read(bad); err == nil || !strings.Contains(err.Error(), "found shape") {
			t.Errorf("%s: error %v", bad, err)
		}
	}
}
