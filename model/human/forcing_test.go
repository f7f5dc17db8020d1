package human

import (
	"slices"
	"strings"
	"testing"

	"nonet/backends/backendtest"
	"nonet/model/sudoku"
)

var forcingRules = rulesNamed("nishio cell-forcing-chain region-forcing-chain contradiction-net nested-net")

func TestForcingIsSound(t *testing.T) {
	lines := backendtest.Spread(backendtest.Lines(t, "top95.txt"), 2)
	shallow := forcingRules[:len(forcingRules)-1]
	for _, test := range []struct {
		name  string
		found map[string]int
		rules []*Rule
		rare  string // rules that are not expected to occur
	}{
		{"hard puzzles", checkClimbing(t, lines, slices.Concat(singleRules, subsetRules, chainRules, shallow), shallow),
			shallow, ""},
		{"4x4", checkPlanted(t, sudoku.Order(2), nil, 0.8, 100, forcingRules), forcingRules, "nested-net"},
		{"6x6", checkPlanted(t, sudoku.Shape{Height: 2, Width: 3}, nil, 0.8, 30, shallow), shallow, ""},
		{"6x6 with houses of any form", checkPlanted(t, sudoku.Shape{Height: 2, Width: 3}, jigsaw, 0.8, 30, shallow),
			shallow, ""},
		{"random models", checkRandom(t, 4000, forcingRules), forcingRules, "nested-net"},
	} {
		for _, r := range test.rules {
			if test.found[r.Name] == 0 && !strings.Contains(test.rare, r.Name) {
				t.Errorf("%s: no %s", test.name, r.Name)
			}
		}
	}
}

// TestNothingIsLeft checks that the ladder solves the hardest puzzles without guessing.
func TestNothingIsLeft(t *testing.T) {
	leavesNothing(t, backendtest.HardestLines()[:1])
}

func TestNothingIsLeftOfMore(t *testing.T) {
	backendtest.SkipUnlessLong(t)
	leavesNothing(t, slices.Concat(backendtest.HardestLines(), backendtest.Lines(t, "top95.txt")))
}

func leavesNothing(t *testing.T, lines []string) {
	t.Helper()
	b := mustBoard(t, sudoku.Order(3).Model())
	for _, line := range lines {
		p := b.NewPosition(backendtest.Puzzle(sudoku.Order(3), line).Given(nil))
		Standard().Sound().Run(p, nil)
		if !p.Solved() {
			t.Errorf("%s: %d cells are blank, broken %v", line, p.Blank(), p.Broken())
		}
	}
}
