package iss_test

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"nonet/model"
	"nonet/model/notation/internal/place"
	"nonet/model/notation/iss"
	"nonet/model/sudoku"
)

// latin are the 576 grids of order 4 with different values in rows and columns.
var latin = func() (all []sudoku.Grid) {
	g := make(sudoku.Grid, 16)
	var fill func(c int)
	fill = func(c int) {
		if c == 16 {
			all = append(all, slices.Clone(g))
			return
		}
		for v := 1; v <= 4; v++ {
			ok := true
			for k := 0; k < c; k++ {
				ok = ok && (g[k] != v || k/4 != c/4 && k%4 != c%4)
			}
			if ok {
				g[c] = v
				fill(c + 1)
			}
		}
	}
	fill(0)
	return all
}()

// anyRule draws a valid rule of grids of shape s.
func anyRule(s sudoku.Shape) *rapid.Generator[sudoku.Rule] {
	return rapid.Custom(func(t *rapid.T) sudoku.Rule {
		k := rapid.SampledFrom(sudoku.RuleKinds()).Draw(t, "kind")
		if rapid.Bool().Draw(t, "example") {
			return k.Example
		}
		r := sudoku.Rule{Kind: k.Name}
		cell := rapid.Custom(func(t *rapid.T) sudoku.Cell {
			return sudoku.Cell(rapid.IntRange(0, s.Cells()-1).Draw(t, "cell"))
		})
		switch {
		case k.IsCore():
			return k.Example
		case k.TakesGroups():
			size := rapid.IntRange(1, 3).Draw(t, "size")
			all := rapid.SliceOfNDistinct(cell, 2*size, 2*size, rapid.ID).Draw(t, "cells")
			r.Groups = slices.Collect(slices.Chunk(all, size))
		case k.TakesCells():
			r.Cells = rapid.SliceOfNDistinct(cell, 1, 5, rapid.ID).Draw(t, "cells")
			if rapid.Bool().Draw(t, "a row") {
				r.Cells = nil
				row := rapid.IntRange(0, s.N()-1).Draw(t, "row")
				for i := range s.N() {
					r.Cells = append(r.Cells, s.Cell(row, i))
				}
				if rapid.Bool().Draw(t, "backward") {
					slices.Reverse(r.Cells)
				}
			}
		}
		if k.Number != "" {
			r.Number = rapid.IntRange(0, 12).Draw(t, "number")
		}
		if k.Values != "" {
			r.Values = rapid.SliceOfN(rapid.IntRange(0, s.N()), 1, 4).Draw(t, "values")
		}
		return r
	})
}

// TestRoundTrip writes random variants and reads them back. Written again, the puzzle that was read stays the same.
// With four rows it also has the same solutions.
func TestRoundTrip(t *testing.T) {
	written, kinds := 0, map[string]bool{}
	rapid.Check(t, func(t *rapid.T) {
		p := sudoku.Puzzle{Shape: rapid.SampledFrom([]sudoku.Shape{{Height: 2, Width: 2}, {Height: 1, Width: 4},
			{Height: 3, Width: 2}, {Height: 3, Width: 3}, {Height: 3, Width: 4},
			{Height: 2, Width: 2, Layout: sudoku.Layout{Rows: 4, Columns: 4, Values: 5, Offset: -1, Extra: 1}},
			{Height: 2, Width: 3, Layout: sudoku.Layout{Rows: 4, Columns: 6, Values: 6}},
			{Height: 1, Width: 4, Layout: sudoku.Layout{Rows: 4, Columns: 4, Values: 4, Free: true}},
		}).Draw(t, "shape")}
		p.Alphabet = p.Shape.Usual()
		p.Clues = make(sudoku.Grid, p.Shape.Cells())
		if rapid.Bool().Draw(t, "a clue") {
			p.Clues[rapid.IntRange(0, len(p.Clues)-1).Draw(t, "cell")] = rapid.IntRange(1, 4).Draw(t, "clue")
		}
		p.Rules = rapid.SliceOfN(anyRule(p.Shape), 1, 4).Draw(t, "rules")
		if p.Validate() != nil {
			t.Skip("not valid")
		}
		text, lost := iss.Write(p)
		if lost.Whole != "" {
			t.Fatalf("lost %+v", lost)
		}
		if lost.Rules != nil {
			t.Skip("not a rule of the format")
		}
		written++
		for _, r := range p.Rules {
			kinds[r.Kind] = true
		}
		got, notes, err := iss.Read(text, place.Options{})
		if err != nil || notes != nil {
			t.Fatalf("%s: %v, %v", text, notes, err)
		}
		for _, g := range latin {
			if p.Shape.N() != 4 {
				break
			}
			if (p.Check(g) == nil) != (got.Check(g) == nil) {
				t.Fatalf("%s\n%s\n%s\ndiffer in %v: %v, %v", show(p), text, show(got), g, p.Check(g), got.Check(g))
			}
		}
		again, _ := iss.Write(got)
		third, _, err := iss.Read(again, place.Options{})
		if err != nil || show(third) != show(got) {
			t.Fatalf("%s\n%s\n%s, %v", show(got), again, show(third), err)
		}
	})
	t.Logf("%d puzzles, %d kinds", written, len(kinds))
}

