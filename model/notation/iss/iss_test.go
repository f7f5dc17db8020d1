package iss_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"nonet/model/notation"
	"nonet/model/notation/internal/place"
	"nonet/model/notation/iss"
	"nonet/model/sudoku"
)

// show returns the shape if it is not 3x3, the clues that are not blank, and the rules.
func show(p sudoku.Puzzle) string {
	var all []string
	if p.Shape != sudoku.Order(3) {
		all = append(all, p.Shape.String())
	}
	for c, v := range p.Clues {
		if v > 0 {
			all = append(all, fmt.Sprintf("%s=%d", p.Shape.Name(sudoku.Cell(c)), v))
		}
	}
	for _, r := range p.Rules {
		all = append(all, notation.RuleText(p.Shape, r))
	}
	return strings.Join(all, "; ")
}

// TestKinds reads items and writes them again. Where written is empty, the text that is written is the same.
func TestKinds(t *testing.T) {
	for _, test := range []struct{ text, want, written string }{
		{".~R1C1_5~R9C9_1", "r1c1=5; r9c9=1", ""},
		{".Given~R1C1_5", "r1c1=5", ".~R1C1_5"},
		{".~R1C1_1_2_3~R2C2_1_2_3", "candidates r1c1 r2c2 : 1 2 3", ""},
		{".~R1C1_1_2.~R1C1_2_3", "r1c1=2", ".~R1C1_2"},
		{".~R1C1_1.~R1C1_3", "table r1c1 :", ".~R1C1_1.~R1C1_2"},
		{".~R1C1_2_4_6_8~R1C2_1_3_5_7_9", "even r1c1; odd r1c2", ""},
		{".~R1C1_1_2_3_4_5_6_7_8_9", "", ".Shape~9x9"},
		{".Diagonal~-1", "diagonal-down", ""},
		{".Diagonal~1", "diagonal-up", ""},
		{".Diagonal~1.Windoku.Diagonal~-1.Diagonal~1", "diagonals; windoku", ".Diagonal~-1.Diagonal~1.Windoku"},
		{".Windoku.DisjointSets", "windoku; disjoint-groups", ""},
		{".AntiKnight.AntiKing.AntiConsecutive.AntiTaxicab", "knight; king; non-consecutive; anti-taxicab", ""},
		{".GlobalEntropy.GlobalMod.DutchFlatmates", "global-entropy; global-modular; dutch-flatmates", ""},
		{".StrictKropki.WhiteDot~R1C1~R1C2", "negative-difference; negative-ratio; difference 1 r1c1 r1c2", ""},
		{".StrictXV.X~R1C1~R1C2", "negative-xv; sum 10 r1c1 r1c2", ""},
		{".StrictXV.Sum~10~R1C1~R1C2", "negative-xv; linear r1c1 + r1c2 = 10",
			".StrictXV.Sum~10_=_1_1~R1C1~R1C2"},
		{".Thermo~R4C4~R3C4~R3C3", "thermometer r4c4 r3c4 r3c3", ""},
		{".Renban~R1C1~R1C2.Palindrome~R1C1~R2C2~R3C3", "renban r1c1 r1c2; palindrome r1c1 r2c2 r3c3", ""},
		{".Between~R1C1~R1C2~R1C3.Zipper~R1C1~R1C2~R1C3", "between r1c1 r1c2 r1c3; zipper r1c1 r1c2 r1c3", ""},
		{".Entropic~R1C1~R1C2~R1C3", "entropic r1c1 r1c2 r1c3", ""},
		{".RegionSumLine~R1C3~R1C4", "region-sum r1c3 r1c4", ""},
		{".DoubleArrow~R1C3~R1C4~R1C5", "double-arrow r1c3 r1c4 r1c5", ""},
		{".Arrow~R3C8~R4C7", "arrow r3c8 r4c7", ""},
		{".PillArrow~2~R1C1~R1C2~R2C1~R2C2~R2C3", "arrow r1c1 r1c2 / r2c1 r2c2 r2c3", ""},
		{".Whisper~5~R1C1~R1C2", "whisper 5 r1c1 r1c2", ""},
		{".Whisper~4~R1C1~R2C2~R1C2~R1C1", "whisper 4 r1c1 r2c2 r1c2 r1c1", ""},
		{".Whisper~R1C1~R1C2.Whisper~4~R1C1~R1C2", "whisper 5 r1c1 r1c2; whisper 4 r1c1 r1c2",
			".Whisper~5~R1C1~R1C2.Whisper~4~R1C1~R1C2"},
		{".Modular~3~R1C1~R1C2~R1C3.Lockout~4~R1C1~R1C2~R1C3",
			"modular 3 r1c1 r1c2 r1c3; lockout 4 r1c1 r1c2 r1c3", ""},
		{".SumLine~10~R1C1~R1C2~R1C3", "sum-line 10 r1c1 r1c2 r1c3", ""},
		{".ValueIndexing~R1C1~R1C2~R2C1~R2C2", "value-indexing r1c1 r1c2 r2c1 r2c2", ""},
		{".Cage~3~R1C1~R1C2", "cage 3 r1c1 r1c2", ""},
		{".Cage~~R1C8~R2C8.Cage~0~R1C1~R1C2", "cage r1c8 r2c8; cage r1c1 r1c2",
			".Cage~0~R1C8~R2C8.Cage~0~R1C1~R1C2"},
		{".X~R1C1~R1C2~R2C2.V~R5C5~R6C5", "sum 10 r1c1 r1c2; sum 10 r1c2 r2c2; sum 5 r5c5 r6c5",
			".X~R1C1~R1C2.X~R1C2~R2C2.V~R5C5~R6C5"},
		{".Sum~7~R1C1~R1C3", "sum 7 r1c1 r1c3", ""},
		{".Sum~7_=_1_-2~R1C1~R1C3", "linear r1c1 - 2*r1c3 = 7", ""},
		{".Sum~7~R1C1~R1C1", "linear r1c1 + r1c1 = 7", ".Sum~7_=_1_1~R1C1~R1C1"},
		{".LittleKiller~3~R7C1", "little-killer 3 r7c1 r8c2 r9c3", ""},
		{".LittleKiller~3~R3C9", "little-killer 3 r3c9 r2c8 r1c7", ""},
		{".LittleKiller~3~R1C3", "little-killer 3 r1c3 r2c2 r3c1", ""},
		{".LittleKiller~3~R9C7", "little-killer 3 r9c7 r8c8 r7c9", ""},
		{".AllDifferent~R1C1~R2C2~R3C3", "all-different r1c1 r2c2 r3c3", ""},
		{".CountingCircles~R1C1~R2C2", "counting-circles r1c1 r2c2", ""},
		{".CountDistinct~R1C1~R2C2~R3C3", "count-distinct r1c1 r2c2 r3c3", ""},
		{".SameValues~2~R1C1~R1C2~R3C3~R3C4", "same-values r1c1 r1c2 / r3c3 r3c4", ""},
		{".EqualSum~R1C1~R1C2~-~R3C3", "equal-sums r1c1 r1c2 / r3c3", ""},
		{".Quad~R5C1~2~3", "quadruple r5c1 r5c2 r6c1 r6c2 : 2 3", ""},
		{".ContainAtLeast~1_2_2~R1C1~R1C2~R2C3", "contains r1c1 r1c2 r2c3 : 1 2 2", ""},
		{".ContainExact~2_1_2~R1C1~R1C2~R2C3", "look-and-say r1c1 r1c2 r2c3 : 1 1 2 2",
			".LookAndSay~1122~R1C1~R1C2~R2C3"},
		{".LookAndSay~1223~R1C1~R1C2~R2C3", "look-and-say r1c1 r1c2 r2c3 : 1 2 2 3", ""},
		{".Indexing~C~R1C1~R2C1.Indexing~R~R1C1", "column-indexer r1c1 r2c1; row-indexer r1c1", ""},
		{".WhiteDot~R1C2~R1C3.BlackDot~R1C2~R2C2", "difference 1 r1c2 r1c3; ratio 2 r1c2 r2c2", ""},
		{".GreaterThan~R1C1~R1C2", "less r1c2 r1c1", ""},
		{".Sandwich~0~R3.Sandwich~8~C1",
			"sandwich 0 r3c1 r3c2 r3c3 r3c4 r3c5 r3c6 r3c7 r3c8 r3c9; " +
				"sandwich 8 r1c1 r2c1 r3c1 r4c1 r5c1 r6c1 r7c1 r8c1 r9c1", ""},
		{".Shape~4x4.XSum~R2~8~9", "4x4 (2x2); x-sum 8 r2c1 r2c2 r2c3 r2c4; x-sum 9 r2c4 r2c3 r2c2 r2c1",
			".Shape~4x4.XSum~R2~8~.XSum~R2~~9"},
		{".Shape~4x4.Skyscraper~C4~3", "4x4 (2x2); skyscraper 3 r1c4 r2c4 r3c4 r4c4", ".Shape~4x4.Skyscraper~C4~3~"},
		{".Shape~4x4.HiddenSkyscraper~C4~~3", "4x4 (2x2); hidden-skyscraper 3 r4c4 r3c4 r2c4 r1c4", ""},
		{".Shape~4x4.NumberedRoom~R1~3~", "4x4 (2x2); numbered-room 3 r1c1 r1c2 r1c3 r1c4", ""},
		{".Shape~6x6.NFA~QXf1fqg~_odd%20sum~R4C1~R4C2", // of Interactive Sudoku Solver
			"6x6 (2x3); automaton r4c1 r4c2 : 1 2 1 1 2 1 2 1 1 3 2 1 4 1 1 5 2 1 6 1 2 1 1 2 2 2 2 3 1 2 4 2 2 5 1 " +
				"2 6 2",
			".Shape~6x6.NFA~QXf1fqg~_automaton~R4C1~R4C2"},
		{".Regex~WzIzXSoxLio~R1C1~R1C2~~R2C2", // [23]*1.*
			"automaton r1c1 r1c2 : 1 2 1 1 2 1 2 1 1 3 1 " + any9("2 %d 2") +
				"; automaton r2c2 : 1 2 1 1 2 1 2 1 1 3 1 " + any9("2 %d 2"), "many"},
		{".Shape~4x4~5.Replicate~__P.~R1C1_1_2_3_4.End.~R2C1_3", "4x4 (2x2) 1-5; r2c1=3; candidates r1c1 r1c2 r1c3 " +
			"r1c4 r2c1 r2c2 r2c3 r2c4 r3c1 r3c2 r3c3 r3c4 r4c1 r4c2 r4c3 r4c4 : 1 2 3 4", "many"},
		{".Or.~R1C1_1.~R1C1_2_3.End", "any-of candidates r1c1 : 1 | candidates r1c1 : 2 3", ""},
		{".Shape~4x4.Or.~R1C1_1.And.~R1C1_2.~R2C2_4.End.End",
			"4x4 (2x2); any-of candidates r1c1 : 1 | candidates r1c1 : 2 & candidates r2c2 : 4", ""},
		{".Shape~4x4.Replicate~DB.Cage~3~R1C1~R1C2.End",
			"4x4 (2x2); cage 3 r1c1 r1c2; cage 3 r1c2 r1c3; cage 3 r2c3 r2c4", "many"},
		{".Shape~2x2.Pair~C~_less~R1C1~R1C2~R2C2~~R2C1~R2C2",
			"2x2 (1x2); table r1c1 r1c2 : (1 2); table r1c2 r2c2 : (1 2); table r2c1 r2c2 : (1 2)",
			".Shape~2x2.Pair~C~_table~R1C1~R1C2.Pair~C~_table~R1C2~R2C2.Pair~C~_table~R2C1~R2C2"},
		{".Shape~2x2.PairX~G~R1C1~R1C2~R2C2",
			"2x2 (1x2); table r1c1 r1c2 : (1 2) (2 1); table r1c1 r2c2 : (1 2) (2 1); table r1c2 r2c2 : (1 2) (2 1)",
			".Shape~2x2.Pair~G~_table~R1C1~R1C2.Pair~G~_table~R1C1~R2C2.Pair~G~_table~R1C2~R2C2"},
		{".And.AntiKing.And.AntiKnight.End.End.SearchPriority~R1C1~2", "king; knight", ".AntiKing.AntiKnight"},
		{".Shape~6x6", "6x6 (2x3)", ""},
		{".Shape~6x6~6.NoBoxes", "6x6 (1x6)", ".Shape~6x6.NoBoxes"},
		{".Shape~5x5~1-5", "5x5 (1x5)", ".Shape~5x5"},
		{".Shape~16x16.~RaCg_16", "16x16 (4x4); r10c16=16", ""},
		{".Shape~4x4.NoBoxes.Jigsaw~1112312233423444",
			"4x4 (1x4); regions 1 1 1 2 / 3 1 2 2 / 3 3 4 2 / 3 4 4 4", ""},
		{".Shape~4x4.NoBoxes.Jigsaw~0001201122312333", "4x4 (1x4); regions 1 1 1 2 / 3 1 2 2 / 3 3 4 2 / 3 4 4 4",
			".Shape~4x4.NoBoxes.Jigsaw~1112312233423444"},
		{".Shape~6x6.NoBoxes.Jigsaw~112233112233112233445566445566445566", "6x6 (3x2)", ""},
		{".Shape~4x4.Jigsaw~1112312233423444", "4x4 (2x2); all-different r1c1 r1c2 r1c3 r2c2; " +
			"all-different r1c4 r2c3 r2c4 r3c4; all-different r2c1 r3c1 r3c2 r4c1; all-different r3c3 r4c2 r4c3 r4c4",
			".Shape~4x4.AllDifferent~R1C1~R1C2~R1C3~R2C2.AllDifferent~R1C4~R2C3~R2C4~R3C4" +
				".AllDifferent~R2C1~R3C1~R3C2~R4C1.AllDifferent~R3C3~R4C2~R4C3~R4C4"},
		{".Shape~4x4.NoBoxes.Jigsaw~1111000000000000", "4x4 (1x4); all-different r1c1 r1c2 r1c3 r1c4",
			".Shape~4x4.NoBoxes.AllDifferent~R1C1~R1C2~R1C3~R1C4"},
		{".Shape~4x4.RegionSize~8", "4x4 (2x4) 1-4", ""},
		{".Cage~5~R1C1~R1C1~R1C2", "linear r1c1 + r1c1 + r1c2 = 5; cage r1c1 r1c2", "many"},
		{".Cage~2000~R1C1~R1C2", "cage 2000 r1c1 r1c2", ""},
		{".SumLine~5~R1C1~R1C2~R2C2~R2C1~LOOP", "sum-loop 5 r1c1 r1c2 r2c2 r2c1", ""},
		{".RellikCage~5~R1C1~R1C2.EqualityCage~R2C1~R2C2.Lunchbox~0~R1C1~R2C2",
			"rellik 5 r1c1 r1c2; equality-cage r2c1 r2c2; lunchbox 0 r1c1 r2c2", ""},
		{".Shape~4x4.FullRank~R1~3~.FullRankTies~none", "4x4 (2x2); rank 3 r1c1 r1c2 r1c3 r1c4; different-lines", ""},
		{".Shape~4x4.FullRank~C1~~3.FullRankTies~any", "4x4 (2x2); shared-rank 3 r4c1 r3c1 r2c1 r1c1", ""},
		{".ConnectedValues~~1_3.ConnectedValues~~2~9", "connected : 1 3; connected 9 : 2", ""},
		{".Shape~2x2~2.NoBoxes.ChaosConstruction.ChaosCount~R1C1~1.ChaosArrow~R2C2~~CC4~CC3~-~CC4~CC2",
			"2x2 (1x2) 1-2 +4; unknown-regions x1 x2 x3 x4; same-count 1 r1c1 x1 x2 x3 x4; " +
				"same-runs r2c2 / x4 x3 / x4 x2",
			".Shape~2x2.ChaosConstruction.ChaosCount~R1C1~1~CC1~CC2~CC3~CC4.ChaosArrow~R2C2~0~CC4~CC3~-~CC4~CC2"},
		{".Shape~4x4.ChaosConstruction.ChaosCount~R1C1~0~CC1~CC2", "4x4 (2x2) 1-4 +16; " +
			"unknown-regions x1 x2 x3 x4 x5 x6 x7 x8 x9 x10 x11 x12 x13 x14 x15 x16; same-count r1c1 x1 x2", ""},
		{".Shape~4x4~8.RegionSize~2.ChaosConstruction.~CC3_2", "4x4 (1x4) 1-8 +16; x3=2; " +
			"unknown-regions 2 x1 x2 x3 x4 x5 x6 x7 x8 x9 x10 x11 x12 x13 x14 x15 x16", ""},
		{".Shape~4x4~0-4.Doppelganger.~DGC1_2", "4x4 (2x2) 0-4 +12; x1=3; doppelganger x1 x2 x3 x4 x5 x6 x7 x8 x9 " +
			"x10 x11 x12", "many"},
		{".Shape~4x4.NFA~RRQYEMSA~_a%2E~R1C1~-~R1C2", "4x4 (2x2); automaton r1c1 r1c2 : 1 3 1 1 2 2 2 3", "many"},
		{".Shape~4x6.Cage~3~R1C1~R1C2", "4x6 (2x3) 1-6; cage 3 r1c1 r1c2", ""},
		{".Shape~6x4~0-7.NoBoxes.~R1C1_0", "6x4 (1x4) 0-7; r1c1=1", ""},
		{".Shape~9x9~10.~R1C1_3_10", "9x9 (3x3) 1-10; candidates r1c1 : 3 10", ""},
		{".Shape~4x4~0-3~Raw", "4x4 (1x4) 0-3 free", ""}, {".Shape~4x4~~Raw", "4x4 (1x4) 1-4 free", ""},
		{".Shape~6x6~9.RegionSize~9", "6x6 (3x3) 1-9", ""},
		{".Shape~5x5~9.NoBoxes.RegionSize~9.Jigsaw~1110011100111000000000000", "5x5 (1x5) 1-9; regions 1 1 1 . . / " +
			"1 1 1 . . / 1 1 1 . . / . . . . . / . . . . .", "many"},
		{".Shape~3x3.NoBoxes.Var~A~some~2.Var~B.Cage~3~R1C1~VA2~VB", "3x3 (1x3) 1-3 +3; cage 3 r1c1 x2 x3",
			".Shape~3x3.Var~X~~3.Cage~3~R1C1~VX2~VX3"},
		{".Shape~4x4~0-3.Pair~Q~_a~R1C1~R1C2", "4x4 (2x2) 0-3; table r1c1 r1c2 : (1 0)", "many"},
		{".Shape~4x4~0-3.Regex~MDEqMg~R1C1~R1C2~R1C3", "4x4 (2x2) 0-3; automaton r1c1 r1c2 r1c3 : 1 3 1 0 2 2 1 2 " +
			"2 2 3", "many"}, // 01*2
		{"# a comment\n.AntiKing\n .Cage ~ 3~R1C1~\nR1C2\n", "king; cage 3 r1c1 r1c2", ".AntiKing.Cage~3~R1C1~R1C2"},
		{"https://sigh.github.io/Interactive-Sudoku-Solver/?mode=count-solutions&q=.AntiKing.Cage%7E3~R1C1%7ER1C2#x",
			"king; cage 3 r1c1 r1c2", ".AntiKing.Cage~3~R1C1~R1C2"},
	} {
		p, notes, err := iss.Read(test.text, place.Options{})
		if err != nil || notes != nil {
			t.Errorf("%s: %v, %v", test.text, err, notes)
			continue
		}
		if err := p.Validate(); err != nil {
			t.Errorf("%s: %v", test.text, err)
		}
		if got := show(p); got != test.want {
			t.Errorf("%s:\n%s\nwant\n%s", test.text, got, test.want)
		}
		switch written, lost := iss.Text(p); {
		case test.written == "many":
		case test.written == "" && written != test.text || test.written != "" && written != test.written:
			t.Errorf("%s: wrote %s, lost %+v, want %s", test.text, written, lost, test.written)
		}
	}
}

