package deduce_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"nonet/backends/backendtest"
	"nonet/model"
	"nonet/model/deduce"
	"nonet/model/sudoku"
)

// filled returns the number of cells that have one value left.
func filled(m *model.Model) int {
	n := 0
	for i := range m.Vars {
		if len(m.Vars[i].Domain) == 1 {
			n++
		}
	}
	return n
}

// How many cells the parts of Lewis's procedure fill of the puzzles in the papers. The numbers were counted by an independent program.
func TestLewisFills(t *testing.T) {
	for _, test := range []struct {
		name, puzzle              string
		naked, rows, lines, whole int
	}{
		{"Lewis 2007, Fig. 1", "........818...23...6..57..1.7.96.....9.7.4.1.....81.4.6..24..8...45...935........", 41, 47, 81, 81},
		{"Maire & Prissette 2012, easy", "..867.4.24.23...9.37..2.......4...5.89.251.67.1...3.......9..73.3...52.17.5.329..", 81, 81, 81, 81},
		{"Maire & Prissette 2012, medium", ".24..7...6..........368.415431..5...5......3279.....6.2.971.8...4..93...31...475.", 81, 81, 81, 81},
		{"Maire & Prissette 2012, hard", ".1.7.89..38.........9..56...9..7.....31....2....45..8..5..6249.673.49.51.4......3", 81, 81, 81, 81},
		{"AI Escargot", "1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3..", 23, 23, 24, 24},
		{"Thein 2014, appendix C", "4.......1.8..7.2.3...9...6.59.7....6....2....6....1.42.5...9...3.6.4..2.2.......8", 25, 34, 44, 44},
	} {
		m := backendtest.Puzzle(sudoku.Order(3), test.puzzle).Model()
		for name, want := range map[string]int{"lewis-naked": test.naked, "lewis-rows": test.rows, "lewis-lines": test.lines, "lewis": test.whole} {
			r, _ := deduce.ByName(name)
			small, err := r.Preprocess(m)
			if got := filled(small); err != nil || got != want {
				t.Errorf("%s: %s leaves %d cells filled, want %d; error %v", test.name, name, got, want, err)
			}
		}
	}
}

// What part of the cells is filled in puzzles with 17 clues, on the mean, and what part of the puzzles is solved. Lewis (2007), Table 1,
// has 0.30 for a thousand of them, which is what hidden singles in rows alone come to. The numbers, to the digits given, were counted by
// an independent program.
func TestLewisOnSeventeenClues(t *testing.T) {
	lines := backendtest.Lines(t, "sudoku17.txt.gz")
	slices.Sort(lines) // the order in which the list was published
	puzzles := backendtest.Givens(lines)
	var sample [][]model.Given
	for i := 2; i < len(puzzles); i += 25 {
		sample = append(sample, puzzles[i])
	}
	for _, test := range []struct {
		list    string
		puzzles [][]model.Given
		fills   map[string]string
		solved  string // by the whole procedure
	}{
		{"each 25th from the third", sample, map[string]string{"lewis-naked": "0.2123", "lewis-rows": "0.3106", "lewis-lines": "0.5550", "lewis": "0.7141"}, "44.9"},
		{"first 1000", puzzles[:1000], map[string]string{"lewis-naked": "0.2124", "lewis-rows": "0.2874", "lewis-lines": "0.5580", "lewis": "0.7230"}, "46.8"},
	} {
		for name, want := range test.fills {
			r, _ := deduce.ByName(name)
			reduce := r.Prepare(sudoku.Order(3).Model())
			cells, whole := 0, 0
			for _, givens := range test.puzzles {
				n := filled(reduce(givens))
				cells += n
				if n == 81 {
					whole++
				}
			}
			n := float64(len(test.puzzles))
			if got := fmt.Sprintf("%.4f", float64(cells)/81/n); got != want {
				t.Errorf("%s, %s: %s filled, want %s (of %v)", test.list, name, got, want, n)
			}
			if got := fmt.Sprintf("%.1f", 100*float64(whole)/n); name == "lewis" && got != test.solved {
				t.Errorf("%s: %s solves %s %%, want %s %%", test.list, name, got, test.solved)
			}
		}
	}
}

