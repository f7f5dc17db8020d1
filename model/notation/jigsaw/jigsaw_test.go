package jigsaw_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"nonet/model/notation/internal/areas"
	"nonet/model/notation/internal/place"
	"nonet/model/notation/jigsaw"
	"nonet/model/sudoku"
)

const (
	layout = "1112312233423444"
	clues  = "1..............2"
)

var regions = sudoku.Rule{Kind: "regions", Cells: []sudoku.Cell{0, 1, 2, 5, 3, 6, 7, 11, 4, 8, 9, 12, 10, 13, 14, 15}}

func TestRead(t *testing.T) {
	want := sudoku.Puzzle{Shape: sudoku.Shape{Height: 1, Width: 4}, Clues: make(sudoku.Grid, 16),
		Rules: []sudoku.Rule{regions}}
	for _, text := range []string{layout, "aaabCabbccdbcddd", "%%%$§%$$§§/$§///", "1112 3122\n\n3342 3444\n"} {
		p, notes, err := jigsaw.Read(text, place.Options{})
		if diff := cmp.Diff(want, p); err != nil || notes != nil || diff != "" {
			t.Errorf("%s: %v %v (-want +got):\n%s", text, err, notes, diff)
		}
	}
	want.Clues[0], want.Clues[15] = 1, 2
	for _, text := range []string{clues + layout, "1..0 X._* .... ---2\n" + layout} {
		p, notes, err := jigsaw.Read(text, place.Options{})
		if diff := cmp.Diff(want, p); err != nil || notes != nil || diff != "" {
			t.Errorf("%s: %v %v (-want +got):\n%s", text, err, notes, diff)
		}
	}
	p, _, err := jigsaw.Read(clues+layout, place.Options{Boxes: sudoku.Order(2)})
	if err != nil || p.Shape != sudoku.Order(2) || len(p.Rules) != 4 || p.Rules[0].Kind != "all-different" {
		t.Errorf("with boxes: %+v, %v", p, err)
	}
}

const (
	capitals = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
	lower    = "abcdefghijklmnopqrstuvwxyz"
)

// TestCase distinguishes upper and lower case only where that alone makes regions of equal size.
func TestCase(t *testing.T) {
	for text, want := range map[string]string{"aAabcabbccdbcddd": layout, "aaaAcaAAccbAcbbb": layout} {
		p, _, err := jigsaw.Read(text, place.Options{})
		if err != nil || cmp.Diff([]sudoku.Rule{regions}, p.Rules) != "" {
			t.Errorf("%s, want %s: %+v, %v", text, want, p, err)
		}
	}
}

func TestIs(t *testing.T) {
	for text, want := range map[string]bool{
		layout: true, clues + layout: true, clues + " " + layout: true, clues + clues: false,
		"1234341221434321": false, "1234341221434321" + layout: true, layout + "1234341221434321": false,
		clues: false, "5..............2" + layout: false, "": false, "1": false, "11": false,
		strings.Repeat("1234567890", 10): true, strings.Repeat("1234567890", 10)[1:]: false,
		strings.Repeat(capitals+lower[:10], 36): true, strings.Repeat(capitals+lower[:11], 37): false,
	} {
		if got := jigsaw.Is(text); got != want {
			t.Errorf("%s: %v", text, got)
		}
	}
}

// TestErrors reads malformed texts. The offset is where the mark ! stands, which is not part of the text.
func TestErrors(t *testing.T) {
	for _, test := range []struct {
		text, want string
		truncated  bool
	}{
		{layout + "1!", "the text ends after 17 symbols, expected 81 for the regions, or 81 clues and 81 for the " +
			"regions",
			true},
		{strings.Repeat("1", 163) + "!", "the text ends after 163 symbols, expected 81 for the regions, or 81 " +
			"clues and 81 " +
			"for the regions", false},
		{"1.!5............2" + layout, "found '5' for a clue, expected 1 to 4 or a blank", false},
		{clues + "!1112312233423443", "the regions are not of equal size, expected 4 symbols, each for 4 cells", false},
		{"!1112312233423443", "the regions are not of equal size, expected 4 symbols, each for 4 cells", true},
	} {
		before, after, _ := strings.Cut(test.text, "!")
		_, _, err := jigsaw.Read(before+after, place.Options{})
		bad, ok := errors.AsType[*place.Error](err)
		if !ok || bad.Error() != test.want || bad.Offset != len(before) || bad.Truncated != test.truncated {
			t.Errorf("%s: %+v\nwant %s", test.text, bad, test.want)
		}
	}
}

// TestRoundTrip writes random clues in random jigsaws and in grids with boxes.
func TestRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(4, 9).Draw(t, "rows")
		p := sudoku.Puzzle{Shape: sudoku.Shape{Height: 1, Width: n}, Clues: make(sudoku.Grid, n*n)}
		labels := make([]int, n*n)
		for c := range labels {
			labels[c] = c / n
			p.Clues[c] = rapid.IntRange(0, n).Draw(t, "clue")
		}
		areas.AddRegions(&p, rapid.Permutation(labels).Draw(t, "regions"))
		if usual, ok := sudoku.ShapeOf(n); ok && rapid.Bool().Draw(t, "boxes") {
			p.Shape, p.Rules = usual, nil
		}
		text, lost := jigsaw.Write(p)
		got, _, err := jigsaw.Read(text, place.Options{})
		if diff := cmp.Diff(p, got); err != nil || lost.Rules != nil || diff != "" {
			t.Fatalf("%s: %v %+v (-want +got):\n%s", text, err, lost, diff)
		}
	})
}

// TestLosses writes puzzles that the format cannot hold.
func TestLosses(t *testing.T) {
	for _, test := range []struct {
		p    sudoku.Puzzle
		want place.Loss
	}{
		{sudoku.Puzzle{Shape: sudoku.Order(2), Rules: []sudoku.Rule{{Kind: "king"}}},
			place.Loss{Rules: []int{0}}},
		{sudoku.Puzzle{Shape: sudoku.Order(4)}, place.Loss{Whole: "a grid of 16 rows, of at most 9"}},
		{sudoku.Puzzle{Shape: sudoku.Shape{Height: 1, Width: 5}},
			place.Loss{Whole: "there are neither boxes nor regions"}},
	} {
		test.p.Clues = make(sudoku.Grid, test.p.Shape.Cells())
		if text, lost := jigsaw.Write(test.p); text != "" || cmp.Diff(test.want, lost) != "" {
			t.Errorf("%s: %s", text, cmp.Diff(test.want, lost))
		}
	}
}

// Fuzz reads any text. Errors have a place in it, puzzles are valid, and what is written is read again.
func Fuzz(f *testing.F) {
	f.Add(layout)
	f.Add(clues + layout)
	f.Add("aAabcabbccdbcddd")
	f.Fuzz(func(t *testing.T, text string) {
		jigsaw.Is(text)
		p, _, err := jigsaw.Read(text, place.Options{})
		if err != nil {
			if bad, ok := errors.AsType[*place.Error](err); !ok || bad.Offset < 0 || bad.Offset > len(text) {
				t.Fatalf("%+v", err)
			}
			return
		}
		if err := p.Validate(); err != nil {
			t.Fatal(err)
		}
		if again, lost := jigsaw.Write(p); lost.Whole == "" {
			if got, _, err := jigsaw.Read(again, place.Options{}); err != nil || cmp.Diff(p, got) != "" {
				t.Fatalf("%s: %v\n%s", again, err, cmp.Diff(p, got))
			}
		}
	})
}
