package notation_test

import (
	"strings"
	"testing"

	"nonet/model/notation"
)

// A pasteTest is a text as people paste it, and the 9x9 or 4x4 grid in it.
type pasteTest struct{ name, text, want string }

// spaced is the classic puzzle in rows of nine with a space for each blank.
var spaced = strings.ReplaceAll(strings.Join(rows9, "\n"), ".", " ")

// eachRow returns the rows of the classic puzzle, each as format returns it, one per line.
func eachRow(format func(row string) string) string {
	var all []string
	for _, row := range rows9 {
		all = append(all, format(row))
	}
	return strings.Join(all, "\n") + "\n"
}

// joined returns the cells of a row with text before, between and after them, and blank for a blank.
func joined(row, before, between, after, blank string) string {
	return before + strings.ReplaceAll(strings.Join(strings.Split(row, ""), between), ".", blank) + after
}

var pasteTests = []pasteTest{
	{"HoDoKu, Wikipedia: spaces between bars", `
+-------+-------+-------+
| 5 3   |   7   |       |
| 6     | 1 9 5 |       |
|   9 8 |       |   6   |
+-------+-------+-------+
| 8     |   6   |     3 |
| 4     | 8   3 |     1 |
| 7     |   2   |     6 |
+-------+-------+-------+
|   6   |       | 2 8   |
|       | 4 1 9 |     5 |
|       |   8   |   7 9 |
+-------+-------+-------+
`, classic},
	{"the same without the outer bars, and white space at the end lost", `
 5 3   |   7   |
 6     | 1 9 5 |
   9 8 |       |   6
-------+-------+-------
 8     |   6   |     3
 4     | 8   3 |     1
 7     |   2   |     6
-------+-------+-------
   6   |       | 2 8
       | 4 1 9 |     5
       |   8   |   7 9
`, classic},
	{"no space before the first cell", `
5 3   |   7   |
6     | 1 9 5 |
  9 8 |       |   6
------+-------+------
8     |   6   |     3
4     | 8   3 |     1
7     |   2   |     6
------+-------+------
  6   |       | 2 8
      | 4 1 9 |     5
      |   8   |   7 9
`, classic},
	{"compact, between bars", `
+---+---+---+
|53 | 7 |   |
|6  |195|   |
| 98|   | 6 |
+---+---+---+
|8  | 6 |  3|
|4  |8 3|  1|
|7  | 2 |  6|
+---+---+---+
| 6 |   |28 |
|   |419|  5|
|   | 8 | 79|
+---+---+---+
`, classic},
	{"4x4 with as many clues in each row as would make 2x2 grids", "| 1   | 2   |\n|   2 |   1 |\n| 2   | 1   |\n" +
		"|   1 |   2 |\n", "1.2..2.12.1..1.2"},
	{"a double-line box", `
╔═══════╦═══════╦═══════╗
║ 5 3   ║   7   ║       ║
║ 6     ║ 1 9 5 ║       ║
║   9 8 ║       ║   6   ║
╠═══════╬═══════╬═══════╣
║ 8     ║   6   ║     3 ║
║ 4     ║ 8   3 ║     1 ║
║ 7     ║   2   ║     6 ║
╠═══════╬═══════╬═══════╣
║   6   ║       ║ 2 8   ║
║       ║ 4 1 9 ║     5 ║
║       ║   8   ║   7 9 ║
╚═══════╩═══════╩═══════╝
`, classic},
	{"a box around each cell", `
╔═══╤═══╤═══╗
` + eachRow(func(row string) string {
		return joined(row, "║ ", " │ ", " ║\n╟───┼───┼───╢", " ")
	}), classic},
	{"spaces for blanks, nothing else", spaced, classic},
	{"spaces for blanks, and spaces between the cells", eachRow(func(row string) string {
		return strings.TrimRight(joined(row, "", " ", "", " "), " ")
	}), classic},
	{"indented, further apart between boxes, and a line between bands", eachRow(func(row string) string {
		line := "    " + joined(row[:3], "", " ", "    ", " ") + joined(row[3:6], "", " ", "    ", " ") +
			joined(row[6:], "", " ", "", " ")
		if row == rows9[2] || row == rows9[5] {
			line += "\n"
		}
		return line
	}), classic},
	{"empty fields of CSV", eachRow(func(row string) string { return joined(row, "", ",", "", "") }), classic},
	{"empty fields of TSV", eachRow(func(row string) string { return joined(row, "", "\t", "", "") }), classic},
	{"tabs at the end lost", eachRow(func(row string) string {
		return strings.TrimRight(joined(row, "", "\t", "", ""), "\t")
	}), classic},
	{"semicolons", eachRow(func(row string) string { return joined(row, "", ";", "", "") }), classic},
	{"a comma after each field", eachRow(func(row string) string { return joined(row, "", ",", ",", "") }), classic},
	{"quoted fields of CSV", eachRow(func(row string) string { return joined(row, `"`, `","`, `"`, "") }), classic},
	{"all fields on one line", strings.ReplaceAll(joined(classic, "", ",", "", ""), "\n", ""), classic},
	{"4x4 fields on one line, as many clues as a 2x2 grid has cells", "1,,,2,,,,,2,,,,,,,1\n", "1..2....2......1"},
	{"a table of Markdown without titles", "|   |   |   |   |   |   |   |   |   |\n" +
		"|---|---|---|---|---|---|---|---|---|\n" +
		eachRow(func(row string) string { return joined(row, "| ", " | ", " |", " ") }), classic},
	{"a table of Markdown with titles", "| 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9 |\n" +
		"|:-:|:-:|:-:|:-:|:-:|:-:|:-:|:-:|:-:|\n" +
		eachRow(func(row string) string { return joined(row, "|", "|", "|", "") }), classic},
	{"a table of Markdown with single dashes", "|1|2|3|4|5|6|7|8|9|\n|-|-|-|-|-|-|-|-|-|\n" +
		eachRow(func(row string) string { return joined(row, "|", "|", "|", " ") }), classic},
	{"a table of Markdown with titles and zeros", "1|2|3|4|5|6|7|8|9\n--|--|--|--|--|--|--|--|--\n" +
		eachRow(func(row string) string { return joined(row, "", "|", "", "0") }), classic},
	{"a table of Markdown with dashes for blanks", strings.Replace(eachRow(func(row string) string {
		return joined(row, "|", "|", "|", "-")
	}), "\n", "\n|-|-|-|-|-|-|-|-|-|\n", 1), classic},
	{"a table of Markdown whose title is the first row", strings.Replace(eachRow(func(row string) string {
		return joined(row, "| ", " | ", " |", " ")
	}), "\n", "\n|---|---|---|---|---|---|---|---|---|\n", 1), classic},
	{"question marks in a line", strings.ReplaceAll(classic, ".", "?"), classic},
	{"question marks in rows", strings.ReplaceAll(strings.Join(rows9, "\n"), ".", "?"), classic},
	{"non-breaking spaces", strings.ReplaceAll(spaced, " ", "\u00a0"), classic},
	{"white squares", strings.ReplaceAll(strings.Join(rows9, "\n"), ".", "⬜"), classic},
	{"full-width digits", fullWidth(strings.ReplaceAll(strings.Join(rows9, "\n"), ".", "0")), classic},
	{"dots that a word processor has joined", strings.ReplaceAll(strings.Join(rows9, "\n"), "...", "…"), classic},
	{"quotation marks", `"` + classic + `"`, classic},
	{"typographic quotation marks", "“" + classic + "”", classic},
	{"rows as strings of a program", "puzzle = [\n" + eachRow(func(row string) string { return `  "` + row + `",` }) +
		"]\n", classic},
	{"numbers of a program", "int[][] board = {\n" + eachRow(func(row string) string {
		return joined(row, "    {", ", ", "},", "0")
	}) + "};\n", classic},
	{"characters of a program", "board = \n[" + strings.ReplaceAll(eachRow(func(row string) string {
		return joined(row, `["`, `","`, `"]`, ".")
	}), "\n", "\n,") + "]\n", classic},
	{"BBCode", "[code]\n" + strings.Join(rows9, "\n") + "\n[/code]\n", classic},
	{"BBCode on one line", "[code]" + classic + "[/code]\n", classic},
	{"HTML", "<pre>" + strings.Join(rows9, "\n") + "</pre>\n", classic},
	{"HTML with line breaks", eachRow(func(row string) string { return row + "<br>" }), classic},
	{"a fence of Markdown", "```text\n" + strings.Join(rows9, "\n") + "\n```\n", classic},
	{"a quoted grid", eachRow(func(row string) string { return "> " + row }), classic},
	{"a grid quoted twice, with spaces", eachRow(func(row string) string {
		return ">> |" + joined(row[:3], "", " ", "|", " ") + joined(row[3:6], "", " ", "|", " ") +
			joined(row[6:], "", " ", "|", " ")
	}), classic},
	{"carriage returns alone", strings.Join(rows9, "\r") + "\r", classic},
	{"a sentence", "Can you solve " + classic + "? It is hard.", classic},
	{"a sentence that ends with it", "My puzzle: " + strings.ReplaceAll(classic, ".", "0") + ".", classic},
	{"a sentence with quotation marks", "Solve '" + classic + "', please", "Solve: " + classic},
	{"a line between any two rows", strings.Join(rows9, "\n\n") + "\n", classic},
	{"a title above", "Hard one\n" + spaced, "Hard one: " + classic},
}

