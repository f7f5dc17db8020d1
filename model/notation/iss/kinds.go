package iss

import (
	"slices"

	"nonet/model/sudoku"
)

// A kind is a type of item and the kind of rules that it states. A rule is written as the first kind of the table whose
// form accepts it.
type kind struct {
	item   string
	rule   string // the name of a sudoku.RuleKind; "" if the form decides
	form   *form
	number int // of the rule, if the item has no number

	boxes   bool // the grid must have the usual boxes
	regions bool // the grid must not have boxes and other regions
	fromOne bool // values must be counted from 1
	nine    bool // a grid that is not usual must have the values 1 to 9
	rows    bool // the grid must not be free
	least   int  // number
}

// fits reports whether grids of a shape may have the type.
func (k *kind) fits(s sudoku.Shape) bool {
	return !(k.fromOne && s.Offset != 0 || k.nine && !s.IsUsual() && (s.N() != 9 || s.Offset != 0) || k.rows && s.Free)
}

// kinds are the types that nonet can state.
var kinds = []kind{
	// The whole grid.
	{item: "", form: &values},
	{item: "Given", form: &values},
	{item: "Diagonal", form: &diagonal},
	{item: "Windoku", rule: "windoku", form: &whole, boxes: true},
	{item: "DisjointSets", rule: "disjoint-groups", form: &whole, boxes: true},
	{item: "AntiKnight", rule: "knight", form: &whole},
	{item: "AntiKing", rule: "king", form: &whole, rows: true},
	{item: "AntiConsecutive", rule: "non-consecutive", form: &whole},
	{item: "AntiTaxicab", rule: "anti-taxicab", form: &whole, fromOne: true},
	{item: "GlobalEntropy", rule: "global-entropy", form: &whole, nine: true},
	{item: "GlobalMod", rule: "global-modular", form: &whole},
	{item: "DutchFlatmates", rule: "dutch-flatmates", form: &whole, fromOne: true},
	{item: "StrictKropki", rule: "negative-difference", form: &strictKropki},
	{item: "StrictXV", rule: "negative-xv", form: &whole},

	// Lines.
	{item: "Thermo", rule: "thermometer", form: &line},
	{item: "Renban", rule: "renban", form: &line},
	{item: "Palindrome", rule: "palindrome", form: &line},
	{item: "Between", rule: "between", form: &line},
	{item: "Zipper", rule: "zipper", form: &line},
	{item: "Entropic", rule: "entropic", form: &line, nine: true},
	{item: "RegionSumLine", rule: "region-sum", form: &line, regions: true},
	{item: "DoubleArrow", rule: "double-arrow", form: &line},
	{item: "Arrow", rule: "arrow", form: &arrow},
	{item: "PillArrow", rule: "arrow", form: &pillArrow},
	{item: "Whisper", rule: "whisper", form: &counted, least: 1, number: 5},
	{item: "Modular", rule: "modular", form: &counted, least: 1, number: 3},
	{item: "Lockout", rule: "lockout", form: &counted, least: 1, number: 4},
	{item: "SumLine", rule: "sum-line", form: &counted, least: 1},
	{item: "SumLine", rule: "sum-loop", form: &loop},
	{item: "ValueIndexing", rule: "value-indexing", form: &line},

	// Sets of cells.
	{item: "Cage", rule: "cage", form: &cage},
	{item: "RellikCage", rule: "rellik", form: &counted, least: 1},
	{item: "EqualityCage", rule: "equality-cage", form: &line},
	{item: "Lunchbox", rule: "lunchbox", form: &counted},
	{item: "X", rule: "sum", form: &edges, number: 10},
	{item: "V", rule: "sum", form: &edges, number: 5},
	{item: "LittleKiller", rule: "little-killer", form: &littleKiller},
	{item: "Sum", rule: "sum", form: &sum},
	{item: "Sum", rule: "little-killer", form: &sum},
	{item: "Sum", rule: "linear", form: &weightedSum},
	{item: "AllDifferent", rule: "all-different", form: &line},
	{item: "CountingCircles", rule: "counting-circles", form: &line},
	{item: "CountDistinct", rule: "count-distinct", form: &line},
	{item: "SameValues", rule: "same-values", form: &sameValues},
	{item: "RegionSameValues", rule: "same-values", form: &regionSameValues},
	{item: "EqualSum", rule: "equal-sums", form: &segments},
	{item: "Quad", rule: "quadruple", form: &quad},
	{item: "ContainAtLeast", rule: "contains", form: &contains},
	{item: "ContainAtLeast", rule: "quadruple", form: &contains},
	{item: "LookAndSay", rule: "look-and-say", form: &lookAndSay},
	{item: "ContainExact", rule: "look-and-say", form: &containExact},
	{item: "Indexing", rule: "column-indexer", form: &indexing},
	{item: "Indexing", rule: "row-indexer", form: &indexing},

	// Marks between cells.
	{item: "WhiteDot", rule: "difference", form: &edges, number: 1},
	{item: "BlackDot", rule: "ratio", form: &edges, number: 2},
	{item: "GreaterThan", rule: "less", form: &edges},

	// Clues outside the grid.
	{item: "Sandwich", rule: "sandwich", form: &sandwich},
	{item: "XSum", rule: "x-sum", form: &outside},
	{item: "Skyscraper", rule: "skyscraper", form: &outside},
	{item: "HiddenSkyscraper", rule: "hidden-skyscraper", form: &outside},
	{item: "NumberedRoom", rule: "numbered-room", form: &outside},
	{item: "FullRank", rule: "rank", form: &rank},
	{item: "FullRank", rule: "shared-rank", form: &rank},
	{item: "FullRankTies", rule: "different-lines", form: &ties},

	// Areas, and regions to find.
	{item: "ConnectedValues", rule: "connected", form: &connected},
	{item: "ChaosConstruction", rule: "unknown-regions", form: &unknownRegions, rows: true},
	{item: "ChaosCount", rule: "same-count", form: &chaosCount},
	{item: "ChaosArrow", rule: "same-runs", form: &chaosArrow},
	{item: "Doppelganger", rule: "doppelganger", form: &doppelganger, rows: true},

	// Automata.
	{item: "Regex", form: &regex},
	{item: "NFA", rule: "automaton", form: &nfa},

	// Relations of two cells.
	{item: "Pair", form: &pair},
	{item: "PairX", form: &pair},
	{item: "Binary", form: &pair},
	{item: "BinaryX", form: &pair},
	{item: "SameValues", rule: "clone", form: &clone},
}

// other are types that Read handles itself: the grid, containers, and hints.
var other = []string{"Shape", "NoBoxes", "RegionSize", "Jigsaw", "And", "Or", "Replicate", "SearchPriority", "Var"}

// kindNamed returns the first kind with this type, or nil if nonet cannot state it.
func kindNamed(item string) *kind {
	if i := slices.IndexFunc(kinds, func(k kind) bool { return k.item == item }); i >= 0 {
		return &kinds[i]
	}
	return nil
}
