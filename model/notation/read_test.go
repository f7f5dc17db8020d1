package notation_test

import (
	"context"
	"errors"
	"io"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"nonet/model/notation"
	"nonet/model/sudoku"
)

// four is the puzzle of most examples.
const four = "1..4..1..1..4..1"

// readAll returns the puzzles of an input and the error messages.
func readAll(input string, opt notation.Options) (puzzles []sudoku.Puzzle, messages []string) {
	return readFrom(strings.NewReader(input), opt)
}

func readFrom(input io.Reader, opt notation.Options) (puzzles []sudoku.Puzzle, messages []string) {
	r := notation.NewReader(input, opt)
	for {
		p, err := r.Read()
		var bad *notation.ParseError
		switch {
		case err == io.EOF:
			return puzzles, messages
		case errors.As(err, &bad):
			messages = append(messages, err.Error())
		case err != nil:
			return puzzles, append(messages, "final: "+err.Error())
		default:
			puzzles = append(puzzles, p)
		}
	}
}

// lines returns the puzzles in line form, each after its name if it has one.
func lines(puzzles []sudoku.Puzzle) []string {
	var all []string
	for _, p := range puzzles {
		line := notation.Line(nil, p.Clues)
		if p.Name != "" {
			line = p.Name + ": " + line
		}
		all = append(all, line)
	}
	return all
}

const (
	escargot = "1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3.."
	classic  = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
)

var rows9 = func() (rows []string) {
	for i := 0; i < 81; i += 9 {
		rows = append(rows, classic[i:i+9])
	}
	return rows
}()

// A readTest is a text and the puzzles in it, as function lines writes them.
type readTest struct {
	name, input string
	want        []string
}

func testRead(t *testing.T, tests []readTest) {
	t.Helper()
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			puzzles, messages := readAll(test.input, notation.Options{})
			if len(messages) > 0 {
				t.Errorf("messages: %q", messages)
			}
			if diff := cmp.Diff(test.want, lines(puzzles)); diff != "" {
				t.Errorf("puzzles (-want +got):\n%s", diff)
			}
			for _, p := range puzzles {
				if err := p.Validate(); err != nil {
					t.Error(err)
				}
			}
		})
	}
}

func TestReadLines(t *testing.T) {
	zeros := strings.ReplaceAll(classic, ".", "0")
	testRead(t, []readTest{
		{"a line", classic + "\n", []string{classic}},
		{"a line without its end", classic, []string{classic}},
		{"two lines with carriage returns", classic + "\r\n" + escargot + "\r\n", []string{classic, escargot}},
		{"blank 0", zeros, []string{classic}},
		{"blank *", strings.ReplaceAll(classic, ".", "*"), []string{classic}},
		{"blank _", strings.ReplaceAll(classic, ".", "_"), []string{classic}},
		{"blank -", strings.ReplaceAll(classic, ".", "-"), []string{classic}},
		{"blank X", strings.ReplaceAll(classic, ".", "X"), []string{classic}},
		{"blank space", strings.ReplaceAll(classic, ".", " "), []string{classic}},
		{"two blanks where a clue 9 excludes 0 as a value", strings.Replace(classic, ".", "0", 3),
			[]string{classic}},
		{"a comment behind a space", classic + " the first of all\n" + escargot, []string{classic, escargot}},
		{"a comment behind a tab", classic + "\tdiff 3\n" + escargot, []string{classic, escargot}},
		{"a comment behind a comma", classic + ",81 clues\n" + escargot, []string{classic, escargot}},
		{"a comment behind a semicolon", classic + ";;;\n" + escargot, []string{classic, escargot}},
		{"count and solution behind colons", four + ":1:1234341221434321\n" + four, []string{four, four}},
		{"a name before it", "AI_Escargot " + escargot + "\n80_2 " + classic,
			[]string{"AI_Escargot: " + escargot, "80_2: " + classic}},
		{"a name that would be a puzzle itself", "10_0 " + classic, []string{"10_0: " + classic}},
		{"a hexadecimal name and a rating", "0000183b305c " + zeros + "  1.5", []string{"0000183b305c: " + classic}},
		{"comments and blank lines between", "# first\n\n" + classic + "\n\n  \n# second\n" + escargot,
			[]string{classic, escargot}},
		{"a byte order mark", "\xef\xbb\xbf" + classic, []string{classic}},
		{"4x4", four, []string{four}},
		{"many 4x4, more than would make a 16x16 grid", strings.Repeat(four+"\n", 40), sliceOf(four, 40)},
		{"few 4x4", strings.Repeat(four+"\n", 3), sliceOf(four, 3)},
		{"4x4 in letters", "A..D..A..A..D..A", []string{four}},
		{"512 blanks before a puzzle", strings.Repeat(" ", 600) + four, []string{four}},
		{"512 blanks before words", strings.Repeat(" ", 600) + "a name: " + classic, []string{classic}},
		{"1x1", "1", []string{"1"}},
		{"2x2", "12..", []string{"12.."}},
		{"sizes side by side", four + "\n" + classic, []string{four, classic}},
	})
}

