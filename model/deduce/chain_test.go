package deduce

import (
	"slices"
	"strings"
	"testing"

	"nonet/backends/backendtest"
	"nonet/model/sudoku"
)

var chainRules = []*Rule{AIC, ContinuousNiceLoop, DiscontinuousNiceLoop, GroupedAIC, GroupedContinuousNiceLoop, GroupedDiscontinuousNiceLoop}

func TestChainsAreSound(t *testing.T) {
	lines := backendtest.Spread(backendtest.Lines(t, "sudoku17.txt.gz"), 5)
	for _, test := range []struct {
		name  string
		found map[string]int
		rare  string // rules that are not expected to occur
	}{
		{"17 clues", checkClimbing(t, lines, slices.Concat(singleRules, subsetRules, chainRules), chainRules), ""},
		{"4x4", checkPlanted(t, sudoku.Order(2), nil, 0.8, 150, chainRules), ""},
		{"6x6", checkPlanted(t, sudoku.Shape{Height: 2, Width: 3}, nil, 0.8, 60, chainRules), ""},
		{"9x9", checkPlanted(t, sudoku.Order(3), nil, 0.8, 20, chainRules), ""},
		{"6x6 with houses of any form", checkPlanted(t, sudoku.Shape{Height: 2, Width: 3}, jigsaw, 0.8, 60, chainRules), ""},
		{"16x16", checkPlanted(t, sudoku.Order(4), nil, 0.1, 2, chainRules), "grouped"},
		{"random models", checkRandom(t, 4000, chainRules), "grouped"},
	} {
		for _, r := range chainRules {
			if test.found[r.Name] == 0 && !strings.Contains(test.rare, r.Name) {
				t.Errorf("%s: no %s", test.name, r.Name)
			}
		}
	}
}
