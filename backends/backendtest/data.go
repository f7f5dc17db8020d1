package backendtest

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"nonet/internal/slice"
	"nonet/model"
	"nonet/model/sudoku"
)

// DataFile returns the path of a file of the public puzzle lists, in the folder that the environment variable
// NONET_DATA names. The lists are not part of the project: if the file is missing, the test is skipped.
func DataFile(t testing.TB, name string) string {
	t.Helper()
	folder := os.Getenv("NONET_DATA")
	if folder == "" {
		t.Skip("set NONET_DATA to the folder of the public puzzle lists")
	}
	path := filepath.Join(folder, name)
	if _, err := os.Stat(path); err != nil {
		t.Skip(err)
	}
	return path
}

// Golden compares got with the file that a test expects; it writes the file first if update is set.
func Golden(t testing.TB, path string, got []byte, update bool) {
	t.Helper()
	if update {
		if err := os.WriteFile(path, got, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if want, err := os.ReadFile(path); err != nil || !bytes.Equal(got, want) {
		t.Errorf("%s (error %v; -update rewrites it; -want +got):\n%s", path, err, cmp.Diff(string(want), string(got)))
	}
}

// Lines returns the nonempty lines of a file of the public puzzle lists, decompressed if its name ends in .gz.
func Lines(t testing.TB, name string) []string {
	t.Helper()
	f, err := os.Open(DataFile(t, name))
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

// Spread returns at most n of the lines, evenly spaced.
func Spread[T any](lines []T, n int) []T {
	if len(lines) <= n {
		return lines
	}
	return slice.Make(n, func(i int) T { return lines[i*len(lines)/n] })
}

// Givens returns the clues of 9x9 puzzles in line form.
func Givens(lines []string) [][]model.Given {
	return slice.Map(lines, func(line string) []model.Given { return Puzzle(sudoku.Order(3), line).Given(nil) })
}

// SkipUnlessLong skips a long test unless the environment variable NONET_LONG is set.
func SkipUnlessLong(t testing.TB) {
	t.Helper()
	if os.Getenv("NONET_LONG") == "" {
		t.Skip("takes long; set NONET_LONG=1 or run make check-all")
	}
}
