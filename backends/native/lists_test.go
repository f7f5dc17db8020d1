package native_test

import (
	"bufio"
	"compress/gzip"
	"io"
	"os"
	"strings"
	"testing"

	"nonet/backends/backendtest"
	"nonet/model"
	"nonet/model/sudoku"
)

// readList returns the non-empty lines of a file of the public puzzle lists.
func readList(t testing.TB, name string) []string {
	t.Helper()
	f, err := os.Open(backendtest.Data(t, name))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var r io.Reader = f
	if strings.HasSuffix(name, ".gz") {
		if r, err = gzip.NewReader(f); err != nil {
			t.Fatal(err)
		}
	}
	var lines []string
	for s := bufio.NewScanner(r); s.Scan(); {
		if line := strings.TrimSpace(s.Text()); line != "" {
			lines = append(lines, line)
		}
	}
	return lines
}

// givens returns the clues of 9x9 puzzles in line form.
func givens(lines []string) [][]model.Given {
	all := make([][]model.Given, len(lines))
	for i, line := range lines {
		all[i] = backendtest.Puzzle(sudoku.Order(3), line).Given(nil)
	}
	return all
}

// valid reports whether a completes the clues to a grid in which every house holds each digit once. It is written against the rules of
// Sudoku, not against the model, and is fast enough for benchmarks.
func valid(clues []model.Given, a model.Assignment) bool {
	var rows, columns, boxes [9]int
	for c, v := range a {
		if v < 1 || v > 9 {
			return false
		}
		r, k := c/9, c%9
		rows[r] |= 1 << v
		columns[k] |= 1 << v
		boxes[r/3*3+k/3] |= 1 << v
	}
	for i := range 9 {
		if rows[i] != 0x3fe || columns[i] != 0x3fe || boxes[i] != 0x3fe {
			return false
		}
	}
	for _, g := range clues {
		if a[g.Var] != g.Value {
			return false
		}
	}
	return len(a) == 81
}
