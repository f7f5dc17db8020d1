package main

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"nonet/cmd/internal/term"
)

// An alphabetCase is a way to write a grid. The symbols are those of the values in order.
type alphabetCase struct {
	name          string
	height, width int // of a box
	symbols       []string
	separator     string // between the cells of a row
	flags         string
	json          string // the field alphabet
	line          string // symbols in line form, if they are others
}

var alphabetCases = []alphabetCase{
	{name: "digits", height: 3, width: 3, symbols: strings.Split("123456789", "")},
	{name: "digits from 0, 9x9", height: 3, width: 3, symbols: strings.Split("012345678", ""),
		flags: "--alphabet hex", json: "hex"},
	{name: "digits from 0, 10x10", height: 2, width: 5, symbols: strings.Split("0123456789", ""), json: "hex"},
	{name: "0-B", height: 3, width: 4, symbols: strings.Split("0123456789AB", ""), json: "hex"},
	{name: "0-F", height: 4, width: 4, symbols: strings.Split("0123456789ABCDEF", ""), json: "hex"},
	{name: "0-f", height: 4, width: 4, symbols: strings.Split("0123456789abcdef", ""), flags: "--alphabet hex",
		json: "hex"},
	{name: "1-9 and A-G", height: 4, width: 4, symbols: strings.Split("123456789ABCDEFG", ""), json: "mixed"},
	{name: "1-9 and a-g", height: 4, width: 4, symbols: strings.Split("123456789abcdefg", ""), json: "mixed"},
	{name: "A-P", height: 4, width: 4, symbols: strings.Split("ABCDEFGHIJKLMNOP", ""), json: "letters"},
	{name: "a-p", height: 4, width: 4, symbols: strings.Split("abcdefghijklmnop", ""), json: "letters"},
	{name: "letters, 9x9", height: 3, width: 3, symbols: strings.Split("ABCDEFGHI", ""), json: "letters"},
	{name: "A-Y", height: 5, width: 5, symbols: strings.Split("ABCDEFGHIJKLMNOPQRSTUVWXY", ""), json: "letters"},
	{name: "pairs", height: 4, width: 4, symbols: numbered("%02d", 1, 16), json: "pairs"},
	{name: "integers", height: 3, width: 4, symbols: numbered("%d", 1, 12), separator: " ", json: "mixed",
		line: "123456789ABC"},
	{name: "integers from 0", height: 3, width: 4, symbols: numbered("%d", 0, 12), separator: " ",
		flags: "--alphabet hex", json: "hex"},
}

func numbered(format string, from, n int) (all []string) {
	for v := range n {
		all = append(all, fmt.Sprintf(format, from+v))
	}
	return all
}

func (a *alphabetCase) n() int { return a.height * a.width }

// solution returns the value of a cell of a grid that fills the shape, from 0.
func (a *alphabetCase) solution(row, column int) int {
	return (row%a.height*a.width + row/a.height + column) % a.n()
}

// text writes a grid of symbols without the cells for which blank holds.
func (a *alphabetCase) text(blank func(row, column int) bool) string {
	var b strings.Builder
	dots := "."
	if a.separator == "" {
		dots = strings.Repeat(".", len(a.symbols[0]))
	}
	for row := range a.n() {
		var cells []string
		for column := range a.n() {
			cell := a.symbols[a.solution(row, column)]
			if blank(row, column) {
				cell = dots
			}
			cells = append(cells, cell)
		}
		b.WriteString(strings.Join(cells, a.separator) + "\n")
	}
	if a.json == "pairs" { // the rows of a grid of pairs look like those of a larger grid
		return strings.ReplaceAll(b.String(), "\n", "") + "\n"
	}
	return b.String()
}

// ask runs a command and returns what it prints on standard output.
func (a *alphabetCase) ask(t *testing.T, command string, files ...string) string {
	t.Helper()
	var out, log bytes.Buffer
	args := slices.Concat(strings.Fields(command), strings.Fields(a.flags), files)
	if code := nonet.Run(t.Context(), args, term.Streams{In: strings.NewReader(""), Out: &out, Err: &log}); code > 1 &&
		code != 10 {
		t.Fatalf("nonet %s: exit code %d, %s", strings.Join(args, " "), code, &log)
	}
	return out.String()
}

// checkCells checks that cells are the solution, or blank where blanks are allowed.
func (a *alphabetCase) checkCells(t *testing.T, what string, cells []string, symbols []string, blank bool) {
	t.Helper()
	if n := a.n(); len(cells) != n*n {
		t.Errorf("%s: %d cells: %q", what, len(cells), cells)
		return
	}
	for c, cell := range cells {
		row, column := c/a.n(), c%a.n()
		if want := symbols[a.solution(row, column)]; cell != want && !(blank && strings.Trim(cell, ".") == "") {
			t.Errorf("%s: r%dc%d is %s, want %s", what, row+1, column+1, cell, want)
			return
		}
	}
}

