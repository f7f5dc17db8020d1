package notation_test

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"nonet/model/notation"
	"nonet/model/sudoku"
)

// FuzzReader reads any input. There must be at most as many results as lines, at a bounded work for each byte. Each
// result must be a documented error or a valid puzzle, and a puzzle must survive being written and read again.
func FuzzReader(f *testing.F) {
	files, err := filepath.Glob("testdata/bad/*")
	if err != nil {
		f.Fatal(err)
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(string(text))
	}
	for _, format := range notation.Formats() {
		f.Add(format.Example)
	}
	f.Add(kindsOfRules(f))
	f.Add("nonet 1\nsymbols 0123\nshape 2x2\n\nnonet 1\nsymbols 01 02\nshape 2\n")
	f.Add(`{"puzzle":"1..4..1..1..4..1","symbols":["a","b","c","d"]}` + "\n" + `{"puzzle":"0..3","alphabet":"hex"}`)
	f.Add(escargot)
	f.Add("c a formula\np cnf 1 1\n1 0\n")
	f.Add(strings.Join(rows9, "\n"))
	f.Add(strings.Repeat("*", 93) + "nde010on\nd1010o") // a grid without rows
	f.Add(strings.Repeat(" ", 600) + four)
	for _, test := range pasteTests {
		f.Add(test.text)
	}
	for _, pattern := range []string{"../../docs/*.md", "../../cmd/nonet/testdata/script/*.txt"} {
		files, err := filepath.Glob(pattern)
		if err != nil {
			f.Fatal(err)
		}
		for _, file := range files {
			text, err := os.ReadFile(file)
			if err != nil {
				f.Fatal(err)
			}
			for part := range strings.SplitSeq(string(text), "\n\n") {
				f.Add(part)
			}
		}
	}
	f.Fuzz(func(t *testing.T, input string) {
		line := 0
		work(t, input, func(r *notation.Reader, p sudoku.Puzzle, err error) {
			var bad *notation.ParseError
			if errors.As(err, &bad) {
				if bad.Line < 1 || bad.Line > lineCount(input)+1 || bad.Column < 0 || bad.Msg == "" {
					t.Fatalf("%+v", bad)
				}
				return
			}
			if err != nil {
				if !strings.HasPrefix(input, "\x1f") { // broken gzip
					t.Fatal(err)
				}
				return
			}
			if r.Line() < line { // games of OpenSudoku may share a line
				t.Fatalf("a puzzle at line %d after one at line %d", r.Line(), line)
			}
			line = r.Line()
			survives(t, p)
		})
	})
}

// survives checks that p is valid and can be written and read back.
func survives(t *testing.T, p sudoku.Puzzle) {
	t.Helper()
	if err := p.Validate(); err != nil {
		t.Fatal(err)
	}
	text, ok := write(t, "nonet", p)
	if !ok {
		t.Fatalf("%+v cannot be written", p)
	}
	again, err := notation.Parse(text, notation.Options{})
	if err != nil {
		t.Fatal(err)
	}
	rewritten, _ := write(t, "nonet", again)
	if again.Shape != p.Shape || notation.Line(nil, again.Clues) != notation.Line(nil, p.Clues) || rewritten != text ||
		!slices.Equal(symbolsOf(again), symbolsOf(p)) {
		t.Fatalf("%+v became %+v", p, again)
	}
}

// FuzzParse parses any literal with any options.
func FuzzParse(f *testing.F) {
	f.Add(escargot, "", "", 3, 3)
	f.Add("1.|.4\n..|1.\n--+--\n.1|..\n4.|.1", "grid", "letters", 2, 2)
	f.Add("0101", "numbers", "pairs", 1, 2)
	f.Add("3 0 . 1\n. . . .\n. . . .\n. . . .\n", "numbers", "hex", 0, 0)
	f.Fuzz(func(t *testing.T, literal, format, alphabet string, height, width int) {
		opt := notation.Options{Format: format, Alphabet: alphabet, Shape: sudoku.Shape{Height: height, Width: width}}
		p, err := notation.Parse(literal, opt)
		if err != nil {
			return
		}
		if height != 0 && p.Shape != opt.Shape {
			t.Fatalf("shape %s, asked for %s", p.Shape, opt.Shape)
		}
		survives(t, p)
	})
}

// lineCount returns the number of lines of a text.
func lineCount(text string) int {
	return 1 + strings.Count(text, "\n") + strings.Count(text, "\r") - strings.Count(text, "\r\n")
}