func TestReadRows(t *testing.T) {
	qqwing := func() string {
		var b strings.Builder
		for i, row := range rows9 {
			if i == 3 || i == 6 {
				b.WriteString("-------|-------|-------\n")
			}
			s := strings.Split(row, "")
			b.WriteString(" " + strings.Join(s[:3], " ") + " | " + strings.Join(s[3:6], " ") + " | " +
				strings.Join(s[6:], " ") + " \n")
		}
		return b.String()
	}()
	testRead(t, []readTest{
		{"rows", strings.Join(rows9, "\n"), []string{classic}},
		{"rows with the title above", "Grid 01\n" + strings.Join(rows9, "\n") + "\nGrid 02\n" +
			strings.Join(rows9, "\n"), []string{"Grid 01: " + classic, "Grid 02: " + classic}},
		{"rows, blank 0, one after the other",
			strings.Repeat(strings.ReplaceAll(strings.Join(rows9, "\n")+"\n", ".", "0"), 2),
			[]string{classic, classic}},
		{"rows in bands apart", strings.Join(rows9[:3], "\n") + "\n\n" + strings.Join(rows9[3:6], "\n") + "\n\n" +
			strings.Join(rows9[6:], "\n"), []string{classic}},
		{"qqwing --readable", qqwing + "\n" + qqwing, []string{classic, classic}},
		{"qqwing --readable, blank *", strings.ReplaceAll(qqwing, ".", "*"), []string{classic}},
		{"4x4 with bars", "1.|.4\n..|1.\n--+--\n.1|..\n4.|.1\n", []string{four}},
		{"4x4 with bars, blank 0 and a rule of four dashes", "10 04\n00 10\n-- --\n01 00\n40 01\n", []string{four}},
		{"4x4, blank -, two clues in each row", "1--4\n-21-\n-12-\n4--1\n", []string{"1..4.21..12.4..1"}},
		{"4x4, blank - in whole rows", "1--4\n----\n-1--\n4--1\n", []string{"1..4.....1..4..1"}},
		{"4x4, blank *", "1**4\n**1*\n*1**\n4**1\n", []string{four}},
		{"4x4 on one line with bars", "1.|.4 ..|1. --+-- .1|.. 4.|.1", []string{four}},
		{"4x4 on one line with spaces", "1..4 ..1. .1.. 4..1", []string{four}},
		{"box-drawing bars", "┌──┬──┐\n│1·│·4│\n│··│1·│\n├──┼──┤\n│·1│··│\n│4·│·1│\n└──┴──┘\n", []string{four}},
		{"a blank 16x16 grid", strings.Repeat(strings.Repeat(".", 16)+"\n", 16), []string{strings.Repeat(".", 256)}},
	})
}