// checkLine checks a grid in line form.
func (a *alphabetCase) checkLine(t *testing.T, what, line string, blank bool) {
	t.Helper()
	symbols := a.symbols
	if a.line != "" {
		symbols = strings.Split(a.line, "")
	}
	cells := strings.Split(line, ",")
	if len(cells) == 1 {
		cells = nil
		for piece := range slices.Chunk([]byte(line), len(symbols[0])) {
			cells = append(cells, string(piece))
		}
	}
	a.checkCells(t, what, cells, symbols, blank)
}

// fact is a statement about a cell in a text.
var fact = regexp.MustCompile(`r(\d+)c(\d+)( = |=|<>|≠)([0-9A-Za-z]+)`)

// checkFacts checks the placements and eliminations in a text, of which there must be one.
func (a *alphabetCase) checkFacts(t *testing.T, what, text string) {
	t.Helper()
	all := fact.FindAllStringSubmatch(text, -1)
	if len(all) == 0 {
		t.Errorf("%s: no statement about a cell:\n%s", what, text)
	}
	for _, match := range all {
		var row, column int
		fmt.Sscan(match[1], &row)
		fmt.Sscan(match[2], &column)
		want := a.symbols[a.solution(row-1, column-1)]
		excluded := match[3] == "<>" || match[3] == "≠"
		if (match[4] == want) == excluded || !slices.Contains(a.symbols, match[4]) {
			t.Errorf("%s: %s, where the solution has %s", what, match[0], want)
		}
	}
}

// gridCells returns the words of a grid without the lines between its boxes.
func gridCells(text string) []string {
	var cells []string
	for line := range strings.Lines(text) {
		if strings.Trim(line, "-+ \n") == "" {
			continue
		}
		cells = append(cells, strings.Fields(strings.ReplaceAll(line, "|", " "))...)
	}
	return cells
}

// TestAnswersInTheAlphabetOfTheQuestion asks puzzles in many alphabets and reads the answers in the same one.
func TestAnswersInTheAlphabetOfTheQuestion(t *testing.T) {
	for _, a := range alphabetCases {
		t.Run(a.name, func(t *testing.T) {
			dir := t.TempDir()
			write := func(name, text string) string {
				file := filepath.Join(dir, name)
				if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
					t.Fatal(err)
				}
				return file
			}
			blank := func(row, column int) bool { return row == 0 || column == 1 && row > 2 }
			puzzle := write("puzzle.txt", a.text(blank))

			text := a.ask(t, "solve", puzzle)
			grid, _, _ := strings.Cut(text, "\n\n")
			a.checkCells(t, "solve", gridCells(grid), a.symbols, false)
			for _, command := range []string{"solve", "solve --all", "unique"} {
				line := strings.TrimSpace(a.ask(t, command+" --output line", puzzle))
				a.checkLine(t, command+" --output line", line, false)
				records, err := csv.NewReader(strings.NewReader(a.ask(t, command+" --output csv", puzzle))).ReadAll()
				if err != nil || len(records) != 2 {
					t.Fatal(records, err)
				}
				for i, column := range records[0] {
					if column == "puzzle" || column == "solution" {
						a.checkLine(t, command+" --output csv", records[1][i], column == "puzzle")
					}
				}
			}
			commands := []string{"solve", "solve --all", "unique"}
			if a.n() <= 12 {
				commands = append(commands, "unique --minimal", "count", "rate", "compare --methods native",
					"minimize", "check",
					"candidates", "unavoidable")
			}
			for _, command := range commands {
				var o struct{ Alphabet, Puzzle, Solution, Minimized, Backbone string }
				answer := a.ask(t, command+" --output json", puzzle)
				if err := json.Unmarshal([]byte(answer), &o); err != nil {
					t.Fatal(err, answer)
				}
				if o.Alphabet != a.json {
					t.Errorf("%s: alphabet %q, want %q", command, o.Alphabet, a.json)
				}
				a.checkLine(t, command+" --output json: puzzle", o.Puzzle, true)
				for name, line := range map[string]string{"solution": o.Solution, "backbone": o.Backbone,
					"minimized": o.Minimized} {
					if line != "" {
						a.checkLine(t, command+" --output json: "+name, line, name == "minimized")
					}
				}
			}
			a.checkCells(t, "convert --to grid", gridCells(a.ask(t, "convert --to grid", puzzle)), a.symbols, true)
			for _, format := range []string{"line", "csv", "nonet", "json"} {
				converted := write("converted", a.ask(t, "convert --to "+format, puzzle))
				again := alphabetCase{}
				if a.json != "" && format != "nonet" && format != "json" { // which state the alphabet
					again.flags = "--alphabet " + a.json
				}
				line := strings.TrimSpace(again.ask(t, "solve --output line", converted))
				a.checkLine(t, "convert --to "+format, line, false)
			}
			a.checkPictures(t, puzzle)
			if a.n() <= 12 { // larger grids take longer, and print by the same functions
				a.checkSteps(t, puzzle, blank)
				a.checkExplanations(t, write)
				a.checkDecoding(t, puzzle, dir)
			}
		})
	}
}