// any9 formats each value from 1 to 9.
func any9(format string) string {
	var all []string
	for v := range 9 {
		all = append(all, fmt.Sprintf(format, v+1))
	}
	return strings.Join(all, " ")
}

// TestPairs checks the keys of relations: six bits in each character, the lowest first, and the first value first.
func TestPairs(t *testing.T) {
	for _, test := range []struct{ text, want string }{
		// a < b for 1 to 4 has the bits 1 2 3, 14 in the first digit, and 6 7 11, 35 in the second.
		{".Shape~4x4.Pair~Oj~_x~R1C1~R1C2", "table r1c1 r1c2 : (1 2) (1 3) (1 4) (2 3) (2 4) (3 4)"},
		{".Shape~2x2.Pair~~_x~R1C1~R1C2", "table r1c1 r1c2 :"},
		{".Shape~4x4.Pair~____~_x~R1C1~R1C2", "too many"},
		{".Shape~4x4.Pair~__P~_x~R1C1~R1C2", "table r1c1 r1c2 : (1 1) (1 2) (1 3) (1 4) (2 1) (2 2) (2 3) (2 4) (3 " +
			"1) " +
			"(3 2) (3 3) (3 4) (4 1) (4 2) (4 3) (4 4)"},
		{".Shape~4x4.Pair~-~_x~R1C1~R1C2", "table r1c1 r1c2 : (1 2) (1 3) (1 4) (2 1) (2 2)"},
		{".Shape~4x4.Binary~_~_x~R1C1~R1C2", "table r1c1 r1c2 : (1 2) (1 3) (1 4) (2 1) (2 2)"},
		{".Shape~4x4.BinaryX~B~_x~R1C1~R1C2~R1C3",
			"table r1c1 r1c2 : (1 1); table r1c1 r1c3 : (1 1); table r1c2 r1c3 : (1 1)"},
	} {
		p, _, err := iss.Read(test.text, place.Options{})
		if test.want == "too many" {
			if err == nil || !strings.Contains(err.Error(), "more values") {
				t.Errorf("%s: %v", test.text, err)
			}
			continue
		}
		if got := strings.TrimPrefix(strings.TrimPrefix(show(p), "4x4 (2x2); "), "2x2 (1x2); "); err != nil ||
			got != test.want {
			t.Errorf("%s: %s, %v", test.text, got, err)
		}
	}
}