// Thein's own example: how many cells each version of the heuristic leaves filled, and in how many passes, the idle one at the end
// included.
func TestTheinPasses(t *testing.T) {
	const puzzle = "4.......1.8..7.2.3...9...6.59.7....6....2....6....1.42.5...9...3.6.4..2.2.......8"
	p := backendtest.Puzzle(sudoku.Order(3), puzzle)
	solution := backendtest.Puzzle(sudoku.Order(3), "463582791981476253725913864592734186814625379637891542158269437376148925249357618").Clues
	board, err := deduce.NewBoard(p.Model())
	if err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		name           string
		filled, passes int
	}{
		{"h-naked", 25, 1}, {"h-rowcol", 44, 7}, {"h-printed", 44, 7}, {"thein", 44, 7}, {"h-full", 44, 7},
	} {
		r, _ := deduce.ByName(test.name)
		q := board.NewPosition(nil)
		passes := r.(*deduce.Heuristic).Run(q)
		if got := 81 - q.Blank(); got != test.filled || passes != test.passes {
			t.Errorf("%s: %d cells filled in %d passes, want %d in %d", test.name, got, passes, test.filled, test.passes)
		}
		for c, want := range solution {
			if v, ok := q.Value(model.Var(c)); ok && v != want {
				t.Errorf("%s: %d in cell %d, want %d", test.name, v, c, want)
			}
		}
	}
}

// Where the versions of the heuristic differ.
func TestTheinSlips(t *testing.T) {
	// The value v has one place in the third box, r1c7, and several in row 1 and in column 7.
	thirdBox := func(v byte) string {
		grid := []byte(strings.Repeat(".", 81))
		for at, value := range map[int]byte{8: '3', 9: v, 24: '4', 26: '5', 43: v} { // r1c9, r2c1, r3c7, r3c9, r5c8
			grid[at] = value
		}
		return string(grid)
	}
	for _, test := range []struct {
		name   string
		shape  sudoku.Shape
		puzzle string
		fills  map[string]int
	}{
		{"1 has one place in the third box", sudoku.Order(3), thirdBox('1'),
			map[string]int{"h-naked": 0, "h-rowcol": 0, "h-printed": 1, "h-full": 1}},
		{"2 has one place in the third box", sudoku.Order(3), thirdBox('2'),
			map[string]int{"h-naked": 0, "h-rowcol": 0, "h-printed": 0, "h-full": 1}},
		{"the first pass fills the last cell alone, and then 2 has one place in row 4", sudoku.Order(2), ".1....1.12......",
			map[string]int{"h-naked": 0, "h-rowcol": 2, "h-printed": 1, "h-full": 2}},
	} {
		p := backendtest.Puzzle(test.shape, test.puzzle)
		for name, want := range test.fills {
			r, _ := deduce.ByName(name)
			small, err := r.Preprocess(p.Model())
			if got := filled(small) - p.Givens(); err != nil || got != want {
				t.Errorf("%s: %s fills %d cells, want %d; error %v", test.name, name, got, want, err)
			}
		}
	}
}

// On a puzzle without a solution every version ends, and does not fill all cells.
func TestTheinOnContradictions(t *testing.T) {
	for name, puzzle := range map[string]string{
		"equal clues in a row":                   "11..............",
		"no value for r1c4":                      "123....4........",
		"no place for 1 in the last box":         "1.....1.......23",
		"4 for r1c4 and for r4c4":                "123.........132.",
		"a complete grid with two cells swapped": "2134341221434321",
	} {
		m := backendtest.Puzzle(sudoku.Order(2), puzzle).Model()
		for _, version := range []string{"h-naked", "h-rowcol", "h-printed", "thein", "h-full"} {
			r, _ := deduce.ByName(version)
			if small, err := r.Preprocess(m); err != nil || filled(small) == 16 {
				t.Errorf("%s: %s fills all cells; error %v", name, version, err)
			}
		}
	}
}
