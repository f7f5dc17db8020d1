package notation_test

import (
	"strings"
	"testing"

	"nonet/model/notation"
	"nonet/model/sudoku"
)

// swapped returns the regions of a jigsaw, named by symbols: boxes of a height and width, of which the first two have
// exchanged a cell.
func swapped(height, width int, symbols string) string {
	n := height * width
	cells := make([]byte, n*n)
	for c := range cells {
		cells[c] = symbols[c/n/height*height+c%n/width]
	}
	cells[width-1], cells[n+width] = symbols[1], symbols[0]
	return string(cells)
}

const capitals = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"

// TestJigsawLines reads clues and regions in a line, in lists and as an input of their own, for small and large grids.
func TestJigsawLines(t *testing.T) {
	blank := func(n int) string { return strings.Repeat(".", n*n-2) }
	for _, test := range []struct {
		name, line, alphabet string
		n                    int
	}{
		{"9x9, a blank between", "1" + blank(9) + "9 " + swapped(3, 3, "123456789"), "", 9},
		{"9x9, a comma between", "1" + blank(9) + "9," + swapped(3, 3, "abcdefghi"), "", 9},
		{"9x9, nothing between", "1" + blank(9) + "9" + swapped(3, 3, "123456789"), "", 9},
		{"9x9 after a name", "name 1" + blank(9) + "9 " + swapped(3, 3, "123456789") + " comment", "", 9},
		{"12x12", "1" + blank(12) + "C " + swapped(3, 4, "0123456789AB"), "mixed", 12},
		{"16x16 in letters", "A" + blank(16) + "P " + swapped(4, 4, capitals), "", 16},
		{"16x16 in digits and letters", "1" + blank(16) + "G " + swapped(4, 4, "123456789"+capitals), "", 16},
		{"16x16, small letters, a semicolon between", "A" + blank(16) + "P;" + swapped(4, 4, strings.ToLower(capitals)),
			"letters", 16},
		{"16x16, nothing between", "1" + blank(16) + "G" + swapped(4, 4, capitals), "", 16},
		{"16x16 without clues", swapped(4, 4, capitals), "letters", 16},
		{"25x25", "A" + blank(25) + "Y " + swapped(5, 5, capitals), "letters", 25},
		{"25x25, nothing between", "A" + blank(25) + "Y" + swapped(5, 5, capitals), "letters", 25},
	} {
		for _, form := range []string{"jigsaw", ""} {
			if form == "" && test.name == "16x16 without clues" || form != "" && strings.HasPrefix(test.line, "name") {
				continue
			}
			t.Run(test.name+" "+form, func(t *testing.T) {
				opt := notation.Options{Format: form, Alphabet: test.alphabet}
				puzzles, messages := readAll(test.line+"\n"+test.line+"\n", opt)
				if len(puzzles) != 2 || len(messages) > 0 {
					t.Fatalf("%d puzzles, messages %q", len(puzzles), messages)
				}
				p := puzzles[1]
				box := sudoku.Shape{Height: 1, Width: test.n}
				if p.Shape != box || len(p.Rules) != 1 || p.Rules[0].Kind != "regions" || p.Validate() != nil {
					t.Fatalf("%s with %d rules", p.Shape, len(p.Rules))
				}
				if p.Givens() != 0 && (p.Clues[0] != 1 || p.Clues[len(p.Clues)-1] != test.n) {
					t.Errorf("clues %v", p.Clues)
				}
			})
		}
	}
}

// TestWordsAfterPuzzles has a second word in each line, and whether a note says that it is not used.
func TestWordsAfterPuzzles(t *testing.T) {
	const solution = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
	large := pad("1G", ".", 16)
	for _, test := range []struct {
		name, line string
		noted      bool
	}{
		{"a solution", classic + " " + solution, false},
		{"a solution in another form", classic + ",\t" + solution + ";x", false},
		{"a comment", classic + " " + strings.Repeat("x", 80), false},
		{"another puzzle", classic + "," + escargot, true},
		{"a solution of another puzzle", escargot + " " + solution, true},
		{"81 letters", classic + " " + strings.Repeat("x", 81), true},
		{"regions that are not of equal size", classic + " " + swapped(3, 3, "112456789"), true},
		{"4x4 and a solution", four + ":1:1234341221434321", false},
		{"4x4 and 16 letters", four + " internationalist", true},
		{"16x16 and the same again", large + " " + large, true},
		{"16x16 and regions that are not of equal size", large + " " + swapped(4, 4, "A"+capitals), true},
		{"a word before the puzzle", "name " + classic, false},
	} {
		t.Run(test.name, func(t *testing.T) {
			r := notation.NewReader(strings.NewReader(classic+"\n"+test.line+"\n"+test.line+"\n"), notation.Options{})
			notes := 0
			for range 3 {
				if _, err := r.Read(); err != nil {
					t.Fatal(err)
				}
				for _, note := range r.Notes() {
					if notes++; r.Line() != 2 || !strings.Contains(note, "is not used") {
						t.Errorf("line %d: %s", r.Line(), note)
					}
				}
			}
			if noted := notes > 0; noted != test.noted || notes > 1 {
				t.Errorf("%d notes, want one: %v", notes, test.noted)
			}
		})
	}
}

// TestBrokenLinesCostNoOther has lines that cannot be read above others that can.
func TestBrokenLinesCostNoOther(t *testing.T) {
	rows := strings.Join(rows9, "\n") + "\n"
	for _, test := range []struct{ name, text, want string }{
		{"a line that is too short is no title", escargot[1:] + "\n" + rows, classic},
		{"nor the first row of a pasted grid", escargot[1:] + "\n" + strings.ReplaceAll(rows, "...", "…"), classic},
		{"rows, and below them a quoted line", "1 0 0 4\n0 0 1 0\n0 5 0 0\n4 0 0 1\n\"" + four + "\"\n", four},
	} {
		puzzles, messages := readAll(test.text, notation.Options{})
		if got := strings.Join(lines(puzzles), " "); got != test.want || len(messages) != 1 {
			t.Errorf("%s: %s, messages %q", test.name, got, messages)
		}
	}
}
