package human

import (
	"slices"
	"strings"
	"testing"

	"nonet/backends/backendtest"
	"nonet/model/sudoku"
)

var chainRules = rulesNamed(`aic continuous-nice-loop discontinuous-nice-loop grouped-aic grouped-continuous-nice-loop
	grouped-discontinuous-nice-loop als-aic als-continuous-nice-loop als-discontinuous-nice-loop`)

func TestChainsAreSound(t *testing.T) {
	lines := backendtest.Spread(backendtest.Lines(t, "sudoku17.txt.gz"), 1)
	for _, test := range []struct {
		name  string
		found map[string]int
		rare  string // rules that are not expected to occur
	}{
		{"17 clues", checkClimbing(t, lines, slices.Concat(singleRules, subsetRules, chainRules), chainRules), ""},
		{"4x4", checkPlanted(t, sudoku.Order(2), nil, 0.8, 150, chainRules), ""},
		{"6x6", checkPlanted(t, sudoku.Shape{Height: 2, Width: 3}, nil, 0.8, 20, chainRules), ""},
		{"9x9", checkPlanted(t, sudoku.Order(3), nil, 0.8, 6, chainRules), ""},
		{"6x6 with houses of any form", checkPlanted(t, sudoku.Shape{Height: 2, Width: 3}, jigsaw, 0.8, 20, chainRules),
			""},
		{"16x16", checkPlanted(t, sudoku.Order(4), nil, 0.1, 2, chainRules), "grouped als"},
		{"random models", checkRandom(t, 2000, chainRules), "grouped als"},
	} {
		for _, r := range chainRules {
			if test.found[r.Name] == 0 && !slices.Contains(strings.Fields(test.rare), strings.Split(r.Name, "-")[0]) {
				t.Errorf("%s: no %s", test.name, r.Name)
			}
		}
	}
}

// TestChainSentences checks the sentence of the first instance of each rule after singles.
func TestChainSentences(t *testing.T) {
	b := mustBoard(t, sudoku.Order(3).Model())
	for _, test := range []struct{ rule, puzzle, want string }{
		{"grouped-aic", "AI Escargot", "Grouped alternating inference chain: r8c4,r8c5,r8c6≠9 → r8c1=9 → r5c1≠9 " +
			"→ r6c2=9 → r6c5≠9 → r7c5,r8c5,r9c5=9, " +
			"so r8c4,r8c5,r8c6=9 or r7c5,r8c5,r9c5=9: r7c4,r7c6,r9c4,r9c6≠9"},
		{"grouped-discontinuous-nice-loop", "AI Escargot", "Grouped discontinuous nice loop: r7c4=9 → " +
			"r8c4,r8c5,r8c6≠9 → r8c1=9 → r5c1≠9 → r6c2=9 → r6c5≠9 → " +
			"r7c5,r8c5,r9c5=9 → r7c4≠9, which is a contradiction: r7c4≠9"},
		{"nishio", "AI Escargot", "Nishio: r7c4=9 → r2c6=9 in row 2 → r5c1=9 in row 5 → no place for 9 in row 8: " +
			"r7c4≠9"},
		{"aic", "coloin 013", "Alternating inference chain: r7c6≠5 → r8c6=5 → r8c7≠5 → r7c7=5, so r7c6=5 or " +
			"r7c7=5: r7c9≠5"},
		{"continuous-nice-loop", "coloin 013", "Continuous nice loop: in the loop r7c6=5 → r7c7≠5 → r8c7=5 → " +
			"r8c6≠5 → r7c6=5 one end of each link is true: r7c9,r8c9≠5"},
		{"cell-forcing-chain", "coloin 013", "Cell forcing chain: every candidate of r3c2 leads to the same " +
			"conclusion: r3c2=4 → r1c1≠4; r3c2=5 → r3c2≠4 → r1c2=4 → r1c1≠4; " +
			"r3c2=6 → r3c2≠4 → r1c2=4 → r1c1≠4: r1c1≠4"},
		{"region-forcing-chain", "coloin 013", "Region forcing chain: every place of 2 in column 8 leads to the same " +
			"conclusion: r7c8=2 → r7c9≠2; r8c8=2 → r7c9≠2; " +
			"r9c8=2 → r7c9≠2: r7c9≠2"},
		{"contradiction-net", "coloin 013", "Contradiction net: r1c1=4 → no place for 4 in column 2: r1c1≠4"},
	} {
		i := slices.IndexFunc(backendtest.Hardest,
			func(p backendtest.NamedPuzzle) bool { return p.Name == test.puzzle })
		p := b.NewPosition(backendtest.Puzzle(sudoku.Order(3), backendtest.Hardest[i].Puzzle).Given(nil))
		NewLadder("", "", "", singleRules).Run(p, nil)
		r, _ := RuleByName(test.rule)
		if s := r.First(p); s == nil || s.String() != test.want {
			t.Errorf("%s: got\n%v, want\n%s", test.puzzle, s, test.want)
		}
	}
}
