package ask_test

import (
	"fmt"
	"testing"

	"nonet/backends/ask"
	"nonet/backends/native"
	"nonet/encode/problem"
	"nonet/model"
	"nonet/model/notation"
	"nonet/model/sudoku"
)

// auditOf audits a grid with native.
func auditOf(t *testing.T, p sudoku.Puzzle, grid sudoku.Grid) (*ask.Audit, error) {
	return (&ask.Asker{Solver: native.Solver{}}).Audit(t.Context(), problem.Of(p), ask.EntriesOf(grid))
}

// TestAudit checks the reasons of wrong entries in 4x4 grids.
func TestAudit(t *testing.T) {
	for _, test := range []struct {
		name, puzzle, grid string
		want               string // verdict, entries, wrong entries with their reasons
	}{
		{"no entries", "1234341221434321", "................", "unique 0"},
		{"entries that repeat clues", "1...............", "1...............", "multiple 0"},
		{"another value than the clue", "1234341221434321", "2...............", "unique 1 r1c1=2 clue r1c1=1"},
		{"equal to a clue of the row", "123.341221434321", "...3............", "unique 1 r1c4=3 house 0 r1c3=3"},
		{"equal to a clue of the box", "1...............", ".....1..........", "multiple 1 r2c2=1 house 8 r1c1=1"},
		{"two entries that clash", "................", "11..............", "multiple 2 ? choice"},
		{"a puzzle without a solution", "11..............", "..2.............", "none 1"},
	} {
		p := sudoku.Puzzle{Shape: sudoku.Order(2), Clues: digits(test.puzzle)}
		a, err := auditOf(t, p, digits(test.grid))
		if err != nil {
			t.Errorf("%s: %v", test.name, err)
			continue
		}
		got := fmt.Sprint(a.Verdict, " ", a.Entries)
		for _, w := range a.Wrong {
			name := func(v int, value int) string { return fmt.Sprintf("%s=%d", p.Shape.Name(sudoku.Cell(v)), value) }
			switch w.Reason {
			case ask.ReasonChoice:
				got += " ? choice" // either entry is a right answer
			case ask.ReasonHouse:
				got += fmt.Sprintf(" %s %s %d %s", name(int(w.Var), w.Value), w.Reason, w.Rule,
					name(int(w.Clue.Var), w.Clue.Value))
			default:
				got += fmt.Sprintf(" %s %s %s", name(int(w.Var), w.Value), w.Reason,
					name(int(w.Clue.Var), w.Clue.Value))
			}
		}
		if got != test.want {
			t.Errorf("%s: %s, want %s", test.name, got, test.want)
		}
		if a.Retraction != nil && a.MinWrong() != len(a.Wrong) {
			t.Errorf("%s: at least %d of %d entries", test.name, a.MinWrong(), len(a.Wrong))
		}
	}
}

// An entry that breaks a rule together with clues names the rule.
func TestAuditNamesRules(t *testing.T) {
	p, err := notation.Parse("nonet 1\ngrid\n1 . . .\n. . . .\n. . . .\n. . . .\n"+
		"cage 3 r1c1 r1c2\nnot-equal r1c1 r2c3\ndiagonals\n",
		notation.Options{})
	if err != nil {
		t.Fatal(err)
	}
	a, err := auditOf(t, p, digits(".3....1........1"))
	if err != nil || len(a.Wrong) != 3 {
		t.Fatalf("%+v, error %v", a, err)
	}
	// 12 houses, the sum and the house of the cage, two cells that differ, two diagonals
	for i, want := range []ask.WrongEntry{
		{Given: model.Given{Var: 1, Value: 3}, Reason: ask.ReasonRule, Rule: 12},
		{Given: model.Given{Var: 6, Value: 1}, Reason: ask.ReasonRule, Rule: 14},
		{Given: model.Given{Var: 15, Value: 1}, Reason: ask.ReasonHouse, Rule: 15, Clue: model.Given{Var: 0, Value: 1}},
	} {
		if a.Wrong[i] != want {
			t.Errorf("entry %d: %+v, want %+v", i, a.Wrong[i], want)
		}
	}
}

// Some wrong values of a blank cell equal no clue of its houses: only the solution shows that they are wrong.
func TestAuditSolution(t *testing.T) {
	const right = 6 // the value of r1c2 in the only solution
	reasons := map[ask.Reason]int{}
	for v := 1; v <= 9; v++ {
		grid := make(sudoku.Grid, 81)
		grid[1] = v
		a, err := auditOf(t, escargot, grid)
		if err != nil {
			t.Fatal(err)
		}
		if want := v != right; len(a.Wrong) > 0 != want {
			t.Errorf("r1c2=%d: wrong %v, want some: %t", v, a.Wrong, want)
		}
		for _, w := range a.Wrong {
			reasons[w.Reason]++
		}
	}
	if reasons[ask.ReasonHouse] == 0 || reasons[ask.ReasonSolution] == 0 || len(reasons) != 2 {
		t.Errorf("reasons %v, want house and solution", reasons)
	}
}
