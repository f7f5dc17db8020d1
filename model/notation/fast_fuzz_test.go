package notation_test

import (
	"errors"
	"fmt"
	"io"
	"nonet/backends/backendtest"
	"strings"
	"testing"

	"nonet/model/notation"
	"nonet/model/sudoku"
)

// A piecewise reader returns a text in pieces: the first piece has first bytes, the others have each bytes; 0 means the
// rest of the text.
type piecewise struct {
	text        string
	first, each int
}

func (r *piecewise) Read(p []byte) (int, error) {
	if len(r.text) == 0 {
		return 0, io.EOF
	}
	size := r.first
	if r.first = r.each; size <= 0 {
		size = len(r.text)
	}
	n := copy(p, r.text[:min(size, len(r.text))])
	r.text = r.text[n:]
	return n, nil
}

// transcript reads to the end, by ReadClassic where possible, and returns every puzzle and every error with its
// position. ReadClassic may wait for input only before the first of atOnce puzzles.
func transcript(r *notation.Reader, atOnce int) string {
	var b strings.Builder
	var digits [81]uint8
	for {
		n := 0
		for n < atOnce && r.ReadClassic(&digits, n == 0) {
			fmt.Fprintf(&b, "%d: %s %s\n", r.Line(), sudoku.Order(3), notation.AppendClassic(nil, &digits))
			n++
		}
		if n > 0 {
			continue
		}
		var p sudoku.Puzzle
		err := r.ReadInto(&p)
		var bad *notation.ParseError
		switch {
		case errors.As(err, &bad):
			fmt.Fprintf(&b, "%d: %v\n", r.Line(), err)
		case err != nil:
			fmt.Fprintf(&b, "%v\n", err)
			return b.String()
		default:
			fmt.Fprintf(&b, "%d: %s %s\n", r.Line(), p.Shape, notation.Line(nil, p.Clues))
		}
	}
}

var mixtures = []string{
	classicLine,
	classicLine + "\r\n\r\n# remark\r\n" + classicLine + " a name\r\n" + classicLine,
	classicLine + "\n" + strings.Repeat("0", 81) + "\n\n" + classicLine[1:] + "\n" + classicLine + "\x01\n" +
		classicLine + ",3,x\n",
	strings.ReplaceAll(classicLine, ".", "*") + "\n12.4.........32.\n" + classicLine + "7\n" + classicLine + "\r7\n" +
		classicLine + "\n",
	"\xef\xbb\xbf" + classicLine + "\n" + strings.Replace(classicLine, ".", "0", 1) + "\n" +
		strings.Replace(classicLine, "7", "/", 1) + "\n",
	"puzzle,solution\n" + classicLine + "," + classicLine + "\n" + classicLine + "\n",
	classicLine + "\n[Puzzle]\n" + strings.Join(rows9, "\n") + "\n" + classicLine + "\n" + strings.Repeat("#", 81) +
		"\n" + classicLine,
	classicLine + "\n12.4.....Z...32.\n" + classicLine + "7\n" + classicLine + "\x0e\r7\n" + classicLine,
	classicLine[3:] + "\r\n\r\n# remark\r\n" + classicLine[:70] + "\x00",
	classicLine + "\n\x00x\n" + classicLine + "\n",
	classicLine + "\x00\n" + classicLine + "\n",
	classicLine + "\r" + classicLine + "\r\n" + classicLine + "\r",
	classicLine + "\r\n" + classicLine + "\r" + classicLine + "\r",
	classicLine + "\n" + strings.Replace(classicLine, "..7", ".?7", 1) + "\n",
	"\x89PNG\r\n\x1a\n\x00\x00",
}

// TestFastPathInPieces compares the fast path with the slow path on inputs that are cut at every third position,
// at every one with NONET_LONG: same puzzles, and errors at the same positions.
func TestFastPathInPieces(t *testing.T) {
	for _, text := range mixtures {
		want := transcript(notation.NewSlowReader(strings.NewReader(text), notation.Options{File: "list"}), 0)
		for cut := 0; cut <= len(text); cut += backendtest.Rounds(3, 1) {
			for _, each := range []int{0, 1, 82, 97} {
				got := transcript(notation.NewReader(&piecewise{text, cut, each}, notation.Options{File: "list"}),
					1+cut%3)
				if got != want {
					t.Fatalf("%q cut at %d and then every %d bytes:\n%s\nwant\n%s", text, cut, each, got, want)
				}
			}
		}
	}
}

// TestFastPathInLongLists does the same for lists longer than the buffer, with lines that are too long.
func TestFastPathInLongLists(t *testing.T) {
	for k, text := range mixtures[:5] {
		list := strings.Repeat(classicLine+"\n", 3300+k) + text + "\n" + strings.Repeat(classicLine, 4000) + "\n" +
			strings.Repeat(text+"\n", 300)
		want := transcript(notation.NewSlowReader(strings.NewReader(list), notation.Options{File: "list"}), 0)
		for _, each := range []int{0, 4096, 100_003} {
			got := transcript(notation.NewReader(&piecewise{list, each, each}, notation.Options{File: "list"}), 64)
			if got != want {
				t.Errorf("mixture %d in pieces of %d bytes differs", k, each)
			}
		}
	}
}

// FuzzFastPath compares the fast path with the slow path on any text, cut anywhere.
func FuzzFastPath(f *testing.F) {
	for _, text := range mixtures {
		f.Add(text, uint16(40), uint16(82))
	}
	f.Fuzz(func(t *testing.T, text string, first, each uint16) {
		want := transcript(notation.NewSlowReader(strings.NewReader(text), notation.Options{File: "list"}), 0)
		got := transcript(notation.NewReader(&piecewise{text, int(first), int(each)}, notation.Options{File: "list"}),
			1+int(first%5))
		if got != want {
			t.Errorf("got\n%s\nwant\n%s", got, want)
		}
	})
}
