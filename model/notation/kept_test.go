package notation_test

import (
	"fmt"
	"testing"

	"nonet/model/notation"
	"nonet/model/notation/internal/meaningtest"
	"nonet/model/sudoku"
)

// TestMeaningIsKept writes a puzzle with each kind of rule in each format that holds rules. What comes back is
// satisfied by the same grids, or the format says that it cannot hold the rule.
func TestMeaningIsKept(t *testing.T) {
	grids := meaningtest.LatinSquares()
	if len(grids) != 576 {
		t.Fatalf("%d Latin squares of four rows", len(grids))
	}
	kept := map[string]int{}
	for _, kind := range sudoku.RuleKinds() {
		shape := kind.ExampleShape()
		p := sudoku.Puzzle{Shape: shape, Clues: make(sudoku.Grid, shape.Cells()), Rules: []sudoku.Rule{kind.Example}}
		if shape.N() != 4 {
			continue // the few rules of 9x9 grids; the packages of the formats test them
		}
		want := solutionsAmong(grids, p)
		for _, f := range notation.Formats() {
			lost, err := notation.Lost(f.Name, p)
			if !f.Rules || !f.Writes || err != nil || lost.Meaning != nil {
				continue
			}
			text, ok := write(t, f.Name, p)
			if !ok {
				t.Errorf("%s in %s: not written, although nothing is lost", kind.Name, f.Name)
				continue
			}
			back, err := notation.Parse(text, notation.Options{Format: f.Name})
			if err != nil {
				t.Errorf("%s in %s: %v\n%s", kind.Name, f.Name, err, text)
			} else if got := solutionsAmong(grids, back); got != want {
				t.Errorf("%s in %s: satisfied by other grids: %s\n%s", kind.Name, f.Name, text,
					notation.RuleText(back.Shape, back.Rules[0]))
			}
			kept[f.Name]++
		}
	}
	for name, least := range map[string]int{"nonet": 65, "json": 65, "fpuzzles": 40, "sudokupad": 40, "iss": 40} {
		if kept[name] < least {
			t.Errorf("%s holds %d kinds of rules, want %d or more", name, kept[name], least)
		}
	}
}

// solutionsAmong returns which of the grids solve p, as text.
func solutionsAmong(grids []sudoku.Grid, p sudoku.Puzzle) string {
	var solved []int
	checker := sudoku.NewChecker(p)
	for i, g := range grids {
		if checker.Check(p.Clues, g) == nil {
			solved = append(solved, i)
		}
	}
	return fmt.Sprint(solved)
}
