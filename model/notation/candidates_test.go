package notation_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"nonet/model/notation"
	"nonet/model/sudoku"
)

// describe returns a puzzle as a line, followed by its rules.
func describe(p sudoku.Puzzle) string {
	text := notation.Line(nil, p.Clues)
	for _, r := range p.Rules {
		text += "; " + notation.RuleText(p.Shape, r)
	}
	return text
}

// fresh is the pencil marks of the classic puzzle before the first step, in the drawing of HoDoKu.
const fresh = `
.------------------.------------------.------------------.
| 5     3     124  | 26    7     2468 | 1489  1249  248  |
| 6     247   247  | 1     9     5    | 3478  234   2478 |
| 12    9     8    | 23    34    24   | 13457 6     247  |
:------------------+------------------+------------------:
| 8     125   1259 | 579   6     147  | 4579  2459  3    |
| 4     25    2569 | 8     5     3    | 579   259   1    |
| 7     15    1359 | 59    2     14   | 4589  459   6    |
:------------------+------------------+------------------:
| 139   6     134579| 357  35    7    | 2     8     4    |
| 23    278   237  | 4     1     9    | 36    3     5    |
| 123   1245  12345| 2356  8     26   | 1346  7     9    |
'------------------'------------------'------------------'
`

// TestReadCandidates reads grids of pencil marks: clues, and a rule for each cell with fewer candidates than the clues
// leave.
func TestReadCandidates(t *testing.T) {
	eliminated := strings.Replace(fresh, "124  |", "24   |", 1)
	for _, test := range []struct{ name, text, want string }{
		{"HoDoKu, nothing eliminated", fresh, classic},
		{"HoDoKu, a candidate eliminated", eliminated, classic + "; candidates r1c3 : 2 4"},
		{"the same in a quotation", "[code]" + strings.ReplaceAll(eliminated, "\n", "\n> ") + "[/code]",
			classic + "; candidates r1c3 : 2 4"},
		{"Simple Sudoku", strings.NewReplacer(".", "*", "'", "*", ":", "|").Replace(eliminated),
			classic + "; candidates r1c3 : 2 4"},
		{"no drawing", strings.Join(strings.FieldsFunc(eliminated, func(c rune) bool {
			return strings.ContainsRune("|.:'-+", c)
		}), ""), classic + "; candidates r1c3 : 2 4"},
		{"81 groups of digits on one line", strings.Join(strings.FieldsFunc(eliminated, func(c rune) bool {
			return strings.ContainsRune("|.:'-+ \n", c)
		}), " "), classic + "; candidates r1c3 : 2 4"},
		{"a single candidate beside a blank cell that has it, too", "1 24 3 4\n34 34 1 2\n2 13 4 13\n34 134 2 13\n",
			"1.3...122.4...2."}, // what the clues imply is no rule
		{"nonet: brackets around values that are no clues", "1    (2) | 3  4\n34   34  | 1  2\n---------+-------\n" +
			"2    13  | 4  13\n34   14  | 2  13\n", "1.34..122.4...2.; candidates r4c2 : 1 4"},
		{"only single candidates", "1 (2) 3 (4)\n3 4 1 (2)\n2 1 4 3\n4 3 2 1\n",
			"1.3.341.21434321; candidates r1c4 : 4"},
		{"SudoCue: u before a value that was placed", "1 u2 3 4\n34 34 1 2\n2 13 4 13\n34 13 2 13\n",
			"1.34..122.4...2.; candidates r4c2 : 1 3"},
		{"a dot for no marks", "1 2 . 4\n. . 1 .\n. 1 . .\n4 . 23 1\n", "12.4..1..1..4..1"},
		{"numbers above nine", wide, strings.Repeat(".", 144) + "; candidates r1c1 : 1 3 7 8 9 12; " +
			"candidates r1c2 : 10 11; candidates r1c3 : 12"},
		{"n symbols for each cell", "1...1234123..2..123412341234123412341234123412341234123412341234", "...." +
			"............; candidates r1c1 : 1; candidates r1c3 : 1 2 3; candidates r1c4 : 2"},
	} {
		t.Run(test.name, func(t *testing.T) {
			for _, after := range []string{"", "\n\n" + four + "\n"} {
				puzzles, messages := readAll(strings.TrimPrefix(test.text, "\n")+after, notation.Options{})
				if len(messages) > 0 || len(puzzles) == 0 || describe(puzzles[0]) != test.want ||
					len(puzzles) != 1+min(1, len(after)) {
					t.Fatalf("%d puzzles, the first %s, messages %q", len(puzzles),
						describe(append(puzzles, sudoku.Puzzle{})[0]), messages)
				}
				text, ok := write(t, "candidates", puzzles[0])
				if !ok {
					t.Fatal("not written")
				}
				again, err := notation.Parse(text, notation.Options{})
				if err != nil || describe(again) != test.want {
					t.Errorf("written:\n%sread again: %v, %v", text, describe(again), err)
				}
			}
		})
	}
}