// TestErrors reads malformed texts. The offset is where the mark ! stands, which is not part of the text.
func TestErrors(t *testing.T) {
	for _, test := range []struct{ text, want string }{
		{"!", "the text is empty, expected a dot and the type of a constraint"},
		{"!Cage~3", `found "Cage~3", expected a dot and the type of a constraint`},
		{"https://sigh.github.io/Interactive-Sudoku-Solver/?mode=x!", "the link has no puzzle, expected the parameter q"},
		{".AntiKing!.Nonsense~1", "found .Nonsense: the type is unknown"},
		{".AntiKing.Or!.AntiKnight.End",
			"found .AntiKnight among alternatives, which is about other cells, too, expected rules about a " +
				"few cells"},
		{"!.Or.AntiKnight", "found .Or without an end, expected .End"},
		{"!.Or.~R1C1_1.~R1C1_2_3.And.~R1C1_4.End", "found .Or without an end, expected .End"},
		{".Replicate~!AAAAAAAAAAAAAI.~R1C1_1.End", "found a key of more cells, expected a key of 81 cells"},
		{".Replicate~C.Cage~3~R1C1~!R1C9.End",
			`found "R1C9", expected a cell that is in the grid after each move`},
		{"!.Var~x~X~27", "found .Var~x, expected capital letters, which name the cells"},
		{"!.Var~X~X~999", "found .Var of 999 cells, expected at most 1000 cells"},
		{"!.ChaosCount~R1C1", "found .ChaosCount without it, expected ChaosConstruction and a cell"},
		{".ConnectedValues~!VX~1", `found the cells "VX", expected as many cells as the grid has, in as many columns`},
		{"!.FullRank~R1~1~.Shape~4x4~0-4", "found .FullRank in a 4x4 (2x2) 0-4 grid, expected as many rows and " +
			"columns as values"},
		{"!.FullRankTies~some", "found .FullRankTies~some, expected none, only-unclued or any"},
		{".NFA~!abc~_x~R1C1",
			"the key of .NFA cannot be read: the format 1 with 55 start states, expected the key of an automaton"},
		{".NFA~!_x~_x~R1C1",
			"the key of .NFA cannot be read: the format 3 with 0 start states, expected the key of an automaton"},
		{".Regex~!*~R1C1", "the key of .Regex cannot be decoded, expected base64 with - and _"},
		{".Regex~!KCguKnwxKS4qKXs5OTl9~R1C1", // ((.*|1).*){999}
			"found the expression \"((.*|1).*){999}\": it is too long, expected up to 1000 states, expected an " +
				"expression of values, . [] [^] () | * + ? {}"},
		{".Regex~!KDE~R1C1",
			"found the expression \"(1\": missing closing ): `(1`, expected an expression of values, " +
				". [] [^] () | * + ? {}"},
		{".AntiKing!.End", "found End, expected an item that it closes"},
		{".Shape~!9x9x9", `found the shape "9x9x9", expected rows and columns, such as 9x9, up to 16x16`},
		{".Shape~!17x17", `found the shape "17x17", expected rows and columns, such as 9x9, up to 16x16`},
		{"!.Shape", "found .Shape without a size, expected rows and columns, such as 9x9"},
		{".Shape~9x9~!2-10", `found the values "2-10", expected values such as 9 or 0-8, at most 16, and Raw`},
		{".Shape~!6x6~5", "found 5 values, expected as many values as a row or a column has cells"},
		{"!.AntiKing.Shape~4x4~~Raw", "found .AntiKing in a 4x4 (1x4) 1-4 free grid, expected another grid"},
		{"!.DutchFlatmates.Shape~4x4~0-3", "found .DutchFlatmates in a 4x4 (2x2) 0-3 grid, expected another grid"},
		{"!.Jigsaw~123", "found .Jigsaw for another grid, expected a symbol for each of the 81 cells"},
		{".Cage~3~R1C1~!R1Ca", `found "R1Ca", expected a cell from R1C1 to R9C9`},
		{".Cage~3~R1C1~!R0C1", `found "R0C1", expected a cell from R1C1 to R9C9`},
		{".Cage~3~!VX1", `found "VX1", expected a cell from R1C1 to R9C9`},
		{".Cage~!x~R1C1", `found "x", expected a number from 1 to 1000000000`},
		{".AntiKing!.Cage~3", "found .Cage: 0 cells, expected 1 or more"},
		{"!.Renban~R1C1~R1C1", "found .Renban: r1c1 appears twice"},
		{"!.Thermo~R1C1", "found .Thermo: 1 cells, expected 2 or more"},
		{".Whisper~3~R1C1~R1C2~!LOOP", "found LOOP, expected a line with two ends"},
		{"!.SumLine", "found .SumLine without a number, expected a number from 1 to 1000000000"},
		{".~R1C1_!0", `found "0", expected a number from 1 to 9`},
		{".~R1C1_1_!10", `found "10", expected a number from 1 to 9`},
		{".~!R1C1", "found R1C1 without values, expected a cell and its values, such as R1C1_5"},
		{".~R1C1_!", `found "", expected a number from 1 to 9`},
		{".~R1C1_1 _ !x", `found "x", expected a number from 1 to 9`},
		{".AntiKing~!R1C1", `found "R1C1" after .AntiKing, expected the next item`},
		{"!.Diagonal~2", "found .Diagonal without a direction, expected 1 or -1"},
		{"!.WhiteDot~R1C1~R5C5", "found .WhiteDot between cells that do not touch, expected cells that share a side"},
		{"!.Windoku.NoBoxes", "found .Windoku in a grid without boxes, expected the usual boxes"},
		{".Shape~4x4.Jigsaw~1112312233423444!.DisjointSets", "found .DisjointSets in a grid with boxes and other " +
			"regions, " +
			"expected NoBoxes"},
		{".LittleKiller~5~!R2C2", "found R2C2 inside, expected a cell on a side of the grid"},
		{"!.LittleKiller~5", "found 1 arguments of .LittleKiller, expected a sum and the first cell of a diagonal"},
		{"!.SameValues~2~R1C1~R1C2~R1C3", "found 3 cells for 2 groups, expected as many in each group"},
		{".Quad~!R9C1~1", "found R9C1 at the end of the grid, expected the top left cell of four"},
		{".Quad~R1C1~!0", `found "0", expected a number from 1 to 9`},
		{".Sandwich~5~!R0", `found "R0", expected a row or column, such as R3 or C3`},
		{".XSum~!X~5~", `found "X", expected a row or column, such as R3 or C3`},
		{"!.XSum~R1", "found 1 arguments of .XSum, expected a row or column and two clues"},
		{"!.PillArrow~2~R1C1~R1C2", "found 2 cells, expected cells of the pill and of the shaft"},
		{".LookAndSay~1!x~R1C1", "found 'x', expected digits: pairs of a count and a value"},
		{"!.Indexing~X~R1C1", "found .Indexing without a direction, expected C or R, and cells"},
		{".Sum~!5_=_x~R1C1", ``},
		{"!.Sum~5_=_1_2~R1C1", "found 2 weights for 1 cells, expected a weight for each cell"},
		{".Pair~a!*~R1C1~R1C2", "found '*' in the key of a relation, expected A-Z a-z 0-9 - _"},
		{"https://sigh.github.io/Interactive-Sudoku-Solver/?q=.AntiKing.Cage%7E3~!R%31Ca~R1C1",
			`found "R1Ca", expected a cell from R1C1 to R9C9`},
		{" .AntiKing\n# comment\n .Cage~3~!RxC1~R1C1", `found "RxC1", expected a cell from R1C1 to R9C9`},
	} {
		before, after, _ := strings.Cut(test.text, "!")
		_, _, err := iss.Read(before+after, place.Options{})
		bad, ok := errors.AsType[*place.Error](err)
		if !ok {
			t.Errorf("%s: %v", test.text, err)
		} else if test.want != "" && (bad.Error() != test.want || bad.Offset != len(before)) {
			t.Errorf("%s: offset %d: %s\nwant %s", test.text, bad.Offset, bad, test.want)
		}
	}
}

