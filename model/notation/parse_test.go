package notation_test

import (
	"slices"
	"strings"
	"testing"

	"nonet/model/notation"
	"nonet/model/sudoku"
)

// TestParse parses literals as they are typed on a command line.
func TestParse(t *testing.T) {
	grid := "1 . | . 4\n. . | 1 .\n----+----\n. 1 | . .\n4 . | . 1"
	for _, test := range []struct{ name, literal, want string }{
		{"9x9", escargot, escargot},
		{"9x9 with spaces between rows", strings.Join(rows9, " "), classic},
		{"9x9 with a newline at the end", escargot + "\n\n", escargot},
		{"4x4 with bars and newlines", grid, four},
		{"4x4 with bars and spaces", strings.ReplaceAll(grid, "\n", " "), four},
		{"4x4 with bars between rows", "1..4|..1.|.1..|4..1", four},
		{"4x4 with commas", "1,0,0,4,0,0,1,0,0,1,0,0,4,0,0,1", four},
		{"16x16", pad("1G", ".", 16), pad("1G", ".", 16)},
		{"25x25", pad("1P", ".", 25), pad("1P", ".", 25)},
		{"64x64 in integers", "64" + strings.Repeat(",0", 64*64-1), "64" + strings.Repeat(",0", 64*64-1)},
		{"nonet", "nonet 1\ngrid\n1 . . 4\n. . 1 .\n. 1 . .\n4 . . 1", four},
	} {
		p, err := notation.Parse(test.literal, notation.Options{})
		if err != nil {
			t.Errorf("%s: %v", test.name, err)
		} else if got := notation.Line(nil, p.Clues); got != test.want {
			t.Errorf("%s: %s, want %s", test.name, got, test.want)
		}
	}
	for _, test := range []struct{ name, literal, want string }{
		{"nothing", "", "line 1: the text is empty, expected a puzzle"},
		{"white space", " \n", "line 1: the text is empty, expected a puzzle"},
		{"two puzzles", four + "\n" + four, "line 2: more follows the puzzle, expected one puzzle"},
		{"a puzzle and prose", escargot + "\nand so on", "line 2: more follows the puzzle, expected one " +
			"puzzle"},
		{"80 cells", escargot[1:], "line 1, column 1: found 80 cells, expected 64 for 8x8 or 81 for 9x9"},
		{"a file name", "escargot.txt", `line 1, column 1: found 12 cells, expected 9 for 3x3 or 16 for 4x4`},
		{"a letter", "1..4..l..1..4..1",
			"line 1, column 7: found 'l' in a 4x4 grid, expected 1-4 or a blank"},
	} {
		if p, err := notation.Parse(test.literal, notation.Options{}); err == nil || err.Error() != test.want {
			t.Errorf("%s: %v, %v\nwant %s", test.name, p, err, test.want)
		}
	}
}

// TestReadIntoReusesClues reads many puzzles into one.
func TestReadIntoReusesClues(t *testing.T) {
	list := strings.Repeat(escargot+"\n", 2000)
	want, err := notation.Parse(escargot, notation.Options{})
	if err != nil {
		t.Fatal(err)
	}
	var p sudoku.Puzzle
	allocations := testing.AllocsPerRun(5, func() {
		r := notation.NewReader(strings.NewReader(list), notation.Options{})
		for r.ReadInto(&p) == nil {
			if p.Shape != sudoku.Order(3) || p.Name != "" {
				t.Fatalf("got shape %v, name %q, want 9x9 (3x3), no name", p.Shape, p.Name)
			}
			if !slices.Equal(p.Clues, want.Clues) {
				t.Fatalf("got clues %v, want %v", p.Clues, want.Clues)
			}
		}
	})
	if allocations > 20 {
		t.Errorf("%v allocations for 2000 puzzles", allocations)
	}
	r := notation.NewReader(strings.NewReader("a "+classic+"\n"+four+"\n"+escargot+"\n"), notation.Options{})
	for _, want := range []string{classic, four, escargot} {
		if err := r.ReadInto(&p); err != nil || notation.Line(nil, p.Clues) != want || p.Validate() != nil {
			t.Errorf("%+v, %v, want %s", p, err, want)
		}
	}
	if p.Name != "" {
		t.Errorf("the name of an earlier puzzle is left: %q", p.Name)
	}
}

// TestFastPathAgrees compares the fast path with the slow path, which the same line takes without its line end.
func TestFastPathAgrees(t *testing.T) {
	alphabet := []byte("0123456789.*_-Xxab? |,;:\t")
	for seed := range 4000 {
		line := []byte(classic)
		for k := range seed % 4 {
			line[(seed*7+k*31)%81] = alphabet[(seed/4+k*5)%len(alphabet)]
		}
		fast, fastMessages := readAll(string(line)+"\n", notation.Options{})
		slow, slowMessages := readAll(string(line), notation.Options{}) // the fast path needs the end of the line
		if strings.Join(lines(fast), " ") != strings.Join(lines(slow), " ") ||
			strings.Join(fastMessages, " ") != strings.Join(slowMessages, " ") {
			t.Fatalf("%s\nfast: %v %q\nslow: %v %q", line, lines(fast), fastMessages, lines(slow), slowMessages)
		}
	}
}
