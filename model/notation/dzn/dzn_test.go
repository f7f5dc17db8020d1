package dzn_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"nonet/model/notation/dzn"
	"nonet/model/notation/internal/areas"
	"nonet/model/notation/internal/place"
	"nonet/model/sudoku"
)

var clues = sudoku.Grid{1, 0, 0, 4, 0, 0, 1, 0, 0, 1, 0, 0, 4, 0, 0, 1}

// TestForms reads one puzzle in the forms of published models.
func TestForms(t *testing.T) {
	for name, text := range map[string]string{
		"tutorial":      "S=2;\nstart=[|\n1,0,0,4|\n0,0,1,0|\n0,1,0,0|\n4,0,0,1|];",
		"array2d":       "n = 4;\nx = array2d(1..n, 1..n, [\n1,_,_,4,\n_,_,1,_,\n_,1,_,_,\n4,_,_,1,\n]);\n",
		"list":          "puzzle = [1,0,0,4, 0,0,1,0, 0,1,0,0, 4,0,0,1]",
		"comments":      "/* a\npuzzle */ order = 2; % boxes\ngrid = [| 1,<>,<>,4 | 0,0,1,0, | 0,1,0,0 | 4,0,0,1 |];",
		"bar at end":    "board = [|1,0,0,4,|0,0,1,0,|0,1,0,0,|4,0,0,1,|];",
		"cells":         "N = 4; cells = 16; boxHeight = 2; a = [1,0,0,4,0,0,1,0,0,1,0,0,4,0,0,1];",
		"named regions": "x = [1,0,0,4,0,0,1,0,0,1,0,0,4,0,0,1]; blocks = [|1,1,2,2|1,1,2,2|3,3,4,4|3,3,4,4|];",
	} {
		p, notes, err := dzn.Read(text, place.Options{})
		want := sudoku.Puzzle{Shape: sudoku.Order(2), Clues: clues}
		if diff := cmp.Diff(want, p); err != nil || notes != nil || diff != "" {
			t.Errorf("%s: %v %v (-want +got):\n%s", name, err, notes, diff)
		}
	}
}

// TestShapes reads boxes that are not square, and notes.
func TestShapes(t *testing.T) {
	blank := "x = [" + strings.Repeat("0,", 36) + "];"
	for text, want := range map[string]sudoku.Shape{
		blank:                                {Height: 2, Width: 3},
		"r = 3; c = 2;" + blank:              {Height: 3, Width: 2},
		"rows = 6; boxWidth = 2;" + blank:    {Height: 3, Width: 2},
		"boxHeight=1; boxWidth = 6;" + blank: {Height: 1, Width: 6},
	} {
		if p, _, err := dzn.Read(text, place.Options{}); err != nil || p.Shape != want {
			t.Errorf("%s: %v, %v", text, p.Shape, err)
		}
	}
	p, notes, err := dzn.Read("% First\n% second\nclues = 17; "+blank, place.Options{IgnoreUnknown: true})
	if err != nil || p.Name != "First" || len(notes) != 1 ||
		notes[0] != "left out clues = 17: it is no size of the grid" {
		t.Errorf("%q %q %v", p.Name, notes, err)
	}
}