// wide is a 12x12 grid with candidates in the form of nonet.
var wide = func() string {
	var b strings.Builder
	for row := range 12 {
		for column := range 12 {
			word := "1-12"
			if row == 0 && column < 3 {
				word = []string{"1,3,7-9,12", "10,11", "(12)"}[column]
			}
			fmt.Fprintf(&b, "%s ", word)
		}
		b.WriteByte('\n')
	}
	return b.String()
}()

// TestCandidatesRefused has grids of pencil marks with errors.
func TestCandidatesRefused(t *testing.T) {
	for _, test := range []struct{ name, text, want string }{
		{"a cell without a candidate", "1 x 3 4\n34 34 1 2\n2 13 4 13\n34 13 2 13\n",
			"line 1: r1c2 has no candidate, expected one candidate or more"},
		{"a cell is missing", strings.Replace(fresh, "| 6     247   247 ", "| 6     247247 ", 1)[1:], ""},
		{"a row has a cell less", "1 24 3 4\n34 34 1\n2 13 4 13\n34 13 2 13\n",
			"line 2: row 2 of the pencil marks has 3 cells, expected 4"},
	} {
		t.Run(test.name, func(t *testing.T) {
			puzzles, messages := readAll(test.text+"\n"+four+"\n", notation.Options{})
			if len(puzzles) != 1 || len(messages) != 1 || !strings.HasPrefix(messages[0], test.want) {
				t.Errorf("%d puzzles, messages %q", len(puzzles), messages)
			}
		})
	}
}

// position draws a 9x9 position of a complete grid: clues, and candidates that include the value of the grid.
func position() *rapid.Generator[sudoku.Puzzle] {
	const solution = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
	return rapid.Custom(func(t *rapid.T) sudoku.Puzzle {
		p := sudoku.Puzzle{Shape: sudoku.Order(3), Clues: make(sudoku.Grid, 81)}
		for c := range p.Clues {
			v := int(solution[c] - '0')
			switch rapid.IntRange(0, 4).Draw(t, "kind of cell") {
			case 0, 1:
				p.Clues[c] = v
			case 2:
				r := sudoku.Rule{Kind: "candidates", Cells: []sudoku.Cell{sudoku.Cell(c)}}
				for k := 1; k <= 9; k++ {
					if k == v || rapid.IntRange(0, 3).Draw(t, "candidate") == 0 {
						r.Values = append(r.Values, k)
					}
				}
				p.Rules = append(p.Rules, r)
			}
		}
		return p
	})
}

// TestPositionsRoundTrip writes positions in each format that holds candidates and reads them again. What the clues
// imply may be left out, so the test compares the values that are left after naked singles.
func TestPositionsRoundTrip(t *testing.T) {
	for _, format := range []string{"candidates", "sudokuwiki", "hodoku", "nonet"} {
		t.Run(format, func(t *testing.T) {
			rapid.Check(t, func(t *rapid.T) {
				p := position().Draw(t, "position")
				text, ok := write(t, format, p)
				if !ok {
					t.Fatal("not written")
				}
				got, err := notation.Parse(text, notation.Options{})
				if err != nil {
					t.Fatalf("%v\n%s", err, text)
				}
				if diff := cmp.Diff(afterSingles(p), afterSingles(got)); diff != "" {
					t.Fatalf("(-want +got):\n%s\n%s", diff, text)
				}
				if diff := cmp.Diff(p.Clues, got.Clues); diff != "" {
					t.Fatalf("clues (-want +got):\n%s\n%s", diff, text)
				}
				// Candidates that the clues imply are no rules. If no others are left, the text has clues only.
				if again, _ := write(t, format, got); again != text && format != "nonet" && len(got.Rules) > 0 {
					t.Fatalf("written again:\n%s\n%s", text, again)
				}
			})
		})
	}
}