func TestReadIntegers(t *testing.T) {
	testRead(t, []readTest{
		{"integers in rows", "1 0 0 4\n0 0 1 0\n0 1 0 0\n4 0 0 1\n", []string{four}},
		{"integers, two puzzles apart", "1 0 0 4\n0 0 1 0\n0 1 0 0\n4 0 0 1\n\n1,0,0,4\n0,0,1,0\n0,1,0,0\n4,0,0,1\n",
			[]string{four, four}},
		{"integers on one line", "1 0 0 4 0 0 1 0 0 1 0 0 4 0 0 1", []string{four}},
		{"integers with commas on one line", "1,0,0,4,0,0,1,0,0,1,0,0,4,0,0,1", []string{four}},
		{"integers with commas, a count and a solution",
			"1,0,0,4,0,0,1,0,0,1,0,0,4,0,0,1:1:1,2,3,4,3,4,1,2,2,1,4,3,4,3,2,1\nname 1,0,0,4,0,0,1,0,0,1,0,0,4,0,0,1 " +
				"# comment", []string{four, "name: " + four}},
		{"a list of lists", "[[1, 0, 0, 4],\n [0, 0, 1, 0],\n [0, 1, 0, 0],\n [4, 0, 0, 1]]\n", []string{four}},
		{"integers with dots", "1 . . 4\n. . 1 .\n. 1 . .\n4 . . 1\n", []string{four}},
		{"6x6", "1 2 3 4 5 6\n0 0 0 0 0 0\n0 0 0 0 0 0\n0 0 0 0 0 0\n0 0 0 0 0 0\n6 0 0 0 0 0\n",
			[]string{"123456" + strings.Repeat(".", 24) + "6....."}},
		{"12x12 with two digits", "12 0 0 0 0 0 0 0 0 0 0 1\n" + strings.Repeat("0 0 0 0 0 0 0 0 0 0 0 11\n", 11),
			[]string{"C..........1" + strings.Repeat("...........B", 11)}},
		{"12x12 with leading zeros", "12 00 00 00 00 00 00 00 00 00 00 01\n" +
			strings.Repeat("00 00 00 00 00 00 00 00 00 00 00 11\n", 11),
			[]string{"C..........1" + strings.Repeat("...........B", 11)}},
		{"groups of zeros are symbols", "000 030 000\n" + strings.Repeat("000 000 000\n", 8),
			[]string{"....3...." + strings.Repeat(".", 72)}},
		{"an instance", "2\n1\n1 -1 -1 4\n-1 -1 1 -1\n-1 1 -1 -1\n4 -1 -1 1\n", []string{four}},
		{"an instance with tabs, both numbers on a line, wrapped anyhow",
			"2\t0\n1\t-1\t-1\t4\t-1\t-1\t1\t-1\n-1\t1\t-1\t-1\t4\t-1\t-1\t1\n", []string{four}},
		{"two instances", strings.Repeat("2\n1\n1 -1 -1 4\n-1 -1 1 -1\n-1 1 -1 -1\n4 -1 -1 1\n", 2),
			[]string{four, four}},
	})
}