// TestEveryKind writes the example of every kind. The kinds that the format cannot hold are these.
func TestEveryKind(t *testing.T) {
	var lost []string
	for _, k := range sudoku.RuleKinds() {
		s := sudoku.Order(2)
		if k.Name == "regions" {
			s = sudoku.Shape{Height: 1, Width: 4}
		}
		p := sudoku.Puzzle{Shape: s, Clues: make(sudoku.Grid, 16), Rules: []sudoku.Rule{k.Example}}
		if p.Validate() != nil {
			p.Shape = k.ExampleShape()
			p.Clues, p.Alphabet = make(sudoku.Grid, p.Shape.Cells()), p.Shape.Usual()
		}
		if text, _ := iss.Write(p); text == "" {
			lost = append(lost, k.Name)
		}
	}
	want := "queen same-count same-runs" // the last two with unknown-regions only
	if got := strings.Join(lost, " "); got != want {
		t.Errorf("%s, want %s", got, want)
	}
}

// TestOtherUnknownRegions does not write a second rule about regions, of another size, as the first one.
func TestOtherUnknownRegions(t *testing.T) {
	p, _, err := iss.Read(".Shape~4x4~8.RegionSize~2.ChaosConstruction", place.Options{})
	if err != nil {
		t.Fatal(err)
	}
	other := p.Rules[0]
	other.Number = 4
	p.Rules = append(p.Rules, other)
	if text, lost := iss.Write(p); text != "" || len(lost.Rules) != 1 || lost.Rules[0] != 1 {
		t.Errorf("wrote %s, lost %v", text, lost)
	}
}

// TestAlternatives compares alternatives with the rules of which one must hold, in all latin squares, by the checks of
// the rules and by their constraints.
func TestAlternatives(t *testing.T) {
	for text, holds := range map[string]func(a, b, c, d, e int) bool{ // the first cells
		"Cage~3~R1C1~R1C2.Cage~7~R2C1~R1C4": func(a, b, c, d, e int) bool { return a+b == 3 || d+e == 7 },
		// Too many cells for a table; a row contains 1.
		"And.Cage~3~R1C1~R1C2.ContainAtLeast~1~R3C1~R3C2~R3C3~R3C4.End.Cage~7~R2C1~R1C4": func(a, b, c, d, e int) bool {
			return a+b == 3 || d+e == 7
		},
		"Cage~5~R1C1~R2C1.~R1C3_4.~R1C4_1_2": func(a, b, c, d, e int) bool {
			return a+e == 5 || c == 4 || d <= 2
		},
		"And.Thermo~R1C1~R1C2.WhiteDot~R1C3~R1C4.End.Or.~R1C1_4.End": func(a, b, c, d, e int) bool {
			return a < b && (c-d)*(c-d) == 1 || a == 4
		},
		"Regex~MS4y~R1C1~R1C2~R1C3.Cage~6~R2C1~R1C1": func(a, b, c, d, e int) bool {
			return a == 1 && c == 2 || a+e == 6 && a != e
		},
	} {
		p, _, err := iss.Read(".Shape~4x4.Or."+text+".End", place.Options{})
		if err != nil {
			t.Errorf("%s: %v", text, err)
			continue
		}
		m, extend := p.BaseModel(), p.Extend()
		for _, g := range latin {
			want := holds(g[0], g[1], g[2], g[3], g[4])
			p.Shape = sudoku.Shape{Height: 1, Width: 4}
			if got := p.Check(g) == nil; got != want {
				t.Errorf("%s: %v is %v", text, g, got)
			}
			violated := false
			for _, c := range m.Constraints[12:] {
				violated = violated || c.Violation(extend(g)) != 0
			}
			if violated == want {
				t.Errorf("%s: violated in %v is %v", text, g, violated)
			}
		}
	}
}