// TestIgnoreUnknown leaves out what nonet cannot state, with notes.
func TestIgnoreUnknown(t *testing.T) {
	text := ".AntiKing.Or.Cage~3~R1C1~R1C2.And.Foo.End.End.Lunchbox~3~R1C1~R1C2~R1C3.Foo.Cage~9~R1C1~R1C2"
	p, notes, err := iss.Read(text, place.Options{IgnoreUnknown: true})
	want := []string{"left out .Foo: the type is unknown", "left out .Foo: the type is unknown"}
	if err != nil || show(p) != "king; lunchbox 3 r1c1 r1c2 r1c3; cage 9 r1c1 r1c2" || !slices.Equal(notes, want) {
		t.Errorf("%s, %q, %v", show(p), notes, err)
	}
}

func TestIs(t *testing.T) {
	for line, want := range map[string]bool{
		".Shape~4x4": true, ".~R1C1_5": true, "  .AntiKing": true, ".AntiKing.Windoku": true, ".Or.Cage": true,
		".Nonsense~1": true, ".NoBoxes": true, ".NoBoxes.Jigsaw~112": true,
		"....": false, ".A..B..": false, "": false, ".": false, ".Nonsense": false, "1.~": false,
		".1~": false, ".X..X..X..X": false,
	} {
		if got := iss.Is(line); got != want {
			t.Errorf("%s: %v", line, got)
		}
	}
}

// TestNoCells writes rules about the whole grid, whether their list of cells is absent or empty.
func TestNoCells(t *testing.T) {
	for text, rule := range map[string]sudoku.Rule{
		".Shape~4x4~0-4.Doppelganger":   {Kind: "doppelganger"},
		".Shape~4x4.ConnectedValues~~1": {Kind: "connected", Values: []int{1}},
	} {
		p, _, err := iss.Read(text, place.Options{})
		if err != nil {
			t.Fatal(err)
		}
		for _, cells := range [][]sudoku.Cell{nil, {}} {
			rule.Cells = cells
			p.Rules = []sudoku.Rule{rule}
			if got, _ := iss.Write(p); !strings.HasSuffix(got, "?q="+text) {
				t.Errorf("%s with %#v: %s", rule.Kind, cells, got)
			}
		}
	}
}
