package notation_test

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"testing"

	"nonet/model/notation"
	"nonet/model/sudoku"
)

// openList opens a file of the public lists, or skips the test if it is missing.
func openList(t *testing.T, name string) io.Reader {
	t.Helper()
	folder := os.Getenv("NONET_DATA")
	if folder == "" {
		t.Skip("set NONET_DATA to the folder of the public lists")
	}
	f, err := os.Open(filepath.Join(folder, name))
	if err != nil {
		t.Skip(err)
	}
	t.Cleanup(func() { f.Close() })
	return f
}

// TestPublicLists reads lists of 9x9 puzzles and checks the numbers of puzzles and clues.
func TestPublicLists(t *testing.T) {
	for _, test := range []struct {
		file         string
		puzzles      int
		fewest, most int // clues
	}{
		{"sudoku17.txt.gz", 49151, 17, 17},
		{"top95.txt", 95, 17, 26},
		{"easy50.txt", 50, 22, 36},
	} {
		t.Run(test.file, func(t *testing.T) {
			r := notation.NewReader(openList(t, test.file), notation.Options{File: test.file})
			var p sudoku.Puzzle
			n := 0
			for ; ; n++ {
				err := r.ReadInto(&p)
				if err == io.EOF {
					break
				}
				if err != nil {
					t.Fatal(err)
				}
				if g := p.Givens(); g < test.fewest || g > test.most {
					t.Fatalf("line %d has %d clues", r.Line(), g)
				}
			}
			if n != test.puzzles {
				t.Errorf("%d puzzles, want %d", n, test.puzzles)
			}
		})
	}
}

// TestRandomInstances reads instances whose names state the number of clues. The first instances of each list are blank
// or nearly so, and none is ambiguous.
func TestRandomInstances(t *testing.T) {
	for _, test := range []struct {
		file, alphabet string
		order          int
	}{
		{"order3-random.txt.gz", "", 3},
		{"order4-random.txt.gz", "", 4},
		{"order4-random.txt.gz", "mixed", 4},
		{"order5-random.txt.gz", "", 5},
		{"order5-random.txt.gz", "letters", 5},
	} {
		t.Run(test.file+" "+test.alphabet, func(t *testing.T) {
			r := notation.NewReader(openList(t, test.file), notation.Options{File: test.file, Alphabet: test.alphabet})
			read := 0
			for {
				p, err := r.Read()
				if err == io.EOF {
					break
				}
				if err != nil {
					t.Fatal(err)
				}
				read++
				if p.Shape != sudoku.Order(test.order) {
					t.Fatalf("line %d: shape %s", r.Line(), p.Shape)
				}
				var percent, instance int
				if _, err := fmt.Sscanf(p.Name, "%d_%d", &percent, &instance); err != nil {
					t.Fatalf("line %d: name %q: %v", r.Line(), p.Name, err)
				}
				if want := (percent*p.Shape.Cells() + 99) / 100; p.Givens() != want {
					t.Fatalf("line %d: %s has %d clues, want %d", r.Line(), p.Name, p.Givens(), want)
				}
			}
			if read != 1050 {
				t.Errorf("%d read, want 1050", read)
			}
		})
	}
}