// afterSingles returns for each cell of a position the values that are left after all naked singles.
func afterSingles(p sudoku.Puzzle) []string {
	left := make([][]int, 81)
	for c := range left {
		for v := 1; v <= 9; v++ {
			g := make(sudoku.Grid, 81)
			g[c] = v
			possible := p.Clues[c] == 0 || p.Clues[c] == v
			for _, r := range p.Rules {
				possible = possible && (r.Cells[0] != sudoku.Cell(c) || r.Check(p, g) == nil)
			}
			if possible {
				left[c] = append(left[c], v)
			}
		}
	}
	for changed := true; changed; {
		changed = false
		for c := range left {
			for d := range left {
				a, b := sudoku.Cell(c), sudoku.Cell(d)
				sees := p.Shape.Row(a) == p.Shape.Row(b) || p.Shape.Column(a) == p.Shape.Column(b) ||
					p.Shape.Box(a) == p.Shape.Box(b)
				if c == d || !sees || len(left[c]) != 1 {
					continue
				}
				if i := slices.Index(left[d], left[c][0]); i >= 0 {
					left[d] = slices.Delete(left[d], i, i+1)
					changed = true
				}
			}
		}
	}
	var all []string
	for _, values := range left {
		all = append(all, fmt.Sprint(values))
	}
	return all
}

// TestPositionsOfPrograms reads links of SudokuWiki and lines of HoDoKu.
func TestPositionsOfPrograms(t *testing.T) {
	const wiki = "https://www.sudokuwiki.org/sudoku.htm?bd="
	zeros := strings.ReplaceAll(classic, ".", "0")
	for _, test := range []struct{ name, text, want string }{
		{"a link of 81 digits", wiki + zeros, classic},
		{"without www, with capitals and a further parameter", "http://sudokuwiki.org/Sudoku.htm?bd=" + zeros + "&x=1",
			classic},
		{"no scheme", "www.sudokuwiki.org/sudoku.htm?bd=" + zeros, classic},
		{"an extreme line", ":0000:x:" + classic + ":::", classic},
		{"deleted candidates, of which one is none", ":0300:5:" + classic + ":413 255::",
			classic + "; candidates r1c3 : 1 2"},
		{"a placed value", ":0300:5:" + strings.Replace(classic, "53..", "53+4.", 1) + ":::",
			classic + "; candidates r1c3 : 4; candidates r1c6 : 2 6 8; candidates r1c7 : 1 8 9; " +
				"candidates r1c8 : 1 2 9; candidates r1c9 : 2 8; candidates r2c2 : 2 7; candidates r2c3 : 2 7; " +
				"candidates r7c3 : 1 3 5 7 9; candidates r9c3 : 1 2 3 5"},
	} {
		p, err := notation.Parse(test.text, notation.Options{})
		if err != nil || describe(p) != test.want {
			t.Errorf("%s: %s, %v, want %s", test.name, describe(p), err, test.want)
		}
	}
	// A position that A. Stuart describes in words: three corners of a rectangle have the candidates 2 and 9, and the
	// fourth, D1, has 1, 2, 5 and 9.
	p, err := notation.Parse(wiki+"S9B9e9e06030204080a0e08050o0f090a0s0g0u0s0w0a070h0e7o8m1i857p04820c0706087o030h82820f0b"+
		"0a0d077o0607040a0h030e7o987w840a0g038a8i0h9u9i860h040f8202011n0r08020509071i1q", notation.Options{})
	if err != nil {
		t.Fatal(err)
	}
	start := "006324800850090000000700000004007680300000007067400300000003000000040021008259700"
	if got, want := notation.Line(nil, p.Clues), strings.ReplaceAll(start, "0", "."); got != want {
		t.Errorf("clues %s, want %s", got, want)
	}
	if got := afterSingles(p); got[27] != "[1 2 5 9]" || strings.Count(strings.Join(got, ""), "[2 9]") < 3 {
		t.Errorf("candidates %s", got)
	}
	p, err = notation.Parse(wiki+"S9B0b080i070d060e010c0d0c06050i0a0b0g080a0g050c0b0h04090f0h0e070r0f7q7n0u0b8i0d0n0208077"+
		"n1i0e8i0b0n0r0e7q081q0g0e09080f0g0d030b0a030f0d0h0a02070e0i0g010b090c050f080d", notation.Options{})
	start = "080706010006500008005000490007000000000287000000000800098000300300002700010905080"
	if err != nil || notation.Line(nil, p.Clues) != strings.ReplaceAll(start, "0", ".") {
		t.Errorf("%s, %v", describe(p), err)
	}
	for _, test := range []struct{ text, want string }{
		{wiki + "123", "column 42: the parameter bd has 3 characters, expected 81 digits, or S9B and "},
		{wiki + strings.Replace(zeros, "7", "x", 1), `column 46: found 'x' in the parameter bd, expected 81 digits`},
		{wiki + "S9B" + strings.Repeat("00", 81), `column 45: found "00" for r1c1, expected 81 digits`},
		{"https://www.sudokuwiki.org/killersudoku.htm?bd=" + zeros,
			`a link to the page "killersudoku.htm" of sudokuwiki.org`},
		{"https://www.sudokuwiki.org/sudoku.htm", "the link has no puzzle, expected sudoku.htm?bd= and 81 digits"},
		{":0000:x:" + classic[1:] + ":::",
			"column 9: found 80 cells, expected 81 cells: digits, dots, and + before a digit"},
		{":0000:x:" + classic + ":54:::",
			`column 91: found "54" among the deleted candidates, expected digit, row and column`},
		{":0000:x:" + classic + ":115 555:::", "column 95: r5c5 has no candidate left, expected one candidate or more"},
		{":0000:x:" + strings.Replace(classic, "7", "++7", 1) + ":::", "column 14: found '+', expected 81 cells"},
		{":0000:x", "the line has 2 fields, expected :technique:digits:cells:deleted candidates:"},
	} {
		p, err := notation.Parse(test.text, notation.Options{})
		if err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: %s, %v\nwant %s", test.text, describe(p), err, test.want)
		}
	}
}

