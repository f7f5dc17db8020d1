package scan

import (
	"errors"
	"io"
	"slices"
	"strings"
	"testing"
	"testing/iotest"
)

// Positions are right whatever the sizes of the reads, and Unread restores the position before.
func TestReaderPositions(t *testing.T) {
	const text = "a\n\nbc 12\n"
	want := []Position{
		{"", 1, 1}, {"", 1, 2},
		{"", 2, 1},
		{"", 3, 1}, {"", 3, 2}, {"", 3, 3}, {"", 3, 4}, {"", 3, 5}, {"", 3, 6},
	}
	for _, in := range []io.Reader{strings.NewReader(text), iotest.OneByteReader(strings.NewReader(text))} {
		r := NewReader(in)
		for i, p := range want {
			if r.Pos() != p {
				t.Errorf("byte %d is at %v, want %v", i, r.Pos(), p)
			}
			if c := r.Next(); c != int(text[i]) || r.LastPos() != p {
				t.Errorf("byte %d: got %q at %v, want %q at %v", i, rune(c), r.LastPos(), text[i], p)
			}
			r.Unread()
			if r.Pos() != p || r.Next() != int(text[i]) {
				t.Errorf("byte %d: Unread and Next do not return it again", i)
			}
		}
		if r.Next() != EOF || r.Err() != nil {
			t.Errorf("at the end: no EOF, or error %v", r.Err())
		}
	}
}

func TestLines(t *testing.T) {
	l := NewLines(strings.NewReader("one;two  three;\r\n\nlast"), "f")
	l.Punctuation = ";"
	var words []string
	for l.Next() {
		for _, w := range l.Words() {
			words = append(words, w.Errorf("%s", w.Text).Error())
		}
	}
	want := []string{
		"f: line 1, column 1: one", "f: line 1, column 4: ;", "f: line 1, column 5: two",
		"f: line 1, column 10: three", "f: line 1, column 15: ;", "f: line 3, column 1: last",
	}
	if !slices.Equal(words, want) {
		t.Errorf("got %q, want %q", words, want)
	}
	if err := l.EndErrorf("end"); err.Error() != "f: line 4, column 1: end" {
		t.Errorf("at the end: got error %q", err)
	}
	l = NewLines(iotest.ErrReader(io.ErrClosedPipe), "f")
	if l.Next() || !errors.Is(l.Err(), io.ErrClosedPipe) {
		t.Errorf("got error %v, want io.ErrClosedPipe", l.Err())
	}
}
