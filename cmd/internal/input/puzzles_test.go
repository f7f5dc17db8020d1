package input

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"nonet/model/notation"
	"nonet/model/sudoku"
)

func TestLiteralOrFile(t *testing.T) {
	for arg, want := range map[string]bool{
		"1..4..1..1..4..1": true,
		"1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3.":  true, // a cell is missing
		"1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3x.": true,
		"..G.1.2.3.A.B...":          true,
		"1 0 0 4, 0 0 1 0":          true,
		strings.Repeat("ABCD", 100): true,
		"puzzles.txt":               false,
		"12345.txt":                 false,
		"0001.sdk":                  false,
		"2024-01-01.csv":            false,
		"./17":                      false,
		"puzzles/17/a":              false,
		"readme":                    false,
		"x":                         false,
	} {
		if got := IsPuzzle(arg); got != want {
			t.Errorf("IsPuzzle(%q) = %v", arg, got)
		}
	}
}

// TestJoinRows joins the rows of a grid, typed without quotation marks, and leaves puzzles and files apart.
func TestJoinRows(t *testing.T) {
	t.Chdir(t.TempDir())
	if err := os.WriteFile("1..4", nil, 0o666); err != nil {
		t.Fatal(err)
	}
	const four = "1..4..1..1..4..1"
	for _, test := range []struct {
		args string
		want int // arguments
	}{
		{"53..7.... 6..195... .98....6. 8...6...3 4..8.3..1 7...2...6 .6....28. ...419..5 ....8..79", 1},
		{"53..7.... 6..195... .98....6. 8...6...3 4..8.3..1 7...2...6 .6....28. ...419..5 ....8..7", 1}, // a bad grid
		{"53..7.... 6..195... .98....6. 8...6...3 4..8.3..1 7...2...6 .6....28. ...419..5", 1},
		{"1 0 0 4 0 0 1 0 0 1 0 0 4 0 0 1", 1},
		{"2..4 ..1. .1.. 4..1", 1},
		{"1..4 ..1. .1.. 4..1", 4}, // the first is a file
		{four + " " + four, 2},
		{strings.Repeat(four+" ", 4), 4},
		{strings.Repeat(four+" ", 16), 16},
		{"a.txt b.txt c.txt d.txt", 4},
		{four + " 12 23 45 67", 5},
	} {
		got := joinRows(strings.Fields(test.args), notation.Options{})
		if len(got) != test.want {
			t.Errorf("%s: %d arguments %q, want %d", test.args, len(got), got, test.want)
		}
	}
}

// A file whose name could be a puzzle is read as a file.
func TestFileNamedLikePuzzle(t *testing.T) {
	t.Chdir(t.TempDir())
	name := "1..4..1..1..4..1"
	if err := os.WriteFile(name, []byte("12.4.........32.\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	s := &Source{args: []string{name}}
	it, ok := s.Next()
	if !ok || it.ReadErr != nil || notation.Line(nil, it.Puzzle.Clues) != "12.4.........32." {
		t.Errorf("got %v", it)
	}
}

// A source continues after files that cannot be read.
func TestSourceContinuesAfterErrors(t *testing.T) {
	dir := t.TempDir()
	good, bad := filepath.Join(dir, "good"), filepath.Join(dir, "bad")
	for name, text := range map[string]string{good: "12.4.........32.\n...2..3.4.2..1..\n", bad: "\x00\x01"} {
		if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	s := &Source{args: []string{good, bad, dir, filepath.Join(dir, "missing"), "-", good},
		stdin: strings.NewReader("..1.3....4..1.2.\n")}
	var got []string
	for it, ok := s.Next(); ok; it, ok = s.Next() {
		if it.Index != len(got) {
			t.Errorf("index %d, want %d", it.Index, len(got))
		}
		line := "error"
		if it.ReadErr == nil {
			line = notation.Line(nil, it.Puzzle.Clues)
		}
		got = append(got, line)
		s.Release(it)
	}
	want := "12.4.........32. ...2..3.4.2..1.. error error error ..1.3....4..1.2. 12.4.........32. ...2..3.4.2..1.."
	if strings.Join(got, " ") != want {
		t.Errorf("got  %s\nwant %s", strings.Join(got, " "), want)
	}
}

func TestParseBox(t *testing.T) {
	for text, want := range map[string]sudoku.Shape{"": {}, "2x3": {Height: 2, Width: 3}, "3X3": {Height: 3, Width: 3},
		"1x7": {Height: 1, Width: 7}} {
		if got, err := ParseBox(text); err != nil || got != want {
			t.Errorf("parseBox(%q) = %v, %v", text, got, err)
		}
	}
	for _, text := range []string{"3", "x", "3x", "3x3x3", "0x3", "-2x2", "50x50", "a"} {
		if got, err := ParseBox(text); err == nil {
			t.Errorf("parseBox(%q) = %v, no error", text, got)
		}
	}
}