// TestOpenSudoku reads files of OpenSudoku, with all games on one line or on several, between other puzzles.
func TestOpenSudoku(t *testing.T) {
	zeros := strings.ReplaceAll(classic, ".", "0")
	games := `<game data="` + zeros + `" /><game created="1" data="1004001001004001"/>`
	long := `<?xml version="1.0" encoding="UTF-8" standalone="yes" ?>` + "\n<opensudoku>\n<name>A name</name>\n" +
		strings.ReplaceAll(games, "><", ">\n<") + "\n</opensudoku>\n"
	for _, text := range []string{"<opensudoku>" + games + "</opensudoku>\n", long,
		strings.ReplaceAll(long, "\n", "") + "\n"} {
		puzzles, messages := readAll(escargot+"\n"+text+escargot+"\n", notation.Options{})
		if got := lines(puzzles); !slices.Equal(got, []string{escargot, classic, four, escargot}) || messages != nil {
			t.Errorf("%s\n%s, %q", text, got, messages)
		}
	}
	all, _ := readAll(escargot+"\n"+classic, notation.Options{})
	text, ok := write(t, "opensudoku", all...)
	if got, messages := readAll(text, notation.Options{}); !ok || cmp.Diff(all, got) != "" || messages != nil {
		t.Errorf("%s\n%v, %q", text, got, messages)
	}
	truncated, messages := readAll(`<opensudoku><game data="`+zeros+`"/>`, notation.Options{})
	if len(truncated) != 1 || len(messages) != 1 || !strings.Contains(messages[0], "line 1: the file ends after a") {
		t.Errorf("truncated: %v, %q", truncated, messages)
	}
	// The state of a game: a clue, an entry of the player and notes, in the three forms of cells.
	for _, form := range [][4]string{{"version: 1&#10;", "5|-|0|", "7|1,2,|1|", "0|3,|1|"}, {"version: 2\n", "5|0|0|",
		"7|3|1|", "0|9|1|"}, {"version: 4&#10;", "5|0|0|0|", "7|0|3|1|", "0|8|9|1|"}} {
		state := form[0] + form[1] + form[2] + strings.Repeat(form[3], 79)
		for entries, clues := range map[bool]int{false: 1, true: 2} {
			data := strings.ReplaceAll(state, "\n", "&#10;")
			r := notation.NewReader(strings.NewReader(`<opensudoku><game data="`+data+`"/></opensudoku>`),
				notation.Options{Lenient: notation.Leniency{Entries: entries}})
			p, err := r.Read()
			if err != nil || p.Clues[0] != 5 || p.Givens() != clues {
				t.Errorf("%s: %v, %v", form[0], p.Clues, err)
			}
		}
	}
	for text, want := range map[string]string{
		"<opensudoku></opensudoku>":                               "line 1: the file has no game, expected",
		"<?xml version='1.0'?>\n<svg/>":                           "line 2: the file has no game, expected",
		`<opensudoku><game data="1|0|0"/></opensudoku>`:           "line 1, column 25: found the state of a game",
		`<opensudoku><game data="100400100100400"/></opensudoku>`: "line 1, column 25: found 15 cells, expected",
	} {
		_, messages := readAll(text, notation.Options{})
		if len(messages) != 1 || !strings.HasPrefix(messages[0], want) {
			t.Errorf("%s: %q, want %s", text, messages, want)
		}
	}
}
