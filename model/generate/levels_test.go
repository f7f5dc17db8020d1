package generate

import (
	"errors"
	"io"
	"math"
	"os"
	"slices"
	"testing"

	"nonet/backends/backendtest"
	"nonet/backends/methods"
	"nonet/backends/native"
	"nonet/model"
	"nonet/model/human"
	"nonet/model/notation"
	"nonet/model/sudoku"
)

// A levelSet is a file of model/generate/levels and the properties of its puzzles.
type levelSet struct {
	file      string
	puzzles   int
	order     int
	clues     Range   // of each puzzle
	mean      float64 // mean number of clues; 0: not checked
	pattern   Pattern
	solvedBy  []string // names of rules, "singles" for all rules of that ladder; nil: not checked
	beyond    []string
	needPairs []Range  // indices of puzzles that instead need pairs and are solved by them
	closure   Interval // mean share of cells that singles fill
	level     human.Level
	contains  string // a puzzle of the file
	slow      bool   // uniqueness is checked only with NONET_LONG
}

var pairs = []string{"singles", "pointing", "claiming", "naked-pair", "hidden-pair"}

var levelSets = []levelSet{
	{file: "thein-easy.txt", puzzles: 50, order: 3, clues: Range{34, 36}, pattern: Rotate180,
		solvedBy: []string{"naked-single"}},
	{file: "thein-medium.txt", puzzles: 50, order: 3, clues: Range{28, 32}, pattern: Rotate180,
		solvedBy: []string{"singles"}},
	{file: "thein-hard.txt", puzzles: 50, order: 3, clues: Range{26, 28}, pattern: Rotate180,
		solvedBy: []string{"singles"}, beyond: []string{"naked-single"}, needPairs: []Range{{7, 9}, {38, 49}}},
	{file: "thein-evil.txt", puzzles: 50, order: 3, clues: Range{24, 26}, pattern: Rotate180,
		solvedBy: pairs, beyond: []string{"singles"}},
	{file: "lewis-gentle.txt", puzzles: 10, order: 3, clues: Range{27, 29}, closure: Interval{0.88, 1}},
	{file: "lewis-tough.txt", puzzles: 10, order: 3, clues: Range{27, 29}, closure: Interval{0.53, 0.65}},
	{file: "lewis-diabolical.txt", puzzles: 10, order: 3, clues: Range{27, 29}, closure: Interval{0.43, 0.53}},
	{file: "lewis-order4-102.nonet.gz", puzzles: 20, order: 4, clues: Range{102, 102}, closure: Interval{0.37, 0.58}},
	{file: "lewis-order4-102-shuffled.nonet.gz", puzzles: 40, order: 4, clues: Range{102, 102},
		closure: Interval{0.37, 0.58}, slow: true},
	{file: "lewis-order4-125.nonet.gz", puzzles: 10, order: 4, clues: Range{125, 125}, closure: Interval{0.64, 0.84}},
	{file: "lewis-order5-287.nonet.gz", puzzles: 10, order: 5, clues: Range{287, 287}, closure: Interval{0.41, 0.61},
		slow: true},
	{file: "lewis-order5-281.nonet.gz", puzzles: 10, order: 5, clues: Range{281, 281}, closure: Interval{0.39, 0.59},
		slow: true},
	{file: "jones-easy.txt", puzzles: 25, order: 3, clues: Range{30, 37}, mean: 31.12, level: human.Easy},
	{file: "jones-medium.txt", puzzles: 25, order: 3, clues: Range{25, 26}, mean: 25.84, level: human.Medium},
	{file: "jones-hard.txt", puzzles: 25, order: 3, clues: Range{23, 24}, mean: 23.44, level: human.Hard},
	{file: "jones-hardest.txt", puzzles: 25, order: 3, clues: Range{17, 23}, mean: 20.32,
		contains: backendtest.Hardest[0].Puzzle},
	{file: "clues-17.txt", puzzles: 8, order: 3, clues: Range{17, 17}},
	{file: "clues-18.txt", puzzles: 10, order: 3, clues: Range{18, 18}},
}

