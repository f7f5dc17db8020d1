package human

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"nonet/model"
	"nonet/model/sudoku"
)

// TestRectanglesInWords has rectangles in an empty grid with only the listed eliminations.
func TestRectanglesInWords(t *testing.T) {
	corners := "r1c1, r1c4, r2c4 and r2c1"
	for _, test := range []struct {
		name   string
		rule   *Rule
		narrow string // candidates of some cells
		remove string // candidates that are removed
		want   string // empty if the rule finds nothing
	}{
		{"one roof corner", ruleNamed("unique-rectangle-1"), "r1c1=12 r1c4=12 r2c4=12", "",
			"Unique rectangle, type 1: in %s, 1 and 2 could be exchanged, so one of them takes another value, and " +
				"only r2c1 can: r2c1≠1; r2c1≠2"},
		{"boxes apart", ruleNamed("unique-rectangle-1"), "r1c1=12 r1c4=12 r4c4=12", "", ""},
		{"one box", ruleNamed("unique-rectangle-1"), "r1c1=12 r1c2=12 r2c2=12", "", ""},
		{"the pair cannot fill the rectangle", ruleNamed("unique-rectangle-1"), "r1c1=12 r1c4=12 r2c4=12",
			"r2c1≠1 r2c1≠2", ""},
		{"one extra candidate of adjacent corners", ruleNamed("unique-rectangle-2"),
			"r1c1=12 r1c4=12 r2c4=123 r2c1=123", "",
			"Unique rectangle, type 2: in %s, 1 and 2 could be exchanged, so one of them takes another value, and " +
				"only r2c4 and r2c1 can: " +
				"3 is in one of them: r2c2,r2c3,r2c5,r2c6,r2c7,r2c8,r2c9≠3"},
		{"two extra candidates of adjacent corners", ruleNamed("unique-rectangle-2"),
			"r1c1=12 r1c4=12 r2c4=123 r2c1=124", "", ""},
		{"two extra candidates and a cell with them", ruleNamed("unique-rectangle-3"),
			"r1c1=12 r1c4=12 r2c4=123 r2c1=124 r2c9=34", "r2c2≠3 r2c3≠3 r2c2≠4 r2c3≠4 r2c5≠4 r2c6≠4",
			"Unique rectangle, type 3: in %s, 1 and 2 could be exchanged, so one of them takes another value, and " +
				"only r2c4 and r2c1 can: " +
				"the one that does and r2c9 are 2 cells with 3 and 4 in row 2: r2c5,r2c6,r2c7,r2c8≠3; r2c7,r2c8≠4"},
		{"a candidate locked to adjacent corners", ruleNamed("unique-rectangle-4"), "r1c1=12 r1c4=12",
			"r2c2≠1 r2c3≠1 r2c5≠1 r2c6≠1 r2c7≠1 r2c8≠1 r2c9≠1",
			"Unique rectangle, type 4: in %s, 1 and 2 could be exchanged, so one of them takes another value, and " +
				"only r2c4 and r2c1 can: " +
				"1 is in one of them in row 2, so neither is 2: r2c4,r2c1≠2"},
		{"a candidate that has another place", ruleNamed("unique-rectangle-4"), "r1c1=12 r1c4=12",
			"r2c2≠1 r2c3≠1 r2c5≠1 r2c6≠1 r2c7≠1 r2c8≠1", ""},
		{"one extra candidate of opposite corners", ruleNamed("unique-rectangle-5"),
			"r1c1=12 r1c4=123 r2c4=12 r2c1=123", "",
			"Unique rectangle, type 5: in %s, 1 and 2 could be exchanged, so one of them takes another value, and " +
				"only r1c4 and r2c1 can: " +
				"3 is in one of them: r1c2,r1c3,r2c5,r2c6≠3"},
		{"a candidate locked to parallel sides", ruleNamed("unique-rectangle-6"), "r1c1=12 r2c4=12",
			"r1c2≠1 r1c3≠1 r1c5≠1 r1c6≠1 r1c7≠1 r1c8≠1 r1c9≠1 r2c2≠1 r2c3≠1 r2c5≠1 r2c6≠1 r2c7≠1 r2c8≠1 " +
				"r2c9≠1",
			"Unique rectangle, type 6: in %s, 1 and 2 could be exchanged, so one of them takes another value, and " +
				"only r1c4 and r2c1 can: " +
				"with 1 in one of them, row 1 and row 2 would put it in both: r1c4,r2c1≠1"},
		{"a candidate locked to the sides of a corner", ruleNamed("hidden-rectangle"), "r1c1=12",
			"r2c2≠1 r2c3≠1 r2c5≠1 r2c6≠1 r2c7≠1 r2c8≠1 r2c9≠1 r3c4≠1 r4c4≠1 r5c4≠1 r6c4≠1 r7c4≠1 r8c4≠1 " +
				"r9c4≠1",
			"Hidden rectangle: in %s, 1 and 2 could be exchanged, so one of them takes another value; " +
				"r2c4=2 would put 1 next to it in row 2 and column 4: r2c4≠2"},
	} {
		p := mustBoard(t, sudoku.Order(3).Model()).NewPosition(nil)
		for _, text := range strings.Fields(test.narrow) {
			k := candidateOf(t, text[:6])
			for v := 1; v <= 9; v++ {
				if !strings.Contains(text[5:], fmt.Sprint(v)) {
					p.Eliminate(Candidate{k.Cell, v})
				}
			}
		}
		for _, k := range candidatesOf(t, strings.Fields(test.remove)) {
			p.Eliminate(k)
		}
		var got []string
		test.rule.Find(p, func(s *Step) bool {
			got = append(got, s.String())
			return true
		})
		want := strings.Replace(test.want, "%s", corners, 1)
		if want == "" && len(got) > 0 || want != "" && !slices.Contains(got, want) {
			t.Errorf("%s:\n%s\nwant\n%s", test.name, strings.Join(got, "\n"), want)
		}
	}
}

