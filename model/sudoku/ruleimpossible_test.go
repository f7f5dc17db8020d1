package sudoku_test

import (
	"testing"

	"nonet/model/notation"
	"nonet/model/sudoku"
)

// TestImpossibleRule names a rule that no values satisfy, alone or with a clue.
func TestImpossibleRule(t *testing.T) {
	for text, want := range map[string]string{
		"cage 3 r1c1 r1c2":  "",
		"cage 18 r1c1 r1c2": "no values satisfy cage 18 r1c1 r1c2: 2 different values add up to at most 17",
		"cage 44 r1c1..r1c9": "no values satisfy cage 44 r1c1 r1c2 r1c3 r1c4 r1c5 r1c6 r1c7 r1c8 r1c9: 9 different " +
			"values add up to at least 45",
		"cage 45 r1c1..r1c9": "",
		"cage r1c1..r1c9 r2c1": "no values satisfy cage r1c1 ... r2c1: 10 cells cannot have different values, as " +
			"there are 9",
		"sum 3 r1c1 r1c2 r1c3": "no values satisfy sum 3 r1c1 r1c2 r1c3: 3 different values add up to at " +
			"least 6",
		"sum 3 r1c1 r5c5 r8c8":   "",
		"sum 3 r1c1 r5c5":        "",
		"sum 4 r1c1 r9c9":        "with the clues, no values satisfy sum 4 r1c1 r9c9",
		"sandwich 0 r9c1..r9c9":  "",
		"sandwich 35 r8c9..r8c1": "",
		"sandwich 35 r9c9..r9c1": "with the clues, no values satisfy " +
			"sandwich 35 r9c9 r9c8 r9c7 r9c6 r9c5 r9c4 r9c3 r9c2 r9c1",
		"sandwich 36 r2c1..r2c9":      "no values satisfy sandwich 36 r2c1 r2c2 r2c3 r2c4 r2c5 r2c6 r2c7 r2c8 r2c9",
		"sandwich 1 r1c3..r9c3":       "no values satisfy sandwich 1 r1c3 r2c3 r3c3 r4c3 r5c3 r6c3 r7c3 r8c3 r9c3",
		"x-sum 45 r1c1..r1c9":         "",
		"x-sum 2 r1c1..r1c9":          "no values satisfy x-sum 2 r1c1 r1c2 r1c3 r1c4 r1c5 r1c6 r1c7 r1c8 r1c9",
		"x-sum 46 r1c1..r1c9":         "no values satisfy x-sum 46 r1c1 r1c2 r1c3 r1c4 r1c5 r1c6 r1c7 r1c8 r1c9",
		"arrow r1c1 r1c2..r1c5":       "no values satisfy arrow r1c1 r1c2 r1c3 r1c4 r1c5",
		"arrow r1c1 r1c2 r1c3 r2c1":   "",
		"skyscraper 10 r2c1..r2c9":    "no values satisfy skyscraper 10 r2c1 r2c2 r2c3 r2c4 r2c5 r2c6 r2c7 r2c8 r2c9",
		"candidates r9c9 : 1 2":       "with the clues, no values satisfy candidates r9c9 : 1 2",
		"clone r1c1 r5c5 / r1c2 r5c6": "no values satisfy clone r1c1 r5c5 / r1c2 r5c6",
		"knight":                      "",
		"table r1c1 r1c2 :":           "no values satisfy table: (r1c1, r1c2) in table of 0 rows",
		"linear 0 = 1":                "no values satisfy linear: 0 = 1",
		"less r1c1 r2c1 r3c1 r4c1 r4c2 r4c3 r4c4 r4c5 r4c6 r4c7": "no values satisfy less r1c1 ... r4c7",
	} {
		p := sudoku.Puzzle{Shape: sudoku.Order(3), Clues: make(sudoku.Grid, 81)}
		p.Clues[80] = 5
		rule, err := notation.ParseRule(text, p.Shape)
		if err != nil {
			t.Fatal(err)
		}
		p.Rules = []sudoku.Rule{{Kind: "diagonals"}, rule}
		if got := p.Contradiction(); got != want {
			t.Errorf("%s: %q, want %q", text, got, want)
		}
	}
}

// TestImpossibleRuleOfLabels has a rule whose pairs of a label and a value all differ: more pairs than values.
func TestImpossibleRuleOfLabels(t *testing.T) {
	p := sudoku.Puzzle{Shape: sudoku.Order(3), Clues: make(sudoku.Grid, 2*81)}
	p.Shape.Rows, p.Shape.Columns, p.Shape.Values, p.Shape.Extra = 9, 9, 9, 81
	r := sudoku.Rule{Kind: "unknown-regions"}
	for c := range 81 {
		r.Cells = append(r.Cells, sudoku.Cell(81+c))
	}
	p.Rules = []sudoku.Rule{r}
	if err := p.Validate(); err != nil {
		t.Fatal(err)
	}
	if got := p.ImpossibleRules(); len(got) > 0 {
		t.Errorf("%v", got)
	}
}
