package notation_test

import (
	"bytes"
	"errors"
	"io"
	"math/rand/v2"
	"strings"
	"testing"
	"testing/iotest"

	"nonet/model/notation"
	"nonet/model/sudoku"
)

// readTexts reads to the end, by ReadClassic where possible, and returns the line of each puzzle or its error, and the
// number of puzzles that ReadClassic read.
func readTexts(t *testing.T, r *notation.Reader, atMost int) (lines []string, classic int) {
	t.Helper()
	var digits [81]uint8
	for {
		n := 0
		for n < atMost && r.ReadClassic(&digits, n == 0) {
			g := make(sudoku.Grid, 81)
			for c, digit := range digits {
				g[c] = int(digit)
			}
			lines = append(lines, sudoku.Order(3).String()+" "+notation.Line(nil, g))
			n++
		}
		if classic += n; n > 0 {
			continue
		}
		var p sudoku.Puzzle
		err := r.ReadInto(&p)
		var bad *notation.ParseError
		switch {
		case err == io.EOF:
			return lines, classic
		case errors.As(err, &bad):
			lines = append(lines, err.Error())
		case err != nil:
			t.Fatal(err)
		default:
			lines = append(lines, p.Shape.String()+" "+notation.Line(nil, p.Clues))
		}
	}
}

const classicLine = "1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3.."

// TestReadClassicReadsTheSame compares ReadClassic with ReadInto on lists that mix lines of 81 cells with other lines:
// same puzzles, and errors at the same positions.
func TestReadClassicReadsTheSame(t *testing.T) {
	pieces := []string{classicLine + "\n", classicLine + "\n", strings.ReplaceAll(classicLine, ".", "0") + "\r\n",
		classicLine + ",4,a comment\n",
		"# remark\n", "\n", "12.4.........32.\n", strings.Repeat("#", 81) + "\n",
		strings.Replace(classicLine, "7", "?", 1) + "\n", classicLine[1:] + "\n",
		classicLine + "\x01\n", "name " + classicLine + "\n", strings.Replace(classicLine, ".", "0", 1) + "\n",
		strings.Replace(classicLine, "9", "0", 3) + "\n"}
	random := rand.New(rand.NewPCG(1, 1))
	fast := 0
	for range 300 {
		var text bytes.Buffer
		for range random.IntN(30) {
			text.WriteString(pieces[random.IntN(min(len(pieces), 1+random.IntN(len(pieces)*2)))])
		}
		if random.IntN(2) == 0 && text.Len() > 0 {
			text.Truncate(text.Len() - 1)
		}
		want, _ := readTexts(t, notation.NewReader(bytes.NewReader(text.Bytes()), notation.Options{File: "list"}), 0)
		for _, atMost := range []int{1, 3, 100} {
			for name, in := range map[string]io.Reader{
				"at once": bytes.NewReader(text.Bytes()), "in halves": iotest.HalfReader(bytes.NewReader(text.Bytes())),
				"byte by byte": iotest.OneByteReader(bytes.NewReader(text.Bytes()))} {
				got, n := readTexts(t, notation.NewReader(in, notation.Options{File: "list"}), atMost)
				if strings.Join(got, "\n") != strings.Join(want, "\n") {
					t.Fatalf("%s, %d at most:\n%s\ngot\n%s\nwant\n%s", name, atMost, &text, strings.Join(got, "\n"),
						strings.Join(want, "\n"))
				}
				fast += n
			}
		}
	}
	if fast < 10_000 {
		t.Errorf("only %d puzzles were read by ReadClassic", fast)
	}
}

// TestReadClassicRespectsOptions checks that ReadClassic returns false under options that give a line of 81 cells
// another meaning.
func TestReadClassicRespectsOptions(t *testing.T) {
	for _, o := range []notation.Options{
		{Shape: sudoku.Shape{Height: 1, Width: 9}}, {Alphabet: "mixed"}, {Format: "csv"}, {Format: "grid"}} {
		r := notation.NewReader(strings.NewReader(strings.Repeat(classicLine+"\n", 3)), o)
		var p sudoku.Puzzle
		r.ReadInto(&p)
		if r.ReadClassic(new([81]uint8), true) {
			t.Errorf("%+v: got a puzzle, want false", o)
		}
	}
}

// TestReadClassicDoesNotReadAhead checks that ReadClassic returns a buffered puzzle before the next one arrives, and
// waits for the rest of a partial one.
func TestReadClassicDoesNotReadAhead(t *testing.T) {
	in, w := io.Pipe()
	go func() {
		for range 4 {
			io.WriteString(w, classicLine[:40])
			io.WriteString(w, classicLine[40:]+"\n"+classicLine+"\n"+classicLine[:7])
			io.WriteString(w, classicLine[7:]+"\n")
		}
		select {} // the pipe stays open
	}()
	r := notation.NewReader(in, notation.Options{})
	var p sudoku.Puzzle
	if err := r.ReadInto(&p); err != nil {
		t.Fatal(err)
	}
	var digits [81]uint8
	for n := 1; n < 12; n++ {
		if !r.ReadClassic(&digits, true) {
			t.Fatalf("nothing read after %d", n)
		}
	}
	if r.ReadClassic(&digits, false) {
		t.Error("got a puzzle without input, want false")
	}
}

func TestAppendClassic(t *testing.T) {
	random := rand.New(rand.NewPCG(2, 1))
	for range 1000 {
		var digits [81]uint8
		g := make(sudoku.Grid, 81)
		for c := range digits {
			if random.IntN(3) > 0 {
				digits[c] = uint8(random.IntN(10))
			}
			g[c] = int(digits[c])
		}
		if got, want := string(notation.AppendClassic([]byte("> "), &digits)), "> "+notation.Line(nil, g); got != want {
			t.Fatalf("got %s, want %s", got, want)
		}
	}
}