// TestErrors reads malformed texts. The offset is where the mark ! stands, which is not part of the text.
func TestErrors(t *testing.T) {
	for _, test := range []struct{ text, want string }{
		{"x = [1,0,0,!5,0,0,1,0,0,1,0,0,4,0,0,1];", "found 5, expected 1 to 4, or 0 or _ for a blank"},
		{"x = [|1,2|!1|];", "the row has 1 values, expected 2 as in the first row"},
		{"!x = [1,2,3];", "the array x has 3 values, expected as many rows as columns, up to 100"},
		{"!x = [|1,2,3,4|1,2,3,4|1,2,3,4|1,2,3,4|1,2,3,4|1,2,3,4|1,2,3,4|1,2,3,4|1,2,3,4|];",
			"the array x has 36 values in rows of 4, expected as many rows as columns, up to 100"},
		{"x = [0,0,0,0]; !y = [0,0,0,0];", "found the array y beside x, which may be a rule, expected one grid"},
		{"x = [0,0,0,0]; clues = !3;",
			"found clues = 3, expected a size of the grid of 2 rows; anything else may be a rule"},
		{"S = 2; !S = 3;", "S is assigned twice, expected one value for each name"},
		{"!S = 2;", "the data have no grid, expected an array such as start = [|1, 0, ...|]"},
		{"x = [1, 0!", "the text ends, expected , or ]"},
		{"x !: 3", `found ':', expected assignments of integers and of arrays of integers`},
		{"x = array2d(1..2, !\"A\"", `found '"', expected assignments of integers and of arrays of integers`},
		{"!/* no end", "the comment has no end, expected */"},
		{"x = 3 !y = 4", `found "y", expected ;`},
		{"x = [0,0,0,0]; !regions = [1,1,1,2];",
			"the regions of regions are not of equal size, expected 2 regions of 2 cells"},
		{"x = [0]; solution = [!0];", "the solution has a blank, expected 1 to 1"},
	} {
		before, after, _ := strings.Cut(test.text, "!")
		_, _, err := dzn.Read(before+after, place.Options{})
		bad, ok := errors.AsType[*place.Error](err)
		if !ok || bad.Error() != test.want {
			t.Errorf("%s: %v, want %s", test.text, err, test.want)
			continue
		}
		if strings.HasPrefix(test.want, "the data") {
			continue
		}
		if bad.Offset != len(before) {
			t.Errorf("%s: offset %d, want %d", test.text, bad.Offset, len(before))
		}
	}
}

// TestRoundTrip writes random clues in grids with boxes, without boxes, and with regions.
func TestRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		height, width := rapid.IntRange(1, 4).Draw(t, "height"), rapid.IntRange(2, 4).Draw(t, "width")
		p := sudoku.Puzzle{Shape: sudoku.Shape{Height: height, Width: width}}
		n := p.Shape.N()
		p.Clues = make(sudoku.Grid, n*n)
		labels := make([]int, n*n)
		for c := range labels {
			labels[c] = c / n
			p.Clues[c] = rapid.IntRange(0, n).Draw(t, "clue")
		}
		p.Name = rapid.SampledFrom([]string{"", "A name"}).Draw(t, "name")
		if height == 1 && n > 3 && rapid.Bool().Draw(t, "jigsaw") {
			areas.AddRegions(&p, rapid.Permutation(labels).Draw(t, "regions"))
		}
		text, lost := dzn.Write(p)
		got, _, err := dzn.Read(text, place.Options{})
		if diff := cmp.Diff(p, got); err != nil || lost.Rules != nil || diff != "" {
			t.Fatalf("%s: %v %+v (-want +got):\n%s", text, err, lost, diff)
		}
	})
}

// Fuzz reads any text. Errors have a place in it, puzzles are valid, and what is written is read again.
func Fuzz(f *testing.F) {
	f.Add("% A name\nS = 2;\nstart=[|1,0,0,4|0,0,1,0|0,1,0,0|4,0,0,1|];")
	f.Add("x = array2d(1..2, 1..2, [_, 1, <>, 2]); regions = [1,1,2,2]; boxHeight = 1;")
	f.Fuzz(func(t *testing.T, text string) {
		for line := range strings.Lines(text) {
			dzn.Is(line)
			dzn.Names(line)
		}
		p, _, err := dzn.Read(text, place.Options{})
		if err != nil {
			if bad, ok := errors.AsType[*place.Error](err); !ok || bad.Offset < 0 || bad.Offset > len(text) {
				t.Fatalf("%+v", err)
			}
			return
		}
		if err := p.Validate(); err != nil {
			t.Fatal(err)
		}
		again, _ := dzn.Write(p)
		got, _, err := dzn.Read(again, place.Options{})
		if p.Name = ""; got.Name != "" {
			p.Name = got.Name // without control characters
		}
		if err != nil || cmp.Diff(p, got) != "" {
			t.Fatalf("%s: %v\n%s", again, err, cmp.Diff(p, got))
		}
	})
}
