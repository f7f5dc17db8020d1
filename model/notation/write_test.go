package notation_test

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"nonet/backends/backendtest"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"nonet/model/notation"
	"nonet/model/sudoku"
)

// writers returns the names of the formats that can be written.
func writers() (names []string) {
	for _, f := range notation.Formats() {
		if f.Writes {
			names = append(names, f.Name)
		}
	}
	return names
}

// holdsRules reports whether a format holds rules, and with them the shape of boxes.
func holdsRules(format string) bool {
	return slices.ContainsFunc(notation.Formats(), func(f notation.Format) bool { return f.Name == format && f.Rules })
}

// write returns puzzles in a format, or false if the format cannot represent one of them.
func write(t interface{ Fatal(...any) }, format string, puzzles ...sudoku.Puzzle) (text string, ok bool) {
	var b bytes.Buffer
	w, err := notation.NewWriter(&b, format)
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range puzzles {
		if err := w.Write(p); err != nil {
			return "", false
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.String(), true
}

// anyPuzzle draws a puzzle of any shape up to maxN rows, with any clues, whether or not they clash.
func anyPuzzle(maxN int) *rapid.Generator[sudoku.Puzzle] {
	return rapid.Custom(func(t *rapid.T) sudoku.Puzzle {
		height := rapid.IntRange(1, maxN).Draw(t, "height")
		width := rapid.IntRange(1, maxN/height).Draw(t, "width")
		p := sudoku.Puzzle{Shape: sudoku.Shape{Height: height, Width: width}}
		p.Clues = make(sudoku.Grid, p.Shape.Cells())
		density := rapid.SampledFrom([]int{0, 1, 3, 10}).Draw(t, "clues in ten cells")
		for c := range p.Clues {
			if rapid.IntRange(0, 9).Draw(t, "clue?") < density {
				p.Clues[c] = rapid.IntRange(1, p.Shape.N()).Draw(t, "clue")
			}
		}
		return p
	})
}

// anyAlphabet ignores the alphabet of puzzles: formats write theirs.
var anyAlphabet = cmp.FilterPath(func(p cmp.Path) bool { return p.String() == "Alphabet" }, cmp.Ignore())

// TestRoundTrip writes random puzzles in every format and reads them back, with Options.Shape for formats that do not
// state the shape.
func TestRoundTrip(t *testing.T) {
	named := []string{"sdk", "csv", "fpuzzles", "sudokupad", "json", "nonet"}
	for _, format := range writers() {
		if format == "sudokuwiki" || format == "hodoku" || format == "opensudoku" {
			continue // 9x9 only; see TestPositionsRoundTrip and TestOpenSudoku
		}
		t.Run(format, func(t *testing.T) {
			rapid.Check(t, func(t *rapid.T) {
				p := anyPuzzle(rapid.SampledFrom([]int{4, 9, 16, 36}).Draw(t, "most rows")).Draw(t, "puzzle")
				if slices.Contains(named, format) {
					p.Name = rapid.StringMatching(`([A-Za-zä#-][A-Za-z ,;"|0-9]{0,12}[a-z"])?`).Draw(t, "name")
				}
				text, ok := write(t, format, p)
				if !ok {
					return // not of this size; skipped draws are limited in number
				}
				opt := notation.Options{Alphabet: "mixed"}
				if !holdsRules(format) {
					opt.Shape = p.Shape
				}
				if p.Shape.N() == 1 {
					opt.Format = format // a single cell looks the same in most
				}
				got, err := notation.Parse(text, opt)
				if err != nil {
					t.Fatalf("%v\n%s", err, text)
				}
				if format == "iss" && p.Shape.Width == 1 {
					p.Shape = sudoku.Shape{Height: 1, Width: p.Shape.N()} // boxes that are columns are none
				}
				if diff := cmp.Diff(p, got, anyAlphabet); diff != "" {
					t.Fatalf("(-want +got):\n%s\n%s", diff, text)
				}
			})
		})
	}
}

// TestRoundTripOfLists writes several puzzles of the same shape into one file.
func TestRoundTripOfLists(t *testing.T) {
	for _, shape := range []sudoku.Shape{
		{Height: 2, Width: 2}, {Height: 2, Width: 3}, {Height: 3, Width: 3}, {Height: 3, Width: 4}, {
			Height: 4, Width: 4}, {Height: 5, Width: 5}, {Height: 8, Width: 8}, {Height: 10, Width: 10}} {
		var puzzles []sudoku.Puzzle
		for k := range min(backendtest.Rounds(4, 20), 2+400/shape.Cells()*20) {
			p := sudoku.Puzzle{Shape: shape, Clues: make(sudoku.Grid, shape.Cells())}
			for c := range p.Clues {
				if (c+k)%3 > 0 {
					p.Clues[c] = (c*c+k)%shape.N() + 1
				}
			}
			puzzles = append(puzzles, p)
		}
		for _, format := range writers() {
			text, ok := write(t, format, puzzles...)
			if !ok {
				continue
			}
			got, messages := readAll(text, notation.Options{Alphabet: "mixed"})
			if len(messages) > 0 {
				t.Fatalf("%s, %s: %q", format, shape, messages)
			}
			want := slices.Clone(puzzles)
			for i := range min(len(want), len(got)) { // cmp is slow on many cells
				if slices.Equal(want[i].Clues, got[i].Clues) {
					want[i].Clues, got[i].Clues = nil, nil
				}
			}
			if diff := cmp.Diff(want, got, anyAlphabet); diff != "" {
				t.Errorf("%s, %s (-want +got):\n%s", format, shape, diff)
			}
		}
	}
}

// TestFormats checks that every example in the table is the same puzzle, is recognised, and equals the output of the
// writer.
func TestFormats(t *testing.T) {
	for _, f := range notation.Formats() {
		if !f.Reads || f.Summary == "" || len(f.Endings) == 0 {
			t.Errorf("%s: %+v", f.Name, f)
		}
		for _, insist := range []string{"", f.Name} {
			p, err := notation.Parse(f.Example, notation.Options{Format: insist})
			if err != nil {
				t.Errorf("%s: %v", f.Name, err)
			} else if line := notation.Line(nil, p.Clues); line != four && line != classic && // if it must be 9x9
				f.Name != "killer81" { // which has no clues
				t.Errorf("%s: read %s", f.Name, line)
			} else if text, ok := "", false; f.Writes {
				if text, ok = write(t, f.Name, p); !ok || text != f.Example {
					t.Errorf("%s: wrote (-want +got):\n%s", f.Name, cmp.Diff(f.Example, text))
				}
			}
		}
	}
}

// TestRequiredFormat reads inputs in a format other than Options.Format.
func TestRequiredFormat(t *testing.T) {
	examples := map[string]string{}
	for _, f := range notation.Formats() {
		examples[f.Name] = f.Example
	}
	for _, test := range []struct{ format, input string }{
		{"line", "grid"}, {"sdm", "sdk"}, {"grid", "line"}, {"numbers", "line"}, {"instance", "numbers"}, {
			"sdk", "line"}, {"ss", "line"},
		{"csv", "line"}, {"json", "line"}, {"nonet", "line"}, {"nonet", "csv"}, {"numbers", "nonet"},
	} {
		puzzles, messages := readAll(examples[test.input], notation.Options{Format: test.format})
		if len(messages) == 0 {
			t.Errorf("%s as %s: %q without a message", test.input, test.format, lines(puzzles))
		}
	}
	sixteen := strings.Repeat(strings.Repeat("1", 16)+"\n", 16)
	if puzzles, _ := readAll(sixteen, notation.Options{Format: "grid"}); len(puzzles) != 1 {
		t.Errorf("16 rows of 16 cells as a grid: %d puzzles", len(puzzles))
	}
	if puzzles, _ := readAll(sixteen, notation.Options{Format: "line"}); len(puzzles) != 16 {
		t.Errorf("16 rows of 16 cells as lines: %d puzzles", len(puzzles))
	}
	if puzzles, _ := readAll(sixteen, notation.Options{Shape: sudoku.Order(4)}); len(puzzles) != 1 {
		t.Errorf("16 rows of 16 cells as 4x4 boxes: %d puzzles", len(puzzles))
	}
}

// TestOptions checks unknown names, unsupported shapes, and shapes that do not fit.
func TestOptions(t *testing.T) {
	var names []string
	for _, f := range notation.Formats() {
		names = append(names, f.Name)
	}
	for _, test := range []struct {
		name string
		opt  notation.Options
		want string
	}{
		{"format", notation.Options{Format: "xlsx"},
			`unknown format "xlsx": known are ` +
				strings.Join(names, ", ")},
		{"alphabet", notation.Options{Alphabet: "greek"},
			`unknown alphabet "greek": known are mixed, letters, hex, pairs`},
		{"shape", notation.Options{Shape: sudoku.Shape{Height: 20, Width: 20}},
			"boxes of 20x20 cells are not supported: a grid has 1 to 100 rows"},
		{"another shape", notation.Options{Shape: sudoku.Order(4)},
			"line 1, column 1: found 81 cells, expected 256 for 16x16 (4x4)"},
	} {
		_, err := notation.Parse(classic, test.opt)
		if err == nil || err.Error() != test.want {
			t.Errorf("%s: %v\nwant %s", test.name, err, test.want)
		}
		var bad *notation.ParseError
		if errors.As(err, &bad) != (test.name == "another shape") {
			t.Errorf("%s: %T", test.name, err)
		}
	}
	p, err := notation.Parse(pad("1", ".", 6), notation.Options{Shape: sudoku.Shape{Height: 3, Width: 2}})
	if err != nil || p.Shape != (sudoku.Shape{Height: 3, Width: 2}) {
		t.Errorf("3x2: %v, %v", p.Shape, err)
	}
	p, err = notation.Parse(pad("1", ".", 5), notation.Options{Shape: sudoku.Shape{Height: 1, Width: 5}})
	if err != nil || p.Shape.N() != 5 {
		t.Errorf("1x5: %v, %v", p.Shape, err)
	}
}

// TestWriteErrors writes puzzles that a format cannot represent.
func TestWriteErrors(t *testing.T) {
	blank := func(h, w int) sudoku.Puzzle {
		s := sudoku.Shape{Height: h, Width: w}
		return sudoku.Puzzle{Shape: s, Clues: make(sudoku.Grid, s.Cells())}
	}
	invalid := blank(2, 2)
	invalid.Clues[3] = 5
	for _, test := range []struct {
		format string
		p      sudoku.Puzzle
		want   string
	}{
		{"sdk", blank(4, 4), "the format sdk cannot hold a grid with 16 rows, expected 1 to 9; the format nonet can"},
		{"instance", blank(2, 3),
			"the format instance cannot hold boxes of 2x3, expected square ones; the format nonet can"},
		{"ss", blank(10, 10), "the format ss cannot hold a grid with 100 rows, expected 1 to 9; the format nonet can"},
		{"line", invalid, "r1c4 = 5: values are 1 to 4"},
	} {
		w, err := notation.NewWriter(io.Discard, test.format)
		if err != nil {
			t.Fatal(err)
		}
		if err := w.Write(test.p); err == nil || err.Error() != test.want {
			t.Errorf("%s: %v, want %s", test.format, err, test.want)
		}
	}
	_, err := notation.NewWriter(io.Discard, "docx")
	if _, unknown := errors.AsType[*notation.UnknownFormatError](err); !unknown {
		t.Errorf("%v", err)
	}
}

// TestShapeSource checks the source of the shape in messages.
func TestShapeSource(t *testing.T) {
	const four = "nonet 1\nshape 2x2\n"
	for source, want := range map[string]string{"": "as asked", "--box says": "as --box says"} {
		_, err := notation.Parse(four, notation.Options{Shape: sudoku.Order(3), ShapeSource: source})
		want = "line 2, column 1: the shape is 4x4 (2x2), expected 9x9 (3x3) " + want
		if err == nil || err.Error() != want {
			t.Errorf("%v, want %s", err, want)
		}
	}
}

// TestWriteGolden shows every format for several shapes.
func TestWriteGolden(t *testing.T) {
	var got bytes.Buffer
	for _, shape := range []sudoku.Shape{
		{Height: 2, Width: 3}, {Height: 3, Width: 3}, {Height: 2, Width: 5}, {Height: 1, Width: 4}, {
			Height: 4, Width: 1}} {
		p := sudoku.Puzzle{Shape: shape, Clues: make(sudoku.Grid, shape.Cells()), Name: "a name, \"quoted\""}
		for c := range p.Clues {
			if c%3 != 1 {
				p.Clues[c] = (c/shape.N()*shape.Width+c)%shape.N() + 1
			}
		}
		if shape.N() == 10 {
			p.Alphabet, _ = notation.AlphabetOf(strings.Split("0123456789", ""))
		}
		for _, format := range writers() {
			if text, ok := write(t, format, p); ok {
				fmt.Fprintf(&got, "== %s, %s\n%s", shape, format, text)
			}
		}
	}
	golden(t, "testdata/write.golden", got.Bytes())
}

// symbolsOf lists the symbols of a puzzle in the order of their values.
func symbolsOf(p sudoku.Puzzle) (all []string) {
	for v := range p.Shape.N() {
		all = append(all, p.Alphabet.Symbol(v+1))
	}
	return all
}

// TestAlphabetRoundTrip writes puzzles in all alphabets in each format and reads them back. The alphabet is the same,
// or the format says which symbols became integers.
func TestAlphabetRoundTrip(t *testing.T) {
	const capitals, small = "ABCDEFGHIJKLMNOPQRSTUVWXYZ", "abcdefghijklmnopqrstuvwxyz"
	numbers := func(format string, from int) (all []string) {
		for v := range 16 {
			all = append(all, fmt.Sprintf(format, from+v))
		}
		return all
	}
	kept := map[string]bool{}
	for _, test := range []struct {
		symbols []string // of 16 values
		change  map[int]string
	}{
		{strings.Split("0123456789"+capitals, ""), map[int]string{4: "0 to 3 become 1 to 4", 9: "0 to 8 become 1 to 9",
			16: "0 to F become 1 to 16"}},
		{strings.Split("0123456789"+small, ""), map[int]string{16: "0 to f become 1 to 16"}},
		{strings.Split("123456789"+capitals, ""), map[int]string{10: "A becomes 10", 16: "A to G become 10 to 16"}},
		{strings.Split("123456789"+small, ""), map[int]string{12: "a to c become 10 to 12"}},
		{strings.Split(capitals, ""), map[int]string{9: "A to I become 1 to 9", 16: "A to P become 1 to 16"}},
		{strings.Split(small, ""), map[int]string{9: "a to i become 1 to 9", 16: "a to p become 1 to 16"}},
		{numbers("%02d", 1), map[int]string{16: "01 to 09 become 1 to 9"}},
		{numbers("%d", 0), map[int]string{16: "0 to 15 become 1 to 16"}},
	} {
		for n, change := range test.change {
			shape, _ := sudoku.ShapeOf(n)
			p := sudoku.Puzzle{Shape: shape, Clues: make(sudoku.Grid, shape.Cells())}
			for c := range p.Clues {
				if row, column := c/n, c%n; row > 0 { // all values are in the rows below
					p.Clues[c] = (row%shape.Height*shape.Width+row/shape.Height+column)%n + 1
				}
			}
			var known bool
			if p.Alphabet, known = notation.AlphabetOf(test.symbols[:n]); !known {
				t.Fatalf("%q is not known", test.symbols[:n])
			}
			for _, format := range writers() {
				text, ok := write(t, format, p)
				lost, err := notation.Lost(format, p)
				if !ok || err != nil {
					continue // not of this size
				}
				opt, want := notation.Options{Format: format}, symbolsOf(p)
				switch format {
				case "nonet", "json":
				case "line", "grid", "csv":
					opt.Alphabet = p.Alphabet.Name
				default:
					want = symbolsOf(sudoku.Puzzle{Shape: shape})
					if lost.Symbols != change {
						t.Errorf("%s: %q, want %q", format, lost.Symbols, change)
					}
				}
				back, err := notation.Parse(text, opt)
				if err != nil {
					t.Fatalf("%s: %v\n%s", format, err, text)
				}
				if diff := cmp.Diff(want, symbolsOf(back)); diff != "" || !slices.Equal(back.Clues, p.Clues) {
					t.Errorf("%s of %q: %s\n%v\n%s", format, symbolsOf(p), diff, back.Clues, text)
				}
				kept[format] = true
			}
		}
	}
	for _, format := range writers() {
		if !kept[format] {
			t.Errorf("no puzzle was written in the format %s", format)
		}
	}
}

// TestRecordsStateTheAlphabet reads objects of JSON output in an alphabet that their cells leave open.
func TestRecordsStateTheAlphabet(t *testing.T) {
	cells := strings.Repeat("A", 1) + strings.Repeat(".", 255)
	for name, value := range map[string]int{"hex": 11, "mixed": 10, "letters": 1} {
		record := `{"puzzle":"` + cells + `","alphabet":"` + name + `"}` + "\n"
		p, err := notation.Parse(record, notation.Options{})
		if err != nil || p.Clues[0] != value || p.Alphabet.Name != name {
			t.Errorf("%s: %v, %v", name, p.Clues, err)
		}
		p, err = notation.Parse(record, notation.Options{Alphabet: "letters"})
		if err != nil || p.Clues[0] != 1 {
			t.Errorf("%s, read as letters: %v, %v", name, p.Clues, err)
		}
		symbols := `{"puzzle":"1..4..1..1..4..1","symbols":["0","1","2","3"]}`
		p, err = notation.Parse(symbols, notation.Options{Alphabet: name})
		if err != nil || p.Clues[3] != 4 || p.Alphabet.Symbol(4) != "3" {
			t.Errorf("%s beside symbols: %v, %v", name, p.Clues, err)
		}
		if _, messages := readAll(record+`{"puzzle":"`+cells+`"}`, notation.Options{}); len(messages) != 1 {
			t.Errorf("%s: the alphabet of the next record: %q", name, messages)
		}
	}
}

// TestTextsRoundTrip writes puzzles of several sizes with author, rules in words and a stated solution.
func TestTextsRoundTrip(t *testing.T) {
	for _, n := range []int{2, 3, 4} {
		shape := sudoku.Order(n)
		solution := make(sudoku.Grid, shape.Cells())
		for c := range solution {
			row, column := c/(n*n), c%(n*n)
			solution[c] = 1 + (row*n+row/n+column)%(n*n)
		}
		p := sudoku.Puzzle{Shape: shape, Clues: make(sudoku.Grid, shape.Cells()), Name: "A name",
			Rules: []sudoku.Rule{{Kind: "cage", Cells: []sudoku.Cell{0, 1}}},
			Texts: sudoku.Texts{Author: `Ada "A."`, Rules: "First line.\nSecond line.", Solution: solution}}
		p.Clues[0] = solution[0]
		for _, format := range []string{"json", "nonet"} {
			text, ok := write(t, format, p)
			if !ok {
				t.Fatalf("%s: not written", format)
			}
			got, err := notation.Parse(text, notation.Options{})
			if diff := cmp.Diff(p, got); err != nil || diff != "" {
				t.Errorf("%s: %v, (-want +got):\n%s\n%s", format, err, diff, text)
			}
			if lost, err := notation.Lost(format, p); err != nil || lost.Texts != nil {
				t.Errorf("%s loses %v, %v", format, lost.Texts, err)
			}
		}
		for _, format := range []string{"grid", "iss", "jigsaw", "sumocue", "solo", "hodoku"} {
			lost, err := notation.Lost(format, p)
			want := []string{"the name", "the author", "the rules in words", "the stated solution"}
			if err != nil || !slices.Equal(lost.Texts, want) {
				t.Errorf("%s loses %v, %v", format, lost.Texts, err)
			}
		}
	}
	r := notation.NewReader(strings.NewReader(`{"puzzle":"1...............","stated_solution":"2143341212344321",`+
		`"solution":"0"}`), notation.Options{})
	if _, err := r.Read(); err != nil || len(r.Notes()) != 1 ||
		r.Notes()[0] != "the solution in line 1 is wrong: r1c1 is 2, its clue is 1" {
		t.Errorf("%v, %v", r.Notes(), err)
	}
}
