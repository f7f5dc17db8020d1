package deduce_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"nonet/backends/backendtest"
	"nonet/model"
	"nonet/model/deduce"
	"nonet/model/human"
	"nonet/model/sudoku"
)

// countFixed returns the number of cells with one value left.
func countFixed(m *model.Model) int {
	n := 0
	for i := range m.Vars {
		if m.Vars[i].Domain.Size() == 1 {
			n++
		}
	}
	return n
}

// TestLewisFills checks how many cells of the papers' puzzles the parts of Lewis's procedure fill. The numbers were
// counted by an independent program.
func TestLewisFills(t *testing.T) {
	for _, test := range []struct {
		name, puzzle              string
		naked, rows, lines, whole int
	}{
		{"Lewis 2007, Fig. 1", "........818...23...6..57..1.7.96.....9.7.4.1.....81.4.6..24..8...45...935........", 41,
			47, 81, 81},
		{"Maire & Prissette 2012, easy",
			"..867.4.24.23...9.37..2.......4...5.89.251.67.1...3.......9..73.3...52.17.5.329..", 81, 81, 81, 81},
		{"Maire & Prissette 2012, medium",
			".24..7...6..........368.415431..5...5......3279.....6.2.971.8...4..93...31...475.", 81, 81, 81, 81},
		{"Maire & Prissette 2012, hard",
			".1.7.89..38.........9..56...9..7.....31....2....45..8..5..6249.673.49.51.4......3", 81, 81, 81, 81},
		{"AI Escargot", "1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3..", 23, 23, 24,
			24},
		{"Thein 2014, appendix C", "4.......1.8..7.2.3...9...6.59.7....6....2....6....1.42.5...9...3.6.4..2.2.......8",
			25, 34, 44, 44},
	} {
		m := backendtest.Puzzle(sudoku.Order(3), test.puzzle).Model()
		for name, want := range map[string]int{"lewis-naked": test.naked, "lewis-rows": test.rows,
			"lewis-lines": test.lines, "lewis": test.whole} {
			r, _ := deduce.ByName(name)
			small, err := r.Preprocess(t.Context(), m)
			if got := countFixed(small); err != nil || got != want {
				t.Errorf("%s: %s fills %d cells, want %d; error %v", test.name, name, got, want, err)
			}
		}
	}
}

// TestLewisOnSeventeenClues checks the mean share of cells filled in puzzles with 17 clues, and the share of puzzles
// solved. Lewis (2007), Table 1, reports 0.30 for a thousand of them, which is the share that hidden singles in rows
// alone fill. The numbers, to the digits given, were counted by an independent program.
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
		solved  string // per cent, by the whole procedure
	}{
		{"each 25th from the third", sample, map[string]string{
			"lewis-naked": "0.2123", "lewis-rows": "0.3106", "lewis-lines": "0.5550", "lewis": "0.7141"}, "44.9"},
		{"first 1000", puzzles[:1000], map[string]string{
			"lewis-naked": "0.2124", "lewis-rows": "0.2874", "lewis-lines": "0.5580", "lewis": "0.7230"}, "46.8"},
	} {
		for name, want := range test.fills {
			r, _ := deduce.ByName(name)
			reduce := r.Prepare(sudoku.Order(3).Model())
			cells, whole := 0, 0
			for _, givens := range test.puzzles {
				n := countFixed(reduce(t.Context(), givens))
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

// TestTheinPasses checks Thein's own example: how many cells each version of the heuristic fills, and in how many
// passes, including the last, idle one.
func TestTheinPasses(t *testing.T) {
	const puzzle = "4.......1.8..7.2.3...9...6.59.7....6....2....6....1.42.5...9...3.6.4..2.2.......8"
	p := backendtest.Puzzle(sudoku.Order(3), puzzle)
	const solved = "463582791981476253725913864592734186814625379637891542158269437376148925249357618"
	solution := backendtest.Puzzle(sudoku.Order(3), solved).Clues
	board, err := human.NewBoard(p.Model())
	if err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		name           string
		filled, passes int
	}{
		{"h-naked", 25, 1}, {"h-rowcol", 44, 7}, {"h-printed", 44, 7}, {"thein", 44, 7}, {"h-full", 44, 7},
	} {
		h, _ := human.HeuristicByName(test.name)
		q := board.NewPosition(nil)
		passes := h.Run(q)
		if got := 81 - q.Blank(); got != test.filled || passes != test.passes {
			t.Errorf("%s: %d cells filled in %d passes, want %d in %d",
				test.name, got, passes, test.filled, test.passes)
		}
		for c, want := range solution {
			if v, ok := q.Value(model.Var(c)); ok && v != want {
				t.Errorf("%s: got %d in cell %d, want %d", test.name, v, c, want)
			}
		}
	}
}

// TestTheinSlips checks puzzles on which the versions of the heuristic differ.
func TestTheinSlips(t *testing.T) {
	// thirdBox returns a grid in which v has one place in the third box, r1c7, and several in row 1 and in column 7.
	thirdBox := func(v byte) string {
		grid := []byte(strings.Repeat(".", 81))
		for c, value := range map[int]byte{8: '3', 9: v, 24: '4', 26: '5', 43: v} { // r1c9, r2c1, r3c7, r3c9, r5c8
			grid[c] = value
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
		{"the first pass fills only the last cell, and then 2 has one place in row 4", sudoku.Order(2),
			".1....1.12......", map[string]int{"h-naked": 0, "h-rowcol": 2, "h-printed": 1, "h-full": 2}},
	} {
		p := backendtest.Puzzle(test.shape, test.puzzle)
		for name, want := range test.fills {
			r, _ := deduce.ByName(name)
			small, err := r.Preprocess(t.Context(), p.Model())
			if got := countFixed(small) - p.Givens(); err != nil || got != want {
				t.Errorf("%s: %s fills %d cells, want %d; error %v", test.name, name, got, want, err)
			}
		}
	}
}

// TestTheinOnContradictions checks that every version ends on a puzzle without a solution, and does not fill all cells.
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
			if small, err := r.Preprocess(t.Context(), m); err != nil || countFixed(small) == 16 {
				t.Errorf("%s: %s fills all cells; error %v", name, version, err)
			}
		}
	}
}