// TestLosses writes puzzles that the format cannot hold.
func TestLosses(t *testing.T) {
	large := sudoku.Puzzle{Shape: sudoku.Order(5), Clues: make(sudoku.Grid, 625)}
	if text, lost := iss.Write(large); text != "" || lost.Whole != "a grid of 25 rows, of at most 16" {
		t.Errorf("%s, %+v", text, lost)
	}
	p := sudoku.Puzzle{Shape: sudoku.Order(2), Clues: make(sudoku.Grid, 16), Rules: []sudoku.Rule{
		{Kind: "king"}, {Kind: "queen", Values: []int{4}},
		{Kind: "linear", Core: model.Linear{Terms: []model.Term{{Coef: 101, Var: 1}, {Coef: 1, Var: 2}, {Coef: 1,
			Var: 3}},
			Relation: model.Equal, Bound: 9}}}}
	if text, lost := iss.Write(p); text != "" || !slices.Equal(lost.Rules, []int{1, 2}) {
		t.Errorf("%s, %+v", text, lost)
	}
}

// Fuzz reads any text. Errors have a place in it, puzzles are valid, and what is written is read again.
func Fuzz(f *testing.F) {
	f.Add(".Shape~4x4.Diagonal~-1.Cage~5~R1C1~R2C1.Thermo~R4C4~R3C4~R3C3.WhiteDot~R1C2~R1C3")
	f.Add("https://sigh.github.io/Interactive-Sudoku-Solver/?q=.Shape~4x4.NoBoxes.Jigsaw~1112312233423444.~R1C1_1_2")
	f.Add(".~R1C1")
	f.Add(".Pair~~R1C1~R1C1")
	f.Add(".Pair~~R1C1~R1C1.PairX~~R1C1~R1C1")
	f.Add(".Pair~-_-_~R1C1~R1C2~R1C1.Shape~4x4")
	f.Add(".Shape~4x4.Pair~Ojg~_x~R1C1~R1C2.Sum~7_=_1_-2~R1C1~R1C3.LookAndSay~1223~R1C1~R1C2~R2C3.StrictXV.X~R1C1~R1C2")
	f.Fuzz(func(t *testing.T, text string) {
		p, _, err := iss.Read(text, place.Options{})
		if err != nil {
			if bad, ok := errors.AsType[*place.Error](err); !ok || bad.Offset < 0 || bad.Offset > len(text) {
				t.Fatalf("%+v", err)
			}
			return
		}
		if err := p.Validate(); err != nil {
			t.Fatal(err)
		}
		link, lost := iss.Write(p)
		if lost.Rules != nil || lost.Whole != "" {
			return
		}
		got, _, err := iss.Read(link, place.Options{})
		if err != nil {
			t.Fatalf("%s: %v", link, err)
		}
		again, _ := iss.Write(got)
		if len(again) == len(link) {
			return
		}
		// Items about one cell are read as one rule, so two rules may become one, once.
		if got, _, err = iss.Read(again, place.Options{}); err != nil {
			t.Fatalf("%s: %v", again, err)
		}
		if third, _ := iss.Write(got); len(again) > len(link) || len(third) != len(again) {
			t.Fatalf("%s became %s, and then %s", link, again, third)
		}
	})
}