// TestReadFormats reads the file formats of other programs and of nonet.
func TestReadFormats(t *testing.T) {
	zeros := strings.ReplaceAll(classic, ".", "0")
	testRead(t, []readTest{
		{"a comment like a header of sdk", "#Difficult ones\n# Dull ones\n" + strings.Join(rows9, "\n"),
			[]string{classic}},
		{"sdk whose description is a word in small letters", "#Dsome\n[Puzzle]\n" + strings.Join(rows9, "\n"),
			[]string{"some: " + classic}},
		{"sdk of old", "#Ame\n#DSome puzzle\n#LEasy\n" + strings.Join(rows9, "\n"),
			[]string{"Some puzzle: " + classic}},
		{"sdk with sections", "#Ame\n#DSome puzzle\n[Puzzle]\n" + strings.Join(rows9, "\n") + "\n\n[State]\n" +
			strings.Join(rows9, "\n") + "\n[PencilMarks]\n1,2,3\n", []string{"Some puzzle: " + classic}},
		{"ss", "*-----*\n|1.|.4|\n|..|1.|\n|--+--|\n|.1|..|\n|4.|.1|\n*-----*\nSimple Sudoku " +
			"4.2\nhttp://example.org\n\n*-----*\n|1.|.4|\n|..|1.|\n|--+--|\n|.1|..|\n|4.|.1|\n*-----*\n", []string{
			four, four}},
		{"ss, the program's name apart", "*-----*\n|1.|.4|\n|..|1.|\n|--+--|\n|.1|..|\n|4.|.1|\n*-----*\n\nSimple " +
			"Sudoku 4.2\n", []string{four}},
		{"csv of qqwing", "Puzzle,Solution,Time (milliseconds),Givens\n" + classic + ",,1,30,\n" + escargot +
			",,1,23,\n", []string{classic, escargot}},
		{"csv with quizzes", "quizzes,solutions\n" + zeros + "," + zeros + "\r\n", []string{classic}},
		{"csv with question", "source,question,answer,rating\npuzzles0," + classic + ",,12\n", []string{classic}},
		{"csv with id", "id,puzzle,solution,clues,difficulty\n7," + classic + ",,30,0.0\n", []string{"7: " + classic}},
		{"csv with quotes", "name,puzzle\n\"Mr. \"\"X\"\", again\",\"" + four +
			"\"\nother,\"1..4\n..1.\n.1..\n4..1\"\n", []string{`Mr. "X", again: ` + four, "other: " + four}},
		{"csv with semicolons", "puzzle;name\n" + four + ";a\n", []string{"a: " + four}},
		{"csv of one column", "puzzle\n" + classic + "\n" + classic, []string{classic, classic}},
		{"json", `{"index":0,"puzzle":"` + four + `","size":4}` + "\n" + `{"Puzzle": "` + classic + `", "name": "x"}` +
			"\n", []string{four, "x: " + classic}},
		{"nonet", "# two\nnonet 1\nname A name\n# comment\nshape 2x2\n\ngrid\n1 . . 4\n. . 1 .\n0 1 0 0\n4 . . " +
			"1\n\nnonet 1\ngrid\n1 . . 4\n. . 1 .\n0 1 0 0\n4 . . 1\n", []string{"A name: " + four, four}},
	})
}

// TestReadOneLongLineCostsNoOther has a list with a line that is too long: it must not be taken for the first row of a
// grid.
func TestReadOneLongLineCostsNoOther(t *testing.T) {
	four := "12.4.........32."
	puzzles, messages := readAll(four+"\n"+four+".\n..5.............\n11..............\n", notation.Options{})
	if diff := cmp.Diff([]string{four, "11.............."}, lines(puzzles)); diff != "" {
		t.Errorf("puzzles (-want +got):\n%s", diff)
	}
	if len(messages) != 2 || !strings.Contains(messages[0], "17 cells") || !strings.Contains(messages[1], "'5'") {
		t.Errorf("messages: %q", messages)
	}
}

func sliceOf(s string, n int) []string {
	all := make([]string, n)
	for i := range all {
		all[i] = s
	}
	return all
}

// TestText checks that each puzzle, read or not, comes with its text, its line and its part of the input.
func TestText(t *testing.T) {
	const bad, grid = "12.4.........32.?", "1..4\n..1.\n.1..\n4..1"
	input := "# a comment\n" + four + " a name\n" + bad + "\n\n" + grid + "\n\n" + escargot + "\r\n" + escargot + "\n"
	r := notation.NewReader(strings.NewReader(input), notation.Options{})
	for i, want := range []struct {
		text string
		line int
	}{{four + " a name", 2}, {bad, 3}, {grid, 5}, {escargot, 10}, {escargot, 11}} {
		_, err := r.Read()
		if (err != nil) != (want.text == bad) || r.Text() != want.text || r.Line() != want.line {
			t.Errorf("puzzle %d: text %q in line %d, error %v; want %q in line %d", i, r.Text(), r.Line(), err,
				want.text, want.line)
		}
		if part := r.Consumed(); (part == 1) != (i == 4) || part == 0 {
			t.Errorf("puzzle %d: %g of the text is consumed", i, part)
		}
	}
}

// A context that has ended ends the reading of a puzzle whose rules must be stated to find out their size.
func TestInterruptedReading(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	r := notation.NewReader(strings.NewReader("nonet 1\nshape 5x5\nnon-consecutive\n"+
		"nonet 1\nshape 2x2\n"), notation.Options{Context: ctx})
	cancel()
	for range 2 {
		if _, err := r.Read(); !errors.Is(err, context.Canceled) {
			t.Errorf("error %v, want %v", err, context.Canceled)
		}
	}
}