// lewisFigure2 holds Lewis's Fig. 2, of which the paper shows only the curves, for orders 3, 4 and 5: by the share p of
// given cells, the mean share of cells filled after the whole procedure, and the share of instances solved. The numbers
// are means of 300 instances each, by an independent program; their standard error is at most 0.012.
var lewisFigure2 = []struct {
	p      float64
	filled [3]float64
	solved [3]float64
}{
	{0.10, [3]float64{0.105, 0.099, 0.100}, [3]float64{}},
	{0.20, [3]float64{0.212, 0.203, 0.200}, [3]float64{}},
	{0.25, [3]float64{0.291, 0.253, 0.249}, [3]float64{}},
	{0.30, [3]float64{0.391, 0.309, 0.300}, [3]float64{}},
	{0.35, [3]float64{0.524, 0.374, 0.354}, [3]float64{0.03}},
	{0.40, [3]float64{0.700, 0.470, 0.410}, [3]float64{0.11}},
	{0.45, [3]float64{0.811, 0.619, 0.477}, [3]float64{0.22}},
	{0.50, [3]float64{0.904, 0.815, 0.632}, [3]float64{0.44, 0.02}},
	{0.55, [3]float64{0.955, 0.921, 0.901}, [3]float64{0.63, 0.04, 0.03}},
	{0.60, [3]float64{0.974, 0.959, 0.976}, [3]float64{0.75, 0.16, 0.20}},
	{0.65, [3]float64{0.992, 0.979, 0.989}, [3]float64{0.91, 0.36, 0.47}},
	{0.70, [3]float64{0.996, 0.989, 0.997}, [3]float64{0.95, 0.60, 0.81}},
	{0.75, [3]float64{0.999, 0.995, 0.999}, [3]float64{0.99, 0.76, 0.94}},
	{0.80, [3]float64{1.000, 0.998, 1.000}, [3]float64{1.00, 0.90, 0.99}},
}

func TestLewisFigure2(t *testing.T)     { testLewisFigure2(t, 100) }
func TestLewisFigure2Long(t *testing.T) { backendtest.SkipUnlessLong(t); testLewisFigure2(t, 1000) }

// testLewisFigure2 compares the figure with the means of n instances. The share solved may differ by three standard
// errors of the difference, the share filled by 0.03.
func testLewisFigure2(t *testing.T, n int) {
	for i, order := range []int{3, 4, 5} {
		shape := sudoku.Order(order)
		lewis, _ := deduce.ByName("lewis")
		reduce := lewis.Prepare(shape.Model())
		for _, point := range lewisFigure2 {
			r := rand.New(rand.NewPCG(uint64(order), uint64(1000*point.p)))
			cells, whole := 0, 0
			for range n {
				p, _ := sudoku.Lewis(shape, point.p, r)
				k := countFixed(reduce(t.Context(), p.Given(nil)))
				cells += k
				if k == shape.Cells() {
					whole++
				}
			}
			part := float64(cells) / float64(n*shape.Cells())
			if want := point.filled[i]; math.Abs(part-want) > 0.03 {
				t.Errorf("order %d, p %.2f: share filled %.3f, want %.3f", order, point.p, part, want)
			}
			solved, want := float64(whole)/float64(n), point.solved[i]
			pooled := (solved*float64(n) + want*300) / float64(n+300)
			if slack := 0.01 + 3*math.Sqrt(pooled*(1-pooled)*(1/float64(n)+1.0/300)); math.Abs(solved-want) > slack {
				t.Errorf("order %d, p %.2f: share solved %.3f, want %.2f within %.3f",
					order, point.p, solved, want, slack)
			}
			t.Logf("order %d, p %.2f: %.3f filled, %.3f solved", order, point.p, part, solved)
		}
	}
}
