package notation

import (
	"io"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"nonet/model/sudoku"
)

// TestEachResultConsumesInput reads in formats that consume nothing. Each result takes a line all the same.
func TestEachResultConsumesInput(t *testing.T) {
	for name, read := range map[string]func(r *Reader, p *sudoku.Puzzle) error{
		"an error": func(r *Reader, _ *sudoku.Puzzle) error { return r.newError(r.line, 0, "no", "") },
		"a puzzle": func(*Reader, *sudoku.Puzzle) error { return nil },
	} {
		r := NewReader(strings.NewReader("a\nb\n\nc"), Options{})
		r.format = &format{read: read}
		for line, want := range []int{1, 2, 4} {
			if _, err := r.Read(); err == io.EOF || r.Line() != want {
				t.Errorf("%s: result %d is of line %d, %v, want line %d", name, line+1, r.Line(), err, want)
			}
		}
		if _, err := r.Read(); err != io.EOF {
			t.Errorf("%s: %v after the last line, want EOF", name, err)
		}
	}
}

// TestFamiliesReadAnyLineEnd reads the examples of the formats with packages of their own without a Reader, with each
// end of a line and with none at the end.
func TestFamiliesReadAnyLineEnd(t *testing.T) {
	for _, f := range formats() {
		if f.family == nil {
			continue
		}
		want, _, err := f.family.read(f.Example, Leniency{})
		if err != nil {
			t.Fatalf("%s: %v", f.Name, err)
		}
		for _, text := range []string{strings.TrimSuffix(f.Example, "\n"), strings.ReplaceAll(f.Example, "\n", "\r\n"),
			strings.ReplaceAll(f.Example, "\n", "\r")} {
			got, _, err := f.family.read(text, Leniency{})
			if diff := cmp.Diff(want, got); err != nil || diff != "" {
				t.Errorf("%s: %q: %v (-want +got):\n%s", f.Name, text, err, diff)
			}
		}
	}
}