// TestAvoidableRectangles checks that the filled cells of avoidable rectangles are not clues.
func TestAvoidableRectangles(t *testing.T) {
	b := mustBoard(t, sudoku.Order(3).Model())
	for _, test := range []struct {
		name                  string
		given, filled, narrow string
		rule                  *Rule
		want                  string
	}{
		{"three corners", "", "r1c1=1 r1c4=2 r2c4=1", "", ruleNamed("avoidable-rectangle-1"),
			"Avoidable rectangle, type 1: with r2c1=2, 1 and 2 could be exchanged in r1c1, r1c4, r2c4 and r2c1, none " +
				"of which is a clue: r2c1≠2"},
		{"three corners, one a clue", "r1c1=1", "r1c4=2 r2c4=1", "", ruleNamed("avoidable-rectangle-1"), ""},
		{"three corners with three values", "", "r1c1=1 r1c4=2 r2c4=3", "", ruleNamed("avoidable-rectangle-1"), ""},
		{"two adjacent corners", "", "r1c1=1 r1c4=2", "r2c1=23 r2c4=13", ruleNamed("avoidable-rectangle-2"),
			"Avoidable rectangle, type 2: without 3 in r2c4 or r2c1, 1 and 2 could be exchanged in r1c1, r1c4, r2c4 " +
				"and r2c1, none of which is a clue: " +
				"r2c2,r2c3,r2c5,r2c6,r2c7,r2c8,r2c9≠3"},
		{"two adjacent corners, one a clue", "r1c4=2", "r1c1=1", "r2c1=23 r2c4=13", ruleNamed("avoidable-rectangle-2"),
			""},
		{"two adjacent corners with different extra candidates", "", "r1c1=1 r1c4=2", "r2c1=23 r2c4=14",
			ruleNamed("avoidable-rectangle-2"), ""},
		{"two opposite corners", "", "r1c1=1 r2c4=1", "r1c4=23 r2c1=23", ruleNamed("avoidable-rectangle-2"),
			"Avoidable rectangle, type 2: without 3 in r1c4 or r2c1, 1 and 2 could be exchanged in r1c1, r1c4, r2c4 " +
				"and r2c1, none of which is a clue: " +
				"r1c2,r1c3,r2c5,r2c6≠3"},
	} {
		var givens []model.Given
		for _, k := range candidatesOf(t, strings.Fields(test.given)) {
			givens = append(givens, model.Given{Var: k.Cell, Value: k.Value})
		}
		p := b.NewPosition(givens)
		for _, k := range candidatesOf(t, strings.Fields(test.filled)) {
			p.Place(k)
		}
		for _, text := range strings.Fields(test.narrow) {
			for v := 1; v <= 9; v++ {
				if !strings.Contains(text[5:], fmt.Sprint(v)) {
					p.Eliminate(Candidate{candidateOf(t, text[:6]).Cell, v})
				}
			}
		}
		got := ""
		if s := test.rule.First(p); s != nil {
			got = s.String()
		}
		if got != test.want {
			t.Errorf("%s:\n%s\nwant\n%s", test.name, got, test.want)
		}
	}
}