// checkSteps checks hints, the position before them, and candidates.
func (a *alphabetCase) checkSteps(t *testing.T, puzzle string, blank func(row, column int) bool) {
	t.Helper()
	for _, command := range []string{"rate --hint", "rate --hint --output json"} {
		a.checkFacts(t, command, a.ask(t, command, puzzle))
	}
	marks := gridCells(a.ask(t, "rate --hint --grid", puzzle))[:a.n()*a.n()]
	candidates := gridCells(a.ask(t, "candidates", puzzle))[:a.n()*a.n()]
	for c := range candidates {
		candidates[c] = strings.Trim(candidates[c], "()")
		if blank(c/a.n(), c%a.n()) {
			marks[c] = "."
		}
	}
	a.checkCells(t, "candidates", candidates, a.symbols, false)
	a.checkCells(t, "rate --grid", marks, a.symbols, true)
}

// checkPictures checks that the values in pictures are those of the solution, row by row.
func (a *alphabetCase) checkPictures(t *testing.T, puzzle string) {
	t.Helper()
	for format, value := range map[string]*regexp.Regexp{
		"svg": regexp.MustCompile(`(?:class="(?:clue|solution)"[^>]*>|<text[^>]*>)([^<]+)</text>`),
		"tex": regexp.MustCompile(`\{([0-9A-Za-z]+)\};`),
	} {
		var seen []string
		text := a.ask(t, "picture --solved --to "+format, puzzle)
		for _, match := range value.FindAllStringSubmatch(text, -1) {
			seen = append(seen, match[1])
		}
		a.checkCells(t, format, seen, a.symbols, false)
	}
}

// checkExplanations asks about a puzzle with two equal clues in a row, and about a wrong entry.
func (a *alphabetCase) checkExplanations(t *testing.T, write func(name, text string) string) {
	t.Helper()
	n := a.n()
	last := a.symbols[n-1]
	rest := strings.TrimLeft(a.text(func(row, column int) bool { return row == 0 }), ". ")
	// The solution of row 1 is the values in order, so its last cell has the last symbol.
	wrong := func(blanks string) string {
		cells := append([]string{last}, slices.Repeat([]string{blanks}, n-2)...)
		return strings.Join(append(cells, last), a.separator) + rest
	}
	dots := "."
	if a.separator == "" {
		dots = strings.Repeat(".", len(a.symbols[0]))
	}
	contradictory := write("contradictory.txt", wrong(dots))
	want := "are both " + last
	for _, command := range []string{"explain", "explain --output json", "unique", "unique --output json"} {
		if text := a.ask(t, command, contradictory); !strings.Contains(text, want) {
			t.Errorf("%s does not say that %s:\n%s", command, want, text)
		}
	}
	puzzle, entries := write("clues.txt", strings.Replace(wrong(dots), last, dots, 1)), write("entries.txt",
		wrong(dots))
	for _, output := range []string{"text", "json"} {
		text := a.ask(t, "audit --output "+output, puzzle, entries)
		if want := fmt.Sprintf("row 1 has its %s in r1c%d", last, n); !strings.Contains(text, want) {
			t.Errorf("audit --output %s does not say %q:\n%s", output, want, text)
		}
	}
}

// checkDecoding exports the puzzle and decodes a solver's answer.
func (a *alphabetCase) checkDecoding(t *testing.T, puzzle, dir string) {
	t.Helper()
	cnf := filepath.Join(dir, "puzzle.cnf")
	a.ask(t, "export --to cnf -o "+cnf, puzzle)
	answer := filepath.Join(dir, "answer")
	solved := alphabetCase{}
	if err := os.WriteFile(answer, []byte(solved.ask(t, "sat", cnf)), 0o666); err != nil {
		t.Fatal(err)
	}
	line := solved.ask(t, "decode --output line --map "+cnf+".map.json", answer)
	a.checkLine(t, "decode", strings.TrimSpace(line), false)
}