// TestLevelSets checks the puzzles of model/generate/levels: uniqueness with two solvers, and the
// properties in levelSets.
func TestLevelSets(t *testing.T) {
	second, err := methods.Parse("gini")
	if err != nil {
		t.Fatal(err)
	}
	known := map[string]string{}
	for _, set := range levelSets {
		t.Run(set.file, func(t *testing.T) {
			puzzles := readLevelSet(t, set.file)
			if len(puzzles) != set.puzzles {
				t.Fatalf("%d puzzles, want %d", len(puzzles), set.puzzles)
			}
			clues, filled := 0, 0.0
			for i, p := range puzzles {
				n := p.Givens()
				clues += n
				if p.Shape != sudoku.Order(set.order) || n < set.clues.Min || n > set.clues.Max ||
					!symmetric(set.pattern, p.Shape, p.Clues) {
					t.Errorf("puzzle %d: shape %s with %d clues, want order %d, %v clues, symmetry %v",
						i+1, p.Shape, n, set.order, set.clues, set.pattern)
				}
				if line := notation.Line(nil, p.Clues); known[line] == set.file {
					t.Errorf("puzzle %d is a duplicate", i+1)
				} else {
					known[line] = set.file
				}
				needsPairs := slices.ContainsFunc(set.needPairs, func(r Range) bool { return r.Min <= i && i <= r.Max })
				filled += gradeLevel(t, set, p, needsPairs)
			}
			if mean := float64(clues) / float64(len(puzzles)); set.mean != 0 && math.Abs(mean-set.mean) > 0.001 {
				t.Errorf("%.2f clues on average, want %.2f", mean, set.mean)
			}
			if set.contains != "" && known[set.contains] != set.file {
				t.Errorf("%s is missing", set.contains)
			}
			mean := filled / float64(len(puzzles))
			t.Logf("%.2f clues, singles fill %.3f on average", float64(clues)/float64(len(puzzles)), mean)
			if c := set.closure; c != (Interval{}) && (mean < c.Min || mean > c.Max) {
				t.Errorf("singles fill %.3f on average, want %v to %v", mean, c.Min, c.Max)
			}
			if set.slow {
				backendtest.SkipUnlessLong(t)
			}
			for i, p := range backendtest.Spread(puzzles, backendtest.Rounds(10, len(puzzles))) {
				for name, s := range map[string]model.Solver{"native": native.Solver{}, "gini": second.Solver()} {
					if verdict, err := verdictOf(t, s, p); err != nil || verdict != model.One {
						t.Errorf("puzzle %d: %s: got verdict %v, error %v; want unique", i+1, name, verdict, err)
					}
				}
			}
		})
	}
}

func readLevelSet(t *testing.T, file string) []sudoku.Puzzle {
	t.Helper()
	name := "levels/" + file
	f, err := os.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var all []sudoku.Puzzle
	for r := notation.NewReader(f, notation.Options{File: name}); ; {
		p, err := r.Read()
		if errors.Is(err, io.EOF) {
			return all
		}
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, p)
	}
}

// gradeLevel checks the properties of a set that concern deductions, and returns the share of cells that singles fill,
// including clues.
func gradeLevel(t *testing.T, set levelSet, p sudoku.Puzzle, needsPairs bool) float64 {
	t.Helper()
	board, err := human.NewBoard(p.Shape.Model())
	if err != nil {
		t.Fatal(err)
	}
	climb := func(names []string) *human.Position {
		var rules []*human.Rule
		for _, name := range names {
			if name == "singles" {
				rules = append(rules, singles().Rules()...)
			} else {
				rules = append(rules, ruleByName(t, name))
			}
		}
		position := board.NewPosition(p.Given(nil))
		human.NewLadder("test", "", "", rules).Run(position, nil)
		return position
	}
	solvedBy, beyond := set.solvedBy, set.beyond
	if needsPairs {
		solvedBy, beyond = []string{"singles", "naked-pair", "hidden-pair"}, []string{"singles"}
	}
	if solvedBy != nil && !climb(solvedBy).Solved() {
		t.Errorf("%v: %v do not solve it", p.Clues, solvedBy)
	}
	if beyond != nil && climb(beyond).Solved() {
		t.Errorf("%v: %v solve it", p.Clues, beyond)
	}
	if set.level != 0 {
		solution, _, err := model.First(t.Context(), native.Solver{}, p.Model())
		if err != nil {
			t.Fatal(err)
		}
		rating, err := human.Standard().Rate(board.NewPosition(p.Given(nil)), solution, nil)
		if err != nil || rating.Level != set.level {
			t.Errorf("%v: got level %v, error %v; want %v", p.Clues, rating.Level, err, set.level)
		}
	}
	cells := float64(p.Shape.Cells())
	return (cells - float64(climb([]string{"singles"}).Blank())) / cells
}
