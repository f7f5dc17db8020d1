package deduce

import (
	"strings"
	"testing"

	"nonet/backends/backendtest"
	"nonet/model"
	"nonet/model/sudoku"
)

var basicFish = []*Rule{XWing, Swordfish, Jellyfish, Squirmbag, Whale, Leviathan}

func TestFishAreSound(t *testing.T) {
	lines := backendtest.Spread(backendtest.Lines(t, "sudoku17.txt.gz"), 100)
	for _, test := range []struct {
		name  string
		found map[string]int
		rare  string // rules that are not expected to occur
	}{
		{"17 clues", checkClimbing(t, lines, append(singleRules, subsetRules...), basicFish), ""},
		{"4x4", checkPlanted(t, sudoku.Order(2), nil, 0.8, 500, basicFish), "swordfish jellyfish squirmbag whale leviathan"},
		{"6x6", checkPlanted(t, sudoku.Shape{Height: 2, Width: 3}, nil, 0.8, 500, basicFish), "squirmbag whale leviathan"},
		{"9x9", checkPlanted(t, sudoku.Order(3), nil, 0.8, 500, basicFish), ""},
		{"16x16", checkPlanted(t, sudoku.Order(4), nil, 0.3, 10, basicFish), ""},
		{"jigsaw", checkPlanted(t, sudoku.Shape{Height: 2, Width: 3}, jigsaw, 0.8, 500, basicFish), "squirmbag whale leviathan"},
	} {
		for _, r := range basicFish {
			if test.found[r.Name] == 0 && !strings.Contains(test.rare, r.Name) {
				t.Errorf("%s: no %s", test.name, r.Name)
			}
		}
	}
}

// Fish need lines that cross, not rows and columns: here two houses of all values cross three others, whatever the order of their cells.
func TestFishWithoutRows(t *testing.T) {
	m := &model.Model{}
	for _, name := range strings.Split("abcdef", "") {
		m.Vars = append(m.Vars, model.Variable{Name: name, Domain: model.Interval(1, 3)})
	}
	for _, house := range [][]model.Var{{0, 1, 2}, {5, 3, 4}, {3, 0}, {4, 1}, {5, 2}} {
		m.Constraints = append(m.Constraints, model.AllDifferent{Vars: house})
	}
	m.Vars = append(m.Vars, model.Variable{Name: "g", Domain: model.Interval(1, 3)})
	m.Constraints[2] = model.AllDifferent{Vars: []model.Var{6, 3, 0}} // g is in no line
	p := mustBoard(t, m).NewPosition(nil)
	p.Eliminate(Candidate{2, 1})
	p.Eliminate(Candidate{5, 1})
	var got []string
	XWing.Find(p, func(s *Step) bool {
		got = append(got, s.String())
		return true
	})
	if want := "X-wing: 1 of houses 1 and 2 is in houses 3 and 4: g<>1"; len(got) != 1 || got[0] != want {
		t.Errorf("%q, want %q", got, want)
	}
}