func fullWidth(text string) string {
	return strings.Map(func(c rune) rune {
		if c >= '0' && c <= '9' {
			return c - '0' + '０'
		}
		return c
	}, text)
}

// TestPaste reads what people paste: as the whole input, and between two puzzles.
func TestPaste(t *testing.T) {
	for _, test := range pasteTests {
		t.Run(test.name, func(t *testing.T) {
			testOne := func(text string, want ...string) {
				t.Helper()
				puzzles, messages := readAll(text, notation.Options{})
				if got := lines(puzzles); strings.Join(got, " ") != strings.Join(want, " ") || len(messages) > 0 {
					t.Errorf("got %q, messages %q, want %q; the text:\n%s", got, messages, want, text)
				}
			}
			text := strings.TrimPrefix(test.text, "\n")
			testOne(text, test.want)
			if !strings.Contains(text, "\r") {
				testOne(escargot+"\n"+text+"\n\n"+four+"\n", escargot, test.want, four)
			}
		})
	}
}

// TestPasteRefused has texts that can be read in two ways, and texts whose cells are not aligned. Each costs one
// error, and the puzzle after it is read.
func TestPasteRefused(t *testing.T) {
	const notAligned = "9 rows, some of which have spaces or empty fields for blanks, are not those of a grid, "
	commas := eachRow(func(row string) string { return joined(row, "", ",", "", "") })
	for _, test := range []struct{ name, text, want string }{
		{"the margin may be a column", "  1   2\n    1\n  2\n    2 1\n",
			"line 1: the grid can be read in two ways: r1c1 is blank if every second character is a cell, from the " +
				"beginning of the line, 1 if every second character is a cell, expected a grid with"},
		{"two words of 81 symbols", "Is it " + classic + " or " + escargot + " it is",
			"line 1: the grid can be read in two ways: r1c1 is 5 if its cells are the word in column 7, 1 if its " +
				"cells are the word in column 92, expected a grid with"},
		{"a line is too long by a dot, which may be a blank or end a sentence", "This: " + classic + ".",
			"line 1, column 1: found \"This\", expected a puzzle: "},
		{"a row is shifted", strings.Replace(pasteTests[0].text, "| 8     |", "|  8    |", 1),
			"line 1: the cells of " + notAligned},
		{"a row is too long", strings.Replace(pasteTests[0].text, "| 8     |", "| 8      |", 1),
			"line 6: row 4 has 26 characters, the other rows 25, expected"},
		{"a field is missing", strings.Replace(commas, "8,,,,6", "8,,,6", 1),
			"line 4: row 4 has 7 separators, the other rows 8, expected as many fields in each row"},
		{"a dot beside blanks that are spaces", strings.Replace(spaced, "8   6", "8.  6", 1),
			"line 1: the cells of " + notAligned},
		{"a row is missing", strings.Replace(pasteTests[0].text, "| 8     |   6   |     3 |\n", "", 1),
			"line 1: the cells of 8 rows, some of which "},
		{"a question mark beside dots", strings.Replace(strings.Join(rows9, "\n"), "..7", ".?7", 1),
			"line 1, column 4: found '?' in the rows of a grid, expected a row of cells"},
	} {
		t.Run(test.name, func(t *testing.T) {
			puzzles, messages := readAll(strings.TrimPrefix(test.text, "\n")+"\n\n"+four+"\n", notation.Options{})
			if got := lines(puzzles); len(got) != 1 || got[0] != four {
				t.Errorf("got %q", got)
			}
			if len(messages) != 1 || !strings.HasPrefix(messages[0], test.want) {
				t.Errorf("messages\n%s\nwant one that begins with\n%s", strings.Join(messages, "\n"), test.want)
			}
		})
	}
}
