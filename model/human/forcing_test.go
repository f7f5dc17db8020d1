package human

import (
	"cmp"
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

// TestRefutationsByLength checks that a rule of nets yields first the refutation that is first among all, each refuted
// candidate once, and shorter arguments before longer ones.
func TestRefutationsByLength(t *testing.T) {
	p := mustBoard(t, sudoku.Order(3).Model()).NewPosition(
		backendtest.Puzzle(sudoku.Order(3), backendtest.HardestLines()[0]).Given(nil))
	easier := NewLadder("", "", "", slices.DeleteFunc(Standard().Sound().Rules(), func(r *Rule) bool {
		return slices.Contains(forcingRules, r)
	}))
	for steps := 0; ; steps++ {
		easier.Run(p, nil)
		if p.Solved() {
			break
		}
		for _, r := range forcingRules {
			if r.Name == "nested-net" && steps%10 > 0 || strings.HasSuffix(r.Name, "chain") {
				continue
			}
			var all []*Step
			r.Find(p, func(s *Step) bool {
				all = append(all, s.Clone())
				return true
			})
			if !slices.IsSortedFunc(all, func(a, b *Step) int { return cmp.Compare(a.Rating(), b.Rating()) }) {
				t.Errorf("%s: not sorted by length", r.Name)
			}
			seen := map[Candidate]bool{}
			for _, s := range all {
				if seen[s.Eliminations[0]] {
					t.Errorf("%s: twice", s)
				}
				seen[s.Eliminations[0]] = true
			}
			if first := r.First(p); first != nil && first.String() != all[0].String() {
				t.Errorf("%s: first alone, but %s first of all", first, all[0])
			}
		}
		p.Apply(Standard().Sound().Next(p))
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
