package sudoku_test

import (
	"strings"
	"testing"

	"nonet/model/notation"
	"nonet/model/sudoku"
)

// TestRuleMeaning holds what rules mean in the cases where one could read them differently, in one grid: rules that
// hold and rules that do not, each by its check and by its constraints.
//
//	1 2 | 3 4
//	3 4 | 1 2
//	----+----
//	2 1 | 4 3
//	4 3 | 2 1
func TestRuleMeaning(t *testing.T) {
	grid := sudoku.Grid{1, 2, 3, 4, 3, 4, 1, 2, 2, 1, 4, 3, 4, 3, 2, 1}
	for _, test := range []struct {
		rules string // separated by semicolons; the last one is in question
		holds bool
	}{
		// A cage without a sum has different values; a sum may repeat them.
		{"cage r1c1 r1c2", true}, {"cage r1c1 r2c3", false}, {"cage 2 r1c1 r2c3", false}, {"sum 2 r1c1 r2c3", true},
		// Each shaft has the sum by itself; a pill is read row by row, in whatever order its cells are listed.
		{"arrow r1c1 r2c3", true}, {"arrow r1c4 / r1c1 r1c3 / r1c3 r2c3", true},
		{"arrow r1c4 / r1c1 r1c3 / r1c1 r1c2", false},
		{"arrow r1c1 r1c2 / r1c4 r2c2 r4c1", true}, {"arrow r1c2 r1c1 / r1c4 r2c2 r4c1", true},
		{"arrow r2c1 r1c1 / r1c4 r2c2 r4c1 r2c3", true}, // 13, row 1 first
		{"double-arrow r1c1 r1c4 r1c3", true}, {"double-arrow r1c1 r1c2 r1c3", false},
		// Strictly between the ends; beyond the ends and unequal to them.
		{"between r1c1 r1c2 r1c4", true}, {"between r1c4 r1c2 r1c1", true}, {"between r1c1 r3c2 r1c4", false},
		{"lockout 2 r1c2 r1c1 r1c4", true}, {"lockout 2 r1c2 r3c1 r1c4", false}, {"lockout 2 r1c2 r1c3 r1c4", false},
		{"lockout 3 r1c1 r1c4", true}, {"lockout r1c1 r1c4", false}, // by default 4
		{"whisper r1c1 r1c3", true}, {"whisper r1c1 r1c2", false}, {"whisper 1 r1c1 r1c2", true}, // by default 2
		// A line that comes back to a box has a new piece there.
		{"region-sum r1c1 r1c2 r1c3", true}, {"region-sum r2c1 r1c3 r1c1 r1c2", true}, {"region-sum r1c1 r1c3", false},
		// The middle of an odd zipper is the sum; the middle pair of an even one is a pair.
		{"zipper r1c1 r1c4 r1c3", true}, {"zipper r1c1 r1c3 r1c4", false}, {"zipper r1c1 r1c2 r1c3 r1c4", true},
		{"equal-sums r1c1 r1c4 / r1c2 r1c3 / r2c2 r2c3", true}, {"equal-sums r1c1 / r1c2 / r2c3", false},
		// A clone may overlap; a cell paired with itself states nothing.
		{"clone r1c1 r1c2 / r2c3 r2c4", true}, {"clone r1c1 r1c2 / r1c1 r2c4", true},
		{"clone r1c1 r1c2 / r1c1 r1c3", false},
		{"same-values r1c1 r1c2 / r2c4 r2c3", true}, {"same-values r1c1 r2c3 / r1c1 r1c2", false},
		// Groups of four values are 1, 2-3 and 4. A line of two cells has two of them.
		{"entropic r1c1 r1c2 r1c4", true}, {"entropic r1c2 r1c3", false}, {"entropic r1c1 r1c2 r1c4 r2c3", true},
		{"entropic r1c1 r1c2 r1c4 r2c2", false}, {"modular r1c1 r1c4", false}, {"modular 2 r1c1 r1c2 r1c3", true},
		{"parity-line r1c1 r1c2 r1c3", true}, {"parity-line r1c1 r2c1", false},
		{"global-entropy", false}, {"global-modular", false},
		{"nabner r1c1 r1c3", true}, {"nabner r1c1 r2c3", false}, {"nabner r1c1 r1c3 r1c2", false},
		// Progressions may stay the same; equal steps may turn.
		{"sequence r2c2 r3c3 r1c4", true}, {"sequence r1c1 r1c2 r1c3 r1c4", true}, {"sequence r1c1 r1c3 r2c3", false},
		{"same-difference r1c1 r1c3 r2c3", true}, {"same-difference r1c1 r1c2 r1c4", false},
		{"sum-line 5 r1c1 r1c4 r1c2 r1c3", true}, {"sum-line 5 r1c1 r1c2 r1c3", false},
		{"value-indexing r1c3 r1c2 r1c4 r2c1", true}, {"value-indexing r1c3 r1c4 r2c1", false},
		{"less r1c1 r1c2 r1c4", true}, {"less r1c1 r2c3", false},
		// 1 2 is a b: ends in state 2 after an odd number of ones; a value without a step is rejected.
		{"automaton r1c1 r1c2 : 1 2 1 1 2 2 2 2", true}, {"automaton r1c2 r1c1 : 1 2 1 1 2 2 2 2", false},
		{"automaton r1c1 r2c3 : 1 2 1 1 2 2 1 1", false}, {"automaton r1c1 : 0 1 1 2", false},
		// Values are listed as often as they occur, or less often; look-and-say counts exactly.
		{"quadruple r2c2 r2c3 r3c2 r3c3 : 1 1 4", true}, {"quadruple r2c2 r2c3 r3c2 r3c3 : 1 1 1", false},
		{"contains r1c1 r1c2 r2c3 : 1", true}, {"look-and-say r2c2 r2c3 r3c2 r3c3 : 2 1 2 4 0 3", true},
		{"look-and-say r2c2 r2c3 r3c2 r3c3 : 1 1", false},
		{"counting-circles r1c1 r1c2 r2c4", true}, {"counting-circles r1c1 r2c3", false},
		{"count-distinct r1c2 r2c2 r2c3 r3c2 r3c3", true}, {"count-distinct r1c1 r1c2 r1c3", false},
		{"candidates r1c1 r1c2 : 1 2", true}, {"candidates r1c1 r1c3 : 1 2", false},
		// Cells marked alike are not compared, also if two rules mark them.
		{"minimum r1c1", true}, {"minimum r1c2", false}, {"minimum r1c1 r1c2", true},
		{"minimum r1c1; minimum r1c2", true}, {"any-of even r1c1 | minimum r1c1 r1c2", true},
		{"maximum r1c4 r2c2", true}, {"maximum r1c3", false}, {"minimum r1c4; maximum r1c3", false},
		// A dot of either kind exempts its pair; the numbers of the dots are the ones missing elsewhere.
		{"negative-difference", false}, {"difference 3 r2c2 r2c3; negative-difference", false},
		{"difference 3 r2c2 r2c3; difference 3 r3c2 r3c3; difference 3 r2c2 r3c2; " +
			"ratio 4 r3c3 r2c3; negative-difference",
			true},
		// With a number the numbers of the dots do not matter.
		{"negative-difference 3", false}, {"difference 3 r2c2 r2c3; negative-difference 1", false},
		{"difference 3 r2c2 r2c3; difference 3 r3c2 r3c3; difference 3 r2c2 r3c2; " +
			"ratio 4 r3c3 r2c3; negative-difference 1", false},
		{"negative-difference 4", true},
		{"negative-ratio", false}, {"negative-xv", false}, {"ratio 4 r1c1 r1c4; negative-ratio", false},
		// The sum between 1 and 4 in either order; 0 if they are neighbours.
		{"sandwich 5 r1c1..r1c4", true}, {"sandwich 5 r4c1..r4c4", true}, {"sandwich 0 r2c1..r2c4", true},
		{"sandwich 0 r1c1..r1c4", false}, {"sandwich 2 r1c1 r1c2 r1c3", false}, // without a 4
		{"skyscraper 4 r1c1..r1c4", true}, {"skyscraper 1 r1c4..r1c1", true}, {"skyscraper 2 r2c1..r2c4", true},
		{"hidden-skyscraper 1 r2c1..r2c4", true}, {"hidden-skyscraper 4 r1c1..r1c4", false}, // none is hidden
		{"x-sum 1 r1c1..r1c4", true}, {"x-sum 10 r4c1..r4c4", true}, {"x-sum 8 r2c1..r2c4", true},
		{"numbered-room 1 r1c1..r1c4", true}, {"numbered-room 2 r1c1..r1c4", false},
		{"numbered-room 1 r2c1..r2c4", true},
		{"little-killer 5 r2c1 r1c2", true}, {"little-killer 6 r2c1 r1c2", false},
		{"row-indexer r2c1", true}, {"row-indexer r1c2", false}, {"row-indexer r1c1", true},
		{"column-indexer r2c1", true}, {"column-indexer r2c2", true}, {"box-indexer r1c3 r2c2", true},
		// Moves; on a torus they leave the grid and enter it at the other side.
		{"knight", false}, {"king", false}, {"toroidal-king", false}, {"toroidal-knight", false},
		{"queen : 2", true}, {"queen : 1", false}, {"queen", false}, {"anti-taxicab", false},
		{"diagonal-down", false}, {"diagonal-up", false}, {"disjoint-groups", true}, {"dutch-flatmates", false},
		{"battenburg r2c2 r2c3 r3c2 r3c3", true}, {"battenburg r1c1 r1c2 r2c1 r2c2", false},
	} {
		p := sudoku.Puzzle{Shape: sudoku.Order(2), Clues: make(sudoku.Grid, 16)}
		for text := range strings.SplitSeq(test.rules, ";") {
			rule, err := notation.ParseRule(strings.TrimSpace(text), p.Shape)
			if err != nil {
				t.Fatalf("%s: %v", test.rules, err)
			}
			p.Rules = append(p.Rules, rule)
		}
		last := p.Rules[len(p.Rules)-1]
		if err := last.Check(p, grid); (err == nil) != test.holds {
			t.Errorf("%s: check returns %v", test.rules, err)
		}
		if len(p.Rules) == 1 {
			if bad := ruleModel(p).Violation(p.Extend()(grid)); (bad == 0) != test.holds {
				t.Errorf("%s: violation %d", test.rules, bad)
			}
		}
	}
}
